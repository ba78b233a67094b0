"""docs/promises.md names only tests that exist, docs/architecture.md only files and functions. Usage: pages.py CTEST BUILD SOURCE"""

import json
import pathlib
import re
import subprocess
import sys

ctest, build, source = sys.argv[1:]
source = pathlib.Path(source)
wrong = []


def rows(page):
    return [line for line in (source / page).read_text().splitlines() if line.startswith("| ")]


# Without an MPI there are no tests over MPI, and without their packages none of Python and Fortran.
listed = json.loads(subprocess.run([ctest, "--show-only=json-v1"], cwd=build, check=True, capture_output=True, text=True).stdout)
tests = {re.sub(r"\.(openmpi|mpich)(\.\d+)*$", "", t["name"]) for t in listed["tests"]}
promises = rows("docs/promises.md")[1:]
for row in promises:
    named = re.findall(r"`([^`]+)`", row.rsplit("|", 2)[1])
    if not named:
        wrong.append(f"no test: {row}")
    if "collectives" in tests:
        wrong += [f"no such test: {n}" for n in named if n not in tests and n != "mpi4py" and not n.startswith("fortran")]

# A function is looked for in the last file that was named before it in the row, or in the one after it.
named_files = 0
for line in (source / "docs/architecture.md").read_text().splitlines():
    words = re.findall(r"`([^`\s]+)`", line)
    files = [w for w in words if re.match(r"(src|include|docs|scripts|tests)/", w) and not re.search(r"[A-Z]{3}|\*", w)]
    for f in files:
        named_files += 1
        if not (source / f).exists():
            wrong.append(f"docs/architecture.md: there is no {f}")
    texts = "".join((source / f).read_text() for f in files if (source / f).is_file())
    for function in (w[:-2] for w in words if w.endswith("()")):
        if not re.search(rf"\b{function}\(", texts):
            wrong.append(f"docs/architecture.md: no {function}() in {' '.join(files) or 'any file of its line'}")

print(*wrong, sep="\n")
print(f"{len(promises)} promises, {named_files} names of files, {len(wrong)} wrong")
sys.exit(1 if wrong or len(promises) < 20 or named_files < 30 else 0)
