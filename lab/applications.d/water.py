"""A molecule of water on a real-space grid by GPAW: domains exchange borders, sums over all processes."""
from ase import Atoms
from gpaw import GPAW
from gpaw.mpi import world

water = Atoms("OHH", [(3.0, 3.0, 3.1), (3.0, 3.76, 2.5), (3.0, 2.24, 2.5)], cell=(6, 6, 6))
water.calc = GPAW(h=@size@, xc="LDA", mode="fd", txt="-", convergence={"energy": 1e-4})
energy = water.get_potential_energy()
if world.rank == 0:
    print("\nenergy %.6f" % energy, flush=True)
