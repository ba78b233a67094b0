"""The names of the functions that libtutti.so passes on."""

from .layout import FIRST_LINE
from .table import all_forms, both_counts, collectives

# What the objects for the MPI libraries define besides the functions of the table.
OTHERS = """
MPI_Init MPI_Init_thread PMPI_Init PMPI_Init_thread
mpi_barrier_f08_ mpi_ibarrier_f08_ mpi_barrier_init_f08_
tutti_shift tutti_allgather_merge tutti_choice tutti_layout tutti_operation tutti_run tutti_use
tutti_sum_begin tutti_sum_add tutti_sum_add_products tutti_sum_merge tutti_sum_end
tutti_sum_type tutti_sum_op tutti_sum_type_f tutti_sum_op_f
""".split()
# Groups whose functions tutti calls, but does not define.
ONLY_CALLED = {"synchronous sends", "non-blocking messages"}


def in_c(function):
    for f in both_counts(function):
        for form in all_forms(f):
            yield f"MPI_{form.name}"
            yield f"TUTTI_{form.name}"
            if form.name.endswith("_init"):  # its name before Open MPI 5
                yield f"MPIX_{form.name}"


def in_fortran(function):
    for form in all_forms(function.with_int()):
        name = form.name.lower()
        yield from (f"mpi_{name}_", f"mpi_{name}__", f"MPI_{name.upper()}", f"ompi_{name}_f")
        if function.counts:  # of Open MPI 6
            yield from (f"ompi_{name}_wrapper_f08", f"ompi_{name}_wrapper_f08_c")
        if name.endswith("_init"):
            yield from (f"mpix_{name}_", f"mpix_{name}__", f"ompix_{name}_f")


def front_names(table):
    names = list(OTHERS)
    of_collectives = list(collectives(table))
    for f in of_collectives:
        names += [*in_c(f), *in_fortran(f)]
    for f in table:
        if f in of_collectives or f.group in ONLY_CALLED:
            continue
        for form in both_counts(f):
            names += [f"MPI_{form.name}", f"PMPI_{form.name}"]
    return FIRST_LINE + "".join(f"TUTTI_NAME({n})\n" for n in dict.fromkeys(names))
