"""Logistic regression by gradient descent over mpi4py: each step sums a gradient of 20,001 numbers over the processes."""
import numpy
from mpi4py import MPI

world = MPI.COMM_WORLD
columns, rows = 20000, 400
own = range(world.rank * rows // world.size, (world.rank + 1) * rows // world.size)
x = numpy.array([numpy.random.default_rng(row).standard_normal(columns) for row in own])
truth = numpy.random.default_rng(4711).standard_normal(columns)
y = (x @ truth > 0).astype(float)
w = numpy.zeros(columns)
sums = numpy.empty(columns + 1)
for step in range(@size@):
    margin = x @ w
    chance = 1 / (1 + numpy.exp(-margin))
    loss = numpy.sum(numpy.logaddexp(0, margin) - y * margin)
    world.Allreduce(numpy.append(x.T @ (chance - y), loss), sums)
    w -= 1e-4 * sums[:-1]
    if world.rank == 0 and step % 10 == 9:
        print("step %d loss %.10f" % (step + 1, sums[-1]))
