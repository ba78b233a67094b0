"""Every test that docs/promises.md names exists. Usage: promises.py CTEST BUILD SOURCE"""

import json
import pathlib
import re
import subprocess
import sys

ctest, build, source = sys.argv[1:]
listed = json.loads(subprocess.run([ctest, "--show-only=json-v1"], cwd=build, check=True, capture_output=True, text=True).stdout)
tests = {t["name"] for t in listed["tests"]}
over_mpi = any(name.endswith(".2") for name in tests)
plain = {re.sub(r"\.(openmpi|mpich)(\.\d+)*$", "", name) for name in tests}
rows = [line for line in pathlib.Path(source, "docs/promises.md").read_text().splitlines()
        if line.startswith("| ") and not line.startswith("| promise")]
missing = []
for row in rows:
    named = re.findall(r"`([^`]+)`", row.rsplit("|", 2)[1])
    if not named:
        missing.append(f"no test: {row}")
    # Without an MPI, or without Python's or Fortran's, some tests are not there; one that is never there is none.
    missing += [f"no such test: {n}" for n in named if n not in plain and over_mpi and n != "mpi4py" and not n.startswith("fortran")]
print(*missing, sep="\n")
print(f"{len(rows)} promises, {len(missing)} not held")
sys.exit(1 if missing or len(rows) < 20 else 0)
