"""A trace of a program with more communicators and persistent operations than a record has room for. Each call must name its own.

  former.py MPI TUTTI PROGRAM
"""

import json
import pathlib
import subprocess
import sys
import tempfile

from launchers import ENVIRONMENT, LAUNCHERS

mpi, tutti, program = sys.argv[1:]
PROCESSES, COMMUNICATORS = 3, 450
LAUNCH = LAUNCHERS[mpi]
environment = ENVIRONMENT

with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder) / "t.json"
    command = [tutti, "run", "--no-report", "--trace", str(file), *LAUNCH.split(), str(PROCESSES), program, str(COMMUNICATORS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, env=environment)
    if done.returncode != 0:
        sys.exit(f"{command}: status {done.returncode}\n{done.stdout}{done.stderr}")
    trace = json.loads(file.read_text())
    communicators = trace["communicators"]
    calls = {"allreduce": 0, "ibcast": 0}
    starts = 0  # of persistent operations
    for event in trace["traceEvents"]:
        if event["ph"] == "b" and event["args"]["communicator"] >= 0:
            starts += communicators[event["args"]["communicator"]]["name"].endswith(", persistent bcast")
        if event["ph"] not in "Xb" or event["name"] not in calls:
            continue
        calls[event["name"]] += 1
        own = communicators[event["args"]["communicator"]]
        k = event["args"]["bytes"] // 4
        if own["name"] != f"number {k}" or own["size"] != (PROCESSES if k % 2 == 0 else 1 + (event["tid"] + 1) % 2):
            sys.exit(f"wrong: a call of {k} ints is on {own}")
    if calls != {"allreduce": PROCESSES * COMMUNICATORS, "ibcast": PROCESSES * (COMMUNICATORS // 3)}:
        sys.exit(f"wrong: {calls}")
    if starts != PROCESSES * (COMMUNICATORS // 2):
        sys.exit(f"wrong: {starts} starts of persistent broadcasts")
