"""Loads the laboratory's programs as modules. Most have names without .py, and `import platform` would load Python's module."""
import argparse
import importlib.machinery
import importlib.util
import os

LAB = os.path.dirname(os.path.abspath(__file__))


def loaded(file):
    """The program lab/FILE as a module."""
    name = os.path.splitext(file)[0]
    loader = importlib.machinery.SourceFileLoader(f"lab_{name}", os.path.join(LAB, file))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def options(text):
    """The parser of a program whose docstring describes its use; --help prints the docstring unchanged."""
    return argparse.ArgumentParser(usage=text.replace("%", "%%"))
