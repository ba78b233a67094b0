"""The tables of pointers to the MPI library's functions, and to tutti's."""

import dataclasses

from .layout import CONDITIONS, FIRST_LINE, WIDTH, by_condition, filled
from .table import all_forms, collectives


def of_collectives(table):
    """The forms that have been in MPI's header since MPI 3, and those with large counts."""
    ints = [g for f in collectives(table) for g in all_forms(f.with_int())[:2]]
    large = [dataclasses.replace(g, only="MPI 4")
             for f in collectives(table) if f.counts for g in all_forms(f.with_large_counts())]
    return ints + large


def of_others(table):
    """The other functions. tutti needs those with large counts only where it replaces all waits."""
    others = [f for f in table if f not in collectives(table)]
    replaced = "replaced waits"
    large = [dataclasses.replace(f.with_large_counts(), only=f.only if f.only.startswith(replaced) else replaced)
             for f in others if f.counts]
    return sorted([f.with_int() for f in others] + large, key=lambda f: list(CONDITIONS).index(f.only))


def library_calls(table):
    persistent = [f.with_int().persistent() for f in collectives(table)]

    def declared(function):
        start = f"  decltype(&PMPI_{function.name}) {function.name} ="
        value = f" until_looked_up(&PMPI_{function.name});\n"
        return start + ("\n     " if len(start + value) > WIDTH + 1 else "") + value

    def declared_persistent(function):
        kinds = [f"{p.kind}{'*' if p.array else ''}" for p in function.parameters]
        return filled(f"  int (*{function.name})", kinds, " = nullptr;")

    def visited(function):
        return f"    each(\"PMPI_{function.name}\", {function.name});\n"

    return (FIRST_LINE + """#pragma once

#include "mpi/library/abi.hpp"
#include "mpi/library/quirks.hpp"

namespace tutti::mpi {

/// In a simulator, the program and tutti are one object, and there is no next definition.
consteval auto until_looked_up(auto* function) noexcept { return quirks::simulated ? function : nullptr; }

// clang-format off
/// The next definitions of MPI's functions, after this object's own. Name_init is null if the MPI library has
/// no persistent collectives.
struct library_calls {
"""
            + by_condition(of_collectives(table), declared) + by_condition(persistent, declared_persistent)
            + by_condition(of_others(table), declared) + """
  /// Each calls each(name, pointer), with names such as "PMPI_Bcast".
  void each_collective(auto each) {
""" + by_condition(of_collectives(table), visited) + """  }
  void each_persistent(auto each) {
""" + by_condition(persistent, visited) + """  }
  void each_other(auto each) {
""" + by_condition(of_others(table), visited) + """  }
};
// clang-format on

}  // namespace tutti::mpi
""")


def bench_header(table):
    members = "".join(f"  call_forms<decltype(PMPI_{f.name})> {f.name.lower()};\n" for f in collectives(table))
    return FIRST_LINE + """#pragma once

#include "bench/call_forms.hpp"

namespace tutti::bench {

struct table {
""" + members + """};
extern const table native_calls, tutti_calls;

}  // namespace tutti::bench
"""


def bench_tables(table):
    def functions(f, of):
        blocking, nonblocking, persistent = (g.name for g in all_forms(f))
        last = f'library_function{{"{persistent}"}}' if of == "PMPI_" else of + persistent
        return f"    {{{of}{blocking}, {of}{nonblocking}, {last}}},\n"

    def rows(of):
        return by_condition(collectives(table), lambda f: functions(f, of))

    return (FIRST_LINE + """
#include "bench/call_table.hpp"

#include "tutti/tutti.h"

namespace tutti::bench {

// clang-format off
const table native_calls{
""" + rows("PMPI_") + """};
const table tutti_calls{
""" + rows("TUTTI_") + """};
// clang-format on

}  // namespace tutti::bench
""")
