"""Eigenvalues of a Laplacian by SLEPc: sums in each step of the Krylov method."""
import sys
import slepc4py
slepc4py.init(sys.argv)
from petsc4py import PETSc
from slepc4py import SLEPc

n = @size@
a = PETSc.Mat().createAIJ([n * n, n * n], nnz=5)
a.setUp()
first, last = a.getOwnershipRange()
for k in range(first, last):
    i, j = divmod(k, n)
    a[k, k] = 4.0
    for y, x in ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)):
        if 0 <= y < n and 0 <= x < n:
            a[k, y * n + x] = -1.0
a.assemble()
solver = SLEPc.EPS().create()
solver.setOperators(a)
solver.setProblemType(SLEPc.EPS.ProblemType.HEP)
solver.setDimensions(8)
solver.setWhichEigenpairs(SLEPc.EPS.Which.SMALLEST_REAL)
solver.setTolerances(1e-6, 2000)
start = a.createVecRight()
start.set(1.0)
solver.setInitialSpace(start)
solver.setFromOptions()
solver.solve()
PETSc.Sys.Print("iterations", solver.getIterationNumber())
for k in range(8):
    PETSc.Sys.Print("eigenvalue %.12f" % solver.getEigenvalue(k).real)
