"""The functions of Fortran for Open MPI."""

import dataclasses

from .layout import FIRST_LINE, filled
from .table import collectives


def in_fortran(function):
    """For each parameter of C: Fortran's, and the argument that C gets."""
    buffer = None
    for p in function.parameters:
        name = p.name
        if p.kind in ("void*", "const void*"):
            buffer = p
            yield f"void* {name}", f"address({name})"
        elif p.kind == "const MPI_Datatype":
            if function.group == "neighbourhood collectives":
                to = "to" if buffer.kind == "const void*" else "from"
                read = f"types({name}, neighbours_of(comm_of(comm)).{to})"
            else:
                read = f"types({name}, address({buffer.name}), comm_of(comm))"
            yield f"integer {name}", f"{read}.data()"
        elif p.kind == "const MPI_Aint":
            yield f"const MPI_Aint* {name}", name
        elif p.array:
            yield f"integer {name}", name
        else:
            of = {"int": "*{}", "MPI_Datatype": "type_of({})", "MPI_Op": "op_of({})", "MPI_Comm": "comm_of({})",
                  "MPI_Info": "PMPI_Info_f2c(*{})"}[p.kind]
            yield f"integer {name}", of.format(name)


def fortran_entry(function, asynchronous=False):
    own = function.parameters[:-1] if asynchronous else function.parameters
    parameters, arguments = map(list, zip(*in_fortran(dataclasses.replace(function, parameters=own))))
    name = function.name.lower()
    if asynchronous:
        parameters.append("MPI_Fint* request")
        arguments.append("&r")
    entry = f"ompi_{name}_f"
    text = filled(f"TUTTI_API void {entry}", [*parameters, "MPI_Fint* ierr"], " {")
    text += "  const called_from here(__builtin_return_address(0));\n"
    if asynchronous:
        text += "  MPI_Request r = MPI_REQUEST_NULL;\n"
    text += filled(f"  const int code = TUTTI_{function.name}", arguments, ";")
    text += "  give(ierr, code);\n"
    if asynchronous:
        text += "  *request = PMPI_Request_c2f(r);\n"
    text += "}\n"
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
        text += fortran_entry(f.nonblocking(), asynchronous=True) + fortran_entry(f.persistent(), asynchronous=True)
    return text + "\n}  // extern \"C\"\n"
