"""Every function of MPI that the installed mpi.h declares is either defined by tutti or known to need nothing.

    functions.py MPICC

What tutti defines is in src/mpi/library/signatures.txt, and what needs nothing in functions.txt beside this file. A new
release of an MPI library may have functions that are in neither. Each that can wait for another process, or test for
something, has to make progress on tutti's operations. MPIX_ and MPI_T_ functions are not looked at.
"""

import pathlib
import re
import subprocess
import sys

here = pathlib.Path(__file__).resolve().parent
root = here.parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(root / "scripts"))
from from_signatures import table  # noqa: E402


def declared(mpicc):
    header = subprocess.run([mpicc, "-E", "-x", "c", "-"], input="#include <mpi.h>\n", capture_output=True, text=True,
                            check=True).stdout
    names = re.findall(r"\bint\s+MPI_(\w+)\s*\(", header)
    conversions = r"T_.*|.*(c2f|f2c|f082c|c2f08|f2f08|f082f|fromint|toint|_function|_fn)"
    return {n.removesuffix("_c") for n in names if not re.fullmatch(conversions, n)}


def known():
    functions = table.read(root / "src/mpi/library/signatures.txt")
    collectives = table.collectives(functions)
    defined = {g.name for f in functions for g in (table.all_forms(f) if f in collectives else [f])}
    listed = [line for line in (here / "functions.txt").read_text().splitlines() if not line.startswith(("#", "["))]
    needless = " ".join(listed).split()
    twice = defined.intersection(needless) | {n for n in needless if needless.count(n) > 1}
    return defined.union(needless), twice


names, twice = known()
unknown = declared(sys.argv[1]) - names
if twice:
    print("FAILED: in both lists, or twice in one:", *sorted(twice))
if unknown:
    print(f"FAILED: mpi.h of {sys.argv[1]} declares functions that have not been looked at. Those that can wait or test belong "
          "into signatures.txt, the others into functions.txt:", *sorted(unknown))
sys.exit(1 if twice or unknown else 0)
