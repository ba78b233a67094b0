"""The test of the blocking collectives from Fortran, with each call in another form: non-blocking, or persistent.

usage: forms.py nonblocking|persistent PREFIX SOURCE    PREFIX: MPI, or MPIX before Open MPI 5
"""

import re
import sys

form, prefix, source = sys.argv[1:]
NAMES = ("Barrier Bcast Gather Gatherv Scatter Scatterv Allgather Allgatherv Alltoall Alltoallv Alltoallw Reduce Allreduce "
         "Reduce_scatter Reduce_scatter_block Scan Exscan Neighbor_allgather Neighbor_allgatherv Neighbor_alltoall "
         "Neighbor_alltoallv Neighbor_alltoallw").split()
WAIT = "call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)"


def nonblocking(name, arguments):
    return f"call MPI_I{name.lower()}({arguments}, request, ierr); {WAIT}"


def persistent(name, arguments):
    return (f"call {prefix}_{name}_init({arguments}, MPI_INFO_NULL, request, ierr); call MPI_Start(request, ierr); {WAIT}; "
            "call MPI_Request_free(request, ierr)")


made = {"nonblocking": nonblocking, "persistent": persistent}[form]
with open(source, encoding="utf-8") as file:
    text = file.read()
text = re.sub(r"&\s*\n\s*", "", text)  # a call is one line
call = re.compile(rf"call MPI_({'|'.join(NAMES)})\((.*), ierr\)")
text, n = call.subn(lambda m: made(m[1], m[2]), text)
if n < len(NAMES):
    sys.exit(f"forms.py: only {n} calls in {source}")
sys.stdout.write(text)
