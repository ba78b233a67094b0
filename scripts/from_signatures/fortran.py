"""The functions of Fortran for Open MPI."""

import dataclasses

from .layout import CONDITIONS, FIRST_LINE, filled, under
from .table import REQUEST, all_forms, collectives


def in_fortran(function, described=False):
    """For each parameter of C: Fortran's, and the argument that C gets. `described`: buffers come with their shape."""
    buffer = None
    for p in function.parameters:
        name = p.name
        if p.kind in ("void*", "const void*"):
            buffer = p
            yield (f"shaped* {name}", f"address({name}->data)") if described else (f"void* {name}", f"address({name})")
        elif p.kind == "const MPI_Datatype":
            if function.group == "neighbourhood collectives":
                to = "to" if buffer.kind == "const void*" else "from"
                read = f"types({name}, neighbours_of(comm_of(comm)).{to})"
            else:
                memory = f"{buffer.name}->data" if described else buffer.name
                read = f"types({name}, address({memory}), comm_of(comm))"
            yield f"integer {name}", f"{read}.data()"
        elif p.kind in ("const MPI_Aint", "const MPI_Count"):
            yield f"{p.kind}* {name}", name
        elif p.kind == "MPI_Count":
            yield f"const MPI_Count* {name}", f"*{name}"
        elif p.array:
            yield f"integer {name}", name
        else:
            of = {"int": "*{}", "MPI_Datatype": "type_of({})", "MPI_Op": "op_of({})", "MPI_Comm": "comm_of({})",
                  "MPI_Info": "PMPI_Info_f2c(*{})"}[p.kind]
            yield f"integer {name}", of.format(name)


def fortran_function(entry, function, described=False):
    asynchronous = function.parameters[-1] is REQUEST
    own = function.parameters[:-1] if asynchronous else function.parameters
    parameters, arguments = map(list, zip(*in_fortran(dataclasses.replace(function, parameters=own), described)))
    if asynchronous:
        parameters.append("MPI_Fint* request")
        arguments.append("&r")
    parameters.append("MPI_Fint* ierr")
    text = filled(f"TUTTI_API void {entry}", parameters, " {")
    if described:
        shaped = [p.split()[-1] for p in parameters if p.startswith("shaped*")]
        text += f"  if (!dense({', '.join(shaped)}))\n"
        text += filled(f"    return library_definition(&{entry}, \"{entry}\")", [p.split()[-1] for p in parameters], ";")
    text += "  const called_from here(__builtin_return_address(0));\n"
    if asynchronous:
        text += "  MPI_Request r = MPI_REQUEST_NULL;\n"
    text += filled(f"  const int code = TUTTI_{function.name}", arguments, ";")
    text += "  give(ierr, code);\n"
    if asynchronous:
        text += "  *request = PMPI_Request_c2f(r);\n"
    return text + "}\n"


def fortran_entry(function):
    name = function.name.lower()
    entry = f"ompi_{name}_f"
    text = fortran_function(entry, function)
    aliases = [f"mpi_{name}_", f"mpi_{name}__", f"MPI_{name.upper()}"]
    if name.endswith("_init"):  # their names before Open MPI 5
        aliases += [f"ompix_{name}_f", f"mpix_{name}_", f"mpix_{name}__"]
    return text + "".join(f'TUTTI_API decltype({entry}) {a}\n    __attribute__((alias("{entry}")));\n' for a in aliases)


def fortran(table):
    text = FIRST_LINE + """// The Fortran symbols of Open MPI's collectives (fortran.hpp), in all compilers' spellings.

#include "mpi/interface/fortran.hpp"

#include "tutti/tutti.h"

using namespace tutti::mpi::fortran;

// clang-format off
extern "C" {
"""
    for f in (f.with_int() for f in collectives(table)):
        text += "\n" + fortran_entry(f)
        text += fortran_entry(f.nonblocking()) + fortran_entry(f.persistent())
    return text + "\n}  // extern \"C\"\n"


def fortran_2008(table):
    """What `use mpi_f08` calls in Open MPI 6, for all collectives that have data."""
    def functions(f, ending):
        return "".join(
            "\n" + fortran_function(f"ompi_{g.name.lower().removesuffix('_c')}_wrapper_f08{ending}", g, described=True)
            for g in all_forms(f))

    with_data = [f for f in collectives(table) if f.counts]
    return FIRST_LINE + """// The functions by which the Fortran 2008 interface of Open MPI 6 runs collectives (fortran.hpp).

#include "mpi/interface/fortran.hpp"
#include "tutti/tutti.h"

using namespace tutti::mpi::fortran;

// clang-format off
extern "C" {
""" + "".join(functions(f.with_int(), "") for f in with_data) + under(
        CONDITIONS["MPI 4"], "".join(functions(f.with_large_counts(), "_c") for f in with_data)
    ) + "\n}  // extern \"C\"\n"
