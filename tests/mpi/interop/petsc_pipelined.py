"""Krylov solvers of PETSc that hide reductions behind other work: each sum is an MPI_Iallreduce, begun before a product with the
matrix and waited for after it. Prints the norm of each residual.

    python3 petsc_pipelined.py [-side 40] [-times]     -times: how long each solver takes, and not the residuals
"""

import sys
import time

import petsc4py

petsc4py.init(sys.argv)
from petsc4py import PETSc  # noqa: E402

side = PETSc.Options().getInt("side", 40)  # a Laplacian on a grid of side x side points
times = PETSc.Options().hasName("times")
grid = PETSc.DMDA().create([side, side], stencil_width=1)
matrix = grid.createMatrix()
first, last = matrix.getOwnershipRange()
ordering = grid.getAO()
for row in range(side * side):
    here = ordering.app2petsc([row])[0]
    if not first <= here < last:
        continue
    x, y = row % side, row // side
    near = [y * side + x + d for d in (-1, 1) if 0 <= x + d < side]
    near += [(y + d) * side + x for d in (-1, 1) if 0 <= y + d < side]
    matrix.setValue(here, here, 4.0)
    for other in ordering.app2petsc(near):
        matrix.setValue(here, other, -1.0)
matrix.assemble()
right, solution = matrix.createVecs()
right.set(1.0)

for method in ("pipecg", "groppcg", "pipecr"):
    solver = PETSc.KSP().create()
    solver.setOperators(matrix)
    solver.setType(method)
    solver.getPC().setType("jacobi")
    solver.setTolerances(rtol=1e-8)
    solver.setConvergenceHistory()
    solution.set(0.0)
    PETSc.COMM_WORLD.barrier()
    begin = time.perf_counter()
    solver.solve(right, solution)
    took = time.perf_counter() - begin
    residual = right.duplicate()
    matrix.mult(solution, residual)
    residual.aypx(-1.0, right)
    if PETSc.COMM_WORLD.getRank() == 0 and solver.getConvergedReason() <= 0:
        print(f"{method}: did not converge")
    norms = solver.getConvergenceHistory()
    error = residual.norm() / right.norm()
    if PETSc.COMM_WORLD.getRank() == 0 and times:
        print(f"{method} {took:.4f} s, {len(norms)} iterations, error {error:.3e}")
    elif PETSc.COMM_WORLD.getRank() == 0:
        for i, norm in enumerate(norms):
            print(f"{method} {i} {norm:.15e}")
        print(f"{method} error {error:.3e}")
