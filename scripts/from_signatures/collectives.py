"""What is declared and defined for each form of each collective in C."""

import re

from .layout import CONDITIONS, FIRST_LINE, by_condition, filled, head, under
from .table import all_forms, collectives

def declarations(functions):
    return "".join(head(f"int TUTTI_{f.name}", f) for f in functions)


def header(table, text):
    """tutti.h with all its declarations. Its comments stay: each run of declarations follows one."""
    ints = [f.with_int() for f in collectives(table)]
    large = [f.with_large_counts() for f in collectives(table) if f.counts]
    runs = iter([
        declarations(ints),
        declarations(f.nonblocking() for f in ints),
        declarations(f.persistent() for f in ints),
        declarations([*large, *(f.nonblocking() for f in large), *(f.persistent() for f in large)]),
    ])
    return re.sub(r"(?:TUTTI_API int TUTTI_[^;]*;\n)+", lambda _: next(runs, ""), text)


def served_form(served, form, function, given, native):
    """`given`: what the class `form` is given before the call. `native`: the object that calls the MPI library."""
    made = ", ".join([*given, "program_call{with, native, __builtin_return_address(0)}"])
    return (filled(f"int TUTTI_{function.name}", list(map(str, function.parameters)), " {")
            + filled("  const auto with = [=](auto does) { return does", served.arguments, "; };")
            + f"  const {native.format(f'&library_calls::{function.name}')};\n"
            + f"  {form} form{{{made}}};\n"
            + filled(f"  return serve_{served.name.lower().removesuffix('_c')}", ["form", *served.arguments], ";")
            + f"}}\nTUTTI_ALIAS(MPI_{function.name}, TUTTI_{function.name})\n")


def served_forms(function):
    blocking, nonblocking, persistent = all_forms(function)
    return (served_form(function, "blocking", blocking, [], "by_library<{}> native")
            + served_form(function, "nonblocking", nonblocking, ["request"], "posted_by_library<{}> native{{request}}")
            + served_form(function, "persistent", persistent, ["request"],
                          "kept_by_library<{}> native{{comm, info, request}}"))


def served(functions):
    """All forms of some collectives, for the end of the source that serves them."""
    extensions = "".join(f"TUTTI_ALIAS(MPIX_{f.name}, TUTTI_{f.name})\n" for f in (g.with_int().persistent() for g in functions))
    return (FIRST_LINE + "// The functions of tutti.h for these collectives, which are also MPI's: all forms of each call its serve_*.\n\n"
            + by_condition([f.with_int() for f in functions], served_forms)
            + under("defined(OPEN_MPI)", "// Their names before Open MPI 5 (an extension of MPI).\n" + extensions)
            + under(CONDITIONS["MPI 4"], "".join(served_forms(f.with_large_counts()) for f in functions if f.counts)))


def served_by(source, table):
    """The collectives whose serve_* the source defines."""
    text = source.read_text()
    return [f for f in collectives(table) if re.search(rf"\bserve_{f.name.lower()}\(Form& form,", text)]
