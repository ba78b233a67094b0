"""The laboratory's programs as modules of each other. Most have no .py at their end, and `import platform` would be Python's own."""
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
    """The parser of a program whose text says how it is used; --help prints that text as it is."""
    return argparse.ArgumentParser(usage=text.replace("%", "%%"))
