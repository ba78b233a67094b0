#!/usr/bin/env python3
"""All collectives of mpi4py, the pickled and the buffer ones, checked on every process."""

import sys
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
rank, size = comm.Get_rank(), comm.Get_size()
failures = 0


def check(what, found, expected):
    global failures
    if found != expected:
        failures += 1
        print(f"FAILED {what}: rank {rank}: expected {expected}, found {found}", file=sys.stderr)


def ints(*values):
    return array("i", values)


def thing(source, target=0):
    """An object that takes more room on some processes than on others."""
    return {"from": source, "to": target, "text": "x" * (100 * source)}


def pickled():
    for root in range(size):
        check("bcast", comm.bcast(thing(root) if rank == root else None, root), thing(root))
        found = comm.gather(thing(rank), root)
        check("gather", found, [thing(r) for r in range(size)] if rank == root else None)
        found = comm.scatter([thing(root, r) for r in range(size)] if rank == root else None, root)
        check("scatter", found, thing(root, rank))
        found = comm.reduce([rank], MPI.SUM, root)  # lists: not commutative
        check("reduce", found, list(range(size)) if rank == root else None)
    comm.barrier()
    check("allgather", comm.allgather(thing(rank)), [thing(r) for r in range(size)])
    found = comm.alltoall([thing(rank, r) for r in range(size)])
    check("alltoall", found, [thing(r, rank) for r in range(size)])
    check("allreduce", comm.allreduce([rank], MPI.SUM), list(range(size)))
    check("allreduce, maximum", comm.allreduce(rank, MPI.MAX), size - 1)
    check("scan", comm.scan([rank], MPI.SUM), list(range(rank + 1)))
    found = comm.exscan([rank], MPI.SUM)
    check("exscan", found, list(range(rank)) if rank else None)


def buffers():
    counts = [r % 3 for r in range(size)]
    starts = [3 * (size - 1 - r) for r in range(size)]
    everything = ints(*(r * 10 + i for r in range(size) for i in range(3)))
    mine = ints(*(rank * 10 + i for i in range(3)))
    total = sum(range(size))

    def zeros(n):
        return ints(*[0] * n)

    def placed():
        result = zeros(3 * size)
        for r in range(size):
            for i in range(counts[r]):
                result[starts[r] + i] = r * 10 + i
        return result

    comm.Barrier()
    for root in range(size):
        data = everything[:] if rank == root else zeros(3 * size)
        comm.Bcast(data, root)
        check("Bcast", data, everything)
        found = zeros(3 * size)
        comm.Gather(mine, found if rank == root else None, root)
        check("Gather", found, everything if rank == root else zeros(3 * size))
        found = zeros(3 * size)
        comm.Gatherv([mine, counts[rank], MPI.INT], [found, counts, starts, MPI.INT] if rank == root else None, root)
        check("Gatherv", found, placed() if rank == root else zeros(3 * size))
        found = zeros(3)
        comm.Scatter(everything if rank == root else None, found, root)
        check("Scatter", found, mine)
        found = zeros(counts[rank])
        comm.Scatterv([placed(), counts, starts, MPI.INT] if rank == root else None, found, root)
        check("Scatterv", found, mine[: counts[rank]])
        found = mine[:] if rank == root else zeros(3)
        comm.Reduce(MPI.IN_PLACE if rank == root else mine, found if rank == root else None, MPI.SUM, root)
        check("Reduce", found, ints(*(10 * total + i * size for i in range(3))) if rank == root else zeros(3))
    found = zeros(3 * size)
    comm.Allgather(mine, found)
    check("Allgather", found, everything)
    found = zeros(3 * size)
    comm.Allgatherv([mine, counts[rank], MPI.INT], [found, counts, starts, MPI.INT])
    check("Allgatherv", found, placed())
    out = ints(*(rank * 100 + r for r in range(size)))
    transposed = ints(*(r * 100 + rank for r in range(size)))
    found = zeros(size)
    comm.Alltoall(out, found)
    check("Alltoall", found, transposed)
    found = zeros(size)
    ones, steps = [1] * size, list(range(size))
    comm.Alltoallv([out, ones, steps, MPI.INT], [found, ones, steps, MPI.INT])
    check("Alltoallv", found, transposed)
    found = zeros(size)
    where = ([1] * size, [4 * r for r in range(size)])
    comm.Alltoallw([out, where, [MPI.INT] * size], [found, where, [MPI.INT] * size])
    check("Alltoallw", found, transposed)
    found = mine[:]
    comm.Allreduce(MPI.IN_PLACE, found, MPI.SUM)
    check("Allreduce", found, ints(*(10 * total + i * size for i in range(3))))
    found = zeros(3)
    comm.Reduce_scatter_block(everything, found, MPI.SUM)
    check("Reduce_scatter_block", found, ints(*(size * x for x in mine)))
    found = zeros(3)
    comm.Reduce_scatter(everything, found, [3] * size, MPI.SUM)
    check("Reduce_scatter", found, ints(*(size * x for x in mine)))
    found = zeros(3)
    comm.Scan(mine, found, MPI.SUM)
    check("Scan", found, ints(*(10 * sum(range(rank + 1)) + i * (rank + 1) for i in range(3))))
    found = zeros(3)
    comm.Exscan(mine, found, MPI.SUM)
    check("Exscan", found, ints(*(10 * sum(range(rank)) + i * rank for i in range(3))))


def own_operator():
    """Composition of maps x -> a x + b: not commutative; a Python function as the operator."""

    def compose(left, right, datatype):
        a, b = memoryview(left).cast("i"), memoryview(right).cast("i")
        b[0], b[1] = a[0] * b[0] % 101, (a[0] * b[1] + a[1]) % 101

    op = MPI.Op.Create(compose, commute=False)
    found = ints(0, 0)
    pair = MPI.INT.Create_contiguous(2).Commit()
    comm.Allreduce([ints(rank + 2, rank), 1, pair], [found, 1, pair], op)
    expected = [1, 0]
    for r in range(size):
        expected = [expected[0] * (r + 2) % 101, (expected[0] * r + expected[1]) % 101]
    check("Allreduce, own operator", list(found), expected)
    op.Free()
    pair.Free()


pickled()
buffers()
own_operator()
failures = comm.allreduce(failures)
if rank == 0 and failures == 0:
    print("all right")
sys.exit(failures > 0)
