"""The functions of Fortran for Open MPI."""

from .layout import CONDITIONS, FIRST_LINE, filled, under
from .table import all_forms, collectives

# The buffers that may be sections with gaps: the process's own block, or the vector of a broadcast. In the signatures, count and
# datatype follow them.
OWN_BLOCKS = {"bcast": "buffer", "scatter": "recvbuf", "scatterv": "recvbuf",
              **dict.fromkeys(["gather", "gatherv", "allgather", "allgatherv", "neighbor_allgather", "neighbor_allgatherv"],
                              "sendbuf")}


def in_fortran(function, described=False):
    """For each parameter of C: Fortran's, and the argument of serve(). `described`: buffers come with their shape."""
    buffer = None
    for p in function.parameters:
        name = p.name
        argument = name
        if p.kind in ("void*", "const void*"):
            buffer = p
            kind = "shaped*" if described else "void*"
        elif p.kind == "MPI_Request*":
            kind = "MPI_Fint*"
        elif p.kind == "const MPI_Datatype":
            kind = "integer"
            if function.group == "neighbourhood collectives":
                side = "to" if buffer.kind == "const void*" else "from"
                argument = f"types({name}, neighbours_of(comm).{side})"
            else:
                argument = f"types(TUTTI_SITE, {name}, {buffer.name}, comm)"
        elif p.kind in ("const MPI_Aint", "const MPI_Count"):
            kind = f"{p.kind}*"
        else:
            kind = "const MPI_Count*" if p.kind == "MPI_Count" else "integer"
        yield f"{kind} {name}", argument


def fortran_function(entry, function, shaped=""):
    """`shaped`: the collective, if buffers come with their shape."""
    parameters, arguments = map(list, zip(*in_fortran(function, bool(shaped))))
    parameters.append("MPI_Fint* ierr")
    text = filled(f"TUTTI_API void {entry}", parameters, " {")
    if shaped:
        names = [p.split()[-1] for p in parameters]
        buffers = [p.split()[-1] for p in parameters if p.startswith("shaped*")]
        root = "root" if "root" in names else "nullptr"
        text += filled("  shaped_call call", [f"collective::{shaped}", "TUTTI_SITE", root, "comm", buffers[0], buffers[-1]], ";")
        own = names.index(OWN_BLOCKS[shaped]) if shaped in OWN_BLOCKS else len(names)
        text += filled("  if (call.refused", ["ierr", *names[own + 1:own + 3]], ") return;")
    return text + filled("  serve", ["TUTTI_SITE", f"TUTTI_{function.name}", "ierr", *arguments], ";") + "}\n"


def fortran_entry(function):
    name = function.name.lower()
    spellings = "TUTTI_SPELLINGS_OF_INIT" if name.endswith("_init") else "TUTTI_SPELLINGS"
    return fortran_function(f"ompi_{name}_f", function) + f"{spellings}({name}, {name.upper()})\n"


def fortran(table):
    text = FIRST_LINE + """// The Fortran symbols of Open MPI's collectives (fortran.hpp), in all compilers' spellings.

#include "mpi/interface/fortran.hpp"

#include "mpi/library/alias.hpp"
#include "tutti/tutti.h"

using namespace tutti::mpi::fortran;

// clang-format off
#define TUTTI_SPELLINGS(name, NAME) \\
  TUTTI_ALIAS(mpi_##name##_, ompi_##name##_f) \\
  TUTTI_ALIAS(mpi_##name##__, ompi_##name##_f) \\
  TUTTI_ALIAS(MPI_##NAME, ompi_##name##_f)
// Before Open MPI 5, the persistent forms have other names, too.
#define TUTTI_SPELLINGS_OF_INIT(name, NAME) \\
  TUTTI_SPELLINGS(name, NAME) \\
  TUTTI_ALIAS(ompix_##name##_f, ompi_##name##_f) \\
  TUTTI_ALIAS(mpix_##name##_, ompi_##name##_f) \\
  TUTTI_ALIAS(mpix_##name##__, ompi_##name##_f)

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
            "\n" + fortran_function(f"ompi_{g.name.lower().removesuffix('_c')}_wrapper_f08{ending}", g,
                                    f.name.lower().removesuffix("_c"))
            for g in all_forms(f))

    with_data = [f for f in collectives(table) if f.counts]
    return FIRST_LINE + """// The functions by which the Fortran 2008 interface of Open MPI 6 runs collectives (fortran.hpp).

#include "mpi/interface/fortran.hpp"
#include "tutti/tutti.h"

using namespace tutti::mpi::fortran;
using tutti::collective;

// clang-format off
extern "C" {
""" + "".join(functions(f.with_int(), "") for f in with_data) + under(
        CONDITIONS["MPI 4"], "".join(functions(f.with_large_counts(), "_c") for f in with_data)
    ) + "\n}  // extern \"C\"\n"
