"""A trace of a program in which a different process is late in each operation. Each of them must be named.

  waiting.py MPI TUTTI PROGRAM
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from launchers import ENVIRONMENT, LAUNCHERS

mpi, tutti, program = sys.argv[1:]
PROCESSES, OPERATIONS, DELAY = 4, 40, 20000  # microseconds
LAUNCH = LAUNCHERS[mpi]
environment = ENVIRONMENT


def run(*command, status=0, **more):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=120, env=environment | more)
    if done.returncode != status:
        sys.exit(f"{command}: status {done.returncode}, expected {status}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def expect(right, what):
    if not right:
        sys.exit(f"wrong: {what}")


def late_in(trace):
    """The last process to enter each operation."""
    entered = {}  # when, and who
    for e in json.loads(trace.read_text())["traceEvents"]:
        if e["ph"] == "X" and e["name"] == "allreduce":
            entered.setdefault(e["args"]["number"], []).append((e["ts"], e["tid"]))
    expect(len(entered) == OPERATIONS and all(len(o) == PROCESSES for o in entered.values()), "calls are missing")
    return [max(entered[k])[1] for k in sorted(entered)]


with tempfile.TemporaryDirectory() as folder:
    # As two nodes, whose clocks are compared, although they are one.
    for node_size in 0, 2:
        trace = pathlib.Path(folder) / f"trace{node_size}.json"
        for delay in DELAY, 10 * DELAY:  # a busy machine may delay others by more than the first
            said = run(tutti, "run", "--no-report", "--trace", trace, *LAUNCH.split(), PROCESSES, program, delay, OPERATIONS,
                       **({"TUTTI_NODE_SIZE": str(node_size)} if node_size else {}))
            expect("waiting in blocking collectives" in said and "allreduce" in said, said)
            named = late_in(trace)
            if named == [k % PROCESSES for k in range(OPERATIONS)]:
                break
        else:
            sys.exit(f"wrong: late were others: {named}")
        by_site = run(tutti, "waiting", trace, "--by", "site")
        line = [k + 1 for k, text in enumerate((pathlib.Path(__file__).parent / "late.c").read_text().splitlines())
                if "MPI_Allreduce(" in text][0]
        expect(f"late.c:{line} allreduce" in by_site, by_site)
        expect("all of us" in run(tutti, "waiting", trace, "--by", "communicator"), "the communicator's name")
        arrival = pathlib.Path(folder) / "arrival.json"
        run(tutti, "waiting", trace, "--only", "allreduce", "--arrival", arrival)
        expect("binomial" in run(tutti, "predict", "bcast", "--p", PROCESSES, "--arrival", f"measured:{arrival}"), "predict --arrival")
        expect("no such line" in run(tutti, "waiting", trace, "--only", "bcast", "--arrival", arrival, status=2), "--only bcast")
        expect("for 3" in run(tutti, "waiting", trace, "--matrix"), "the matrix")

    # More calls than the recorder's ring has, of a program that needs no time.
    trace = pathlib.Path(folder) / "long.json"
    run(tutti, "run", "--no-report", "--trace", trace, *LAUNCH.split(), 2, program, 0, 1000)
    calls = sum(e["ph"] == "X" and e["name"] == "allreduce" for e in json.loads(trace.read_text())["traceEvents"])
    expect(calls == 2000, f"{calls} allreduces of 2000")

    # The second table of the run itself, with a trace that nobody keeps.
    by_site = run(tutti, "run", "--no-report", "--by", "site", *LAUNCH.split(), 2, program, 0, 10)
    expect(f"late.c:{line} allreduce" in by_site, by_site)
    expect("expected collective, communicator or site" in run(tutti, "run", "--by", "place", *LAUNCH.split(), 2, program, status=2), "--by")

    expect("--trace needs the recorder" in run(tutti, "run", "--no-recorder", "--trace", trace, *LAUNCH.split(), 2, program, status=2),
           "no recorder")
    said = run(*LAUNCH.split(), 2, "env", f"LD_PRELOAD={pathlib.Path(tutti).parents[1]}/lib/libtutti-{mpi}.so", program, 0, 2,
               TUTTI_TRACE=str(pathlib.Path(folder) / "none.json"))
    expect("no trace" in said, said)

    # While it runs: nothing notes times until somebody asks.
    said = run(tutti, "run", "--no-report", "--report-every", "400ms", *LAUNCH.split(), PROCESSES, program, DELAY, 60)
    expect("tutti: after" in said and f"late.c:{line} allreduce" in said and "waited for" in said, said)
    job = f"waiting-{os.getpid()}"
    runs = subprocess.Popen([tutti, "run", "--no-report", *LAUNCH.split(), str(PROCESSES), program, str(DELAY), "200"],
                            env=environment | {"TUTTI_RECORD": job}, stdout=subprocess.DEVNULL)
    while job not in run(tutti, "who", "--list"):
        time.sleep(0.05)
    said = run(tutti, "who", job, "--waiting", "--for", "1s")
    expect(f"late.c:{line} allreduce" in said, said)
    expect(runs.wait(timeout=120) == 0, "the program")
