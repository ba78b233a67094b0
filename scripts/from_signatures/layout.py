"""How the files that scripts/signatures writes are laid out."""

import itertools

WIDTH = 110
FIRST_LINE = "// Written by scripts/signatures from src/mpi/library/signatures.txt.\n"
# A condition of the table, and what the preprocessor asks for it. `replaced waits`: MPICH and the standard ABI
# (src/mpi/library/abi.hpp).
CONDITIONS = {
    "": "",
    "not SMPI": "!defined(SMPI_H)",
    "replaced waits": "defined(TUTTI_REPLACES_WAITS)",
    "replaced waits and MPI 4.1":
        "defined(TUTTI_REPLACES_WAITS) && (MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1))",
    "MPI 4": "MPI_VERSION >= 4",
    "MPI 4.1": "MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)",
}


def filled(start, items, end):
    """`start(items)end` in as few lines as fit, as clang-format lays it out."""
    lines, indent = [f"{start}(" if items else f"{start}(){end}"], " " * (len(start) + 1)
    for i, item in enumerate(items):
        last = i == len(items) - 1
        text = item + (f"){end}" if last else ",")
        space = "" if lines[-1].endswith("(") or lines[-1] == indent else " "
        if len(lines[-1] + space + text) > WIDTH:
            lines.append(indent)
            space = ""
        lines[-1] += space + text
    return "\n".join(lines) + "\n"


def head(result, function, end=";"):
    return filled(f"TUTTI_API {result}", list(map(str, function.parameters)), end)


def under(condition, text):
    """`text`, compiled only under a condition of the preprocessor."""
    return f"#if {condition}\n{text}#endif\n" if condition and text else text


def by_condition(functions, text):
    """The text of each function. Functions that follow each other with one condition stand in one `#if`."""
    return "".join(under(CONDITIONS[only], "".join(map(text, run)))
                   for only, run in itertools.groupby(functions, lambda f: f.only))
