"""The faults of faults.md, each made by a small program. tutti's message must name the process, the call and the line.

  faults.py MPI TUTTI PROGRAM [all|third|others [FAULT ...]]

`third` tries every third of the faults that check mode finds, which it does without the MPI library's help, and of the others;
`others` tries those that `third` leaves out.

A row of the table: | fault | processes | found by | names | at | : the expected texts, in backticks, and a piece of the source
line that must be named. A remark is printed once, and the program continues to its end.
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE / "faults.md"
SOURCE = (HERE / "faults.c").read_text().splitlines()
PATIENCE = 60 * int(os.environ.get("SLOWNESS", "1"))  # seconds

mpi, tutti, program = sys.argv[1:4]
part = sys.argv[4] if len(sys.argv) > 4 else "all"
wanted = sys.argv[5:]

# MPICH polls: more processes than processors wait for each other's time slices.
MOST = {"openmpi": 16, "mpich": 4}[mpi]
WATCH = ["--timeout", "2s", "--timeout-abort"]
LAUNCH = {
    "openmpi": "mpirun.openmpi --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 --mca btl self,vader --mca pml ob1 "
               "--mca btl_vader_single_copy_mechanism none -n",
    "mpich": "mpiexec.mpich -n",
}[mpi].split()


def rows():
    for line in PAGE.read_text().splitlines():
        cells = [c.strip() for c in line.strip().strip("|").split("|")]
        if len(cells) == 5 and cells[2] in ("check", "remark", "timeout", "unsafe", "who"):
            yield cells[0], int(cells[1]), cells[2], re.findall(r"`([^`]+)`", cells[3]), cells[4].strip("`")


def line_of(piece):
    at = [k + 1 for k, text in enumerate(SOURCE) if piece in text]
    assert len(at) == 1, f"{piece!r} stands in {len(at)} lines of faults.c"
    return at[0]


def said_of(fault, processes, by):
    job = f"fault-{os.getpid()}-{threading.get_native_id()}"
    env = {k: v for k, v in os.environ.items() if not k.startswith(("TUTTI", "LD_PRELOAD"))}
    env |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "TUTTI_RECORD": job, "TUTTI_MACHINE": "usual"}
    options = {"check": ["--check"], "remark": ["--check"], "timeout": WATCH, "unsafe": ["--check=unsafe", *WATCH], "who": []}[by]
    command = [tutti, "run", "--no-report", *options, *LAUNCH, str(processes), program, fault]
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=PATIENCE, stdin=subprocess.DEVNULL)
        said, status = done.stdout + done.stderr, done.returncode
    except subprocess.TimeoutExpired as late:
        said, status = f"not done after {PATIENCE} s\n{late.stdout}{late.stderr}", 0
    if by == "who":
        said = subprocess.run([tutti, "who", job], capture_output=True, text=True, env=env).stdout
    subprocess.run([tutti, "who", job, "--clear"], capture_output=True, env=env)
    return said, status


def told(row):
    fault, processes, by, *_ = row
    return said_of(fault, min(processes, MOST), by)


tried = [row for row in rows() if not wanted or row[0] in wanted]
found_by = [[row for row in tried if (row[2] == "check") == checks] for checks in (True, False)]
if part != "all":
    tried = [row for rows in found_by for k, row in enumerate(rows) if (k % 3 == 0) == (part == "third")]
failures = 0
with concurrent.futures.ThreadPoolExecutor(6) as jobs:  # which mostly wait: to start, to find out, to end
    answers = list(jobs.map(told, tried))
for (fault, processes, by, names, piece), (said, status) in zip(tried, answers):
    p = min(processes, MOST)
    lacks = [n for n in [*names, f"faults.c:{line_of(piece)}"] if n.replace("P", str(p), 1) not in said and n not in said]
    if by == "remark":
        ended = status == 0 and said.count(names[0]) == 1
    else:  # To some launchers a process that has left has ended well. That of MPICH 4.2 loses the status of processes that abort at the
        # same time, in half of the runs of a program of two processes without tutti.
        ended = status != 0 or by == "who" or (by == "check" and mpi == "mpich" and "\nAbort(" in said)
    if lacks or not ended:
        failures += 1
        print(f"{fault} ({mpi}, {p} processes): exit status {status}, lacks {lacks}\n{said}")
print(f"{mpi}: {len(tried) - failures} of {len(tried)} faults are named")
sys.exit(failures > 0 or not tried)
