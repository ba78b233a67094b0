"""Krylov solvers of PETSc on a diffusion equation whose coefficients jump: for each, the number of iterations, and the norms of the
residuals as a checksum of their bits.

    python3 petsc_iterations.py [-side 40]
"""

import sys
import zlib

import petsc4py

petsc4py.init(sys.argv)
from petsc4py import PETSc  # noqa: E402

side = PETSc.Options().getInt("side", 40)  # unknowns on a grid of side x side points, row by row


def coefficient(x, y):
    return 1000.0 if (x // 7 + y // 5) % 3 == 0 else 0.1 + (x * y % 11) / 7


matrix = PETSc.Mat().createAIJ([side * side, side * side], nnz=5)
for row in range(*matrix.getOwnershipRange()):
    x, y = row % side, row // side
    here = 1e-3
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        weight = (coefficient(x, y) + coefficient(x + dx, y + dy)) / 2
        here += weight
        if 0 <= x + dx < side and 0 <= y + dy < side:
            matrix.setValue(row, row + dx + side * dy, -weight)
    matrix.setValue(row, row, here)
matrix.assemble()
right, solution = matrix.createVecs()
for row in range(*right.getOwnershipRange()):
    right.setValue(row, 1 + row * row % 97 / 89)
right.assemble()

for method in ("cg", "pipecg", "bcgs", "gmres", "minres"):
    solver = PETSc.KSP().create()
    solver.setOperators(matrix)
    solver.setType(method)
    solver.getPC().setType("jacobi")
    solver.setTolerances(rtol=1e-10, max_it=3000)
    solver.setConvergenceHistory()
    solution.set(0.0)
    solver.solve(right, solution)
    norms = solver.getConvergenceHistory()
    if PETSc.COMM_WORLD.getRank() == 0:
        bits = zlib.crc32(" ".join(float(x).hex() for x in norms).encode())
        print(f"{method} {len(norms) - 1} iterations, norms {bits:08x}")
