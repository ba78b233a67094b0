"""A trace of a program with more communicators than a record has room for. Each call must name its own.

  former.py MPI TUTTI PROGRAM
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

mpi, tutti, program = sys.argv[1:]
PROCESSES, COMMUNICATORS = 3, 450
LAUNCH = {"openmpi": "mpirun.openmpi --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 -n", "mpich": "mpiexec.mpich -n"}[mpi]
environment = {k: v for k, v in os.environ.items() if not k.startswith(("TUTTI", "LD_PRELOAD"))}
environment |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "TUTTI_MACHINE": "usual"}

with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder) / "t.json"
    command = [tutti, "run", "--no-report", "--trace", str(file), *LAUNCH.split(), str(PROCESSES), program, str(COMMUNICATORS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, env=environment)
    if done.returncode != 0:
        sys.exit(f"{command}: status {done.returncode}\n{done.stdout}{done.stderr}")
    trace = json.loads(file.read_text())
    communicators = trace["communicators"]
    calls = {"allreduce": 0, "ibcast": 0}
    for event in trace["traceEvents"]:
        if event["ph"] not in "Xb" or event["name"] not in calls:
            continue
        calls[event["name"]] += 1
        own = communicators[event["args"]["communicator"]]
        k = event["args"]["bytes"] // 4
        if own["name"] != f"number {k}" or own["size"] != (PROCESSES if k % 2 == 0 else 1 + (event["tid"] + 1) % 2):
            sys.exit(f"wrong: a call of {k} ints is on {own}")
    if calls != {"allreduce": PROCESSES * COMMUNICATORS, "ibcast": PROCESSES * (COMMUNICATORS // 3)}:
        sys.exit(f"wrong: {calls}")
