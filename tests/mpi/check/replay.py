"""A recorded run, with tutti and without, is replayed: what the trace says of each call, and that every call is replayed.

  replay.py MPI TUTTI PROGRAM
"""

import json
import pathlib
import subprocess
import sys
import tempfile

from launchers import ENVIRONMENT, LAUNCHERS

mpi, tutti, program = sys.argv[1:]
PROCESSES, ROUNDS = 3, 20
LAUNCH = LAUNCHERS[mpi]
environment = ENVIRONMENT


def run(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=120, env=environment)
    if done.returncode != 0:
        sys.exit(f"{command}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def expect(right, what):
    if not right:
        sys.exit(f"wrong: {what}")


# Bytes of each process's own part of a call, in the order of ranks. The root of a gatherv has a block, too.
OWN = {"allreduce": [800] * 3, "bcast": [240] * 3, "allgatherv": [80, 160, 240], "gatherv": [80, 160, 240],
       "alltoallv": [240] * 3, "alltoall": [20] * 3, "iallreduce": [40] * 3, "exscan": [24] * 3}
OPERATORS = {"allreduce": "commutative", "iallreduce": "exact", "exscan": "exact"}

with tempfile.TemporaryDirectory() as folder:
    for off in [["--off"], []]:
        trace = pathlib.Path(folder) / f"trace{len(off)}.json"
        run(tutti, "run", *off, "--no-report", "--trace", trace, *LAUNCH.split(), PROCESSES, program)
        written = json.loads(trace.read_text())
        expect(written["otherData"]["mpi"] in ("Open MPI", "MPICH"), "the MPI library")
        members = {c["name"]: c["inter"] if "inter" in c else c["members"] for c in written["communicators"]}
        members.pop("mine only", None)  # with MPICH, its processes meet in MPI_Intercomm_create
        expect(members == {"MPI_COMM_WORLD": [[0, 2, 1]], "reversed": [[2, 0, -1]], "both": True}, members)
        between_groups = [c["name"] for c in written["communicators"]].index("both")
        calls = [e for e in written["traceEvents"] if e["ph"] in ("X", "b")]
        expect(len(calls) == PROCESSES * (ROUNDS * 9 + 1), f"{len(calls)} calls")
        for e in calls:
            data = e["args"].get("data")
            # The root of a gatherv sends a block, and receives all.
            expect(e["name"] == "barrier" or data == (OWN[e["name"]][e["tid"]]), e)
            expect(e["args"].get("operator") == OPERATORS.get(e["name"]), e)
            if not off and e["args"]["communicator"] != between_groups:  # exscan is among the last ones in the catalogue
                expect(e["args"]["algorithm"].startswith(e["name"].removeprefix("i") + "."), e)
        replayed = json.loads(run(tutti, "replay", trace, "--json"))
        # The end of a native call that does not block is that of the program's wait for it.
        expect(replayed["calls_not_replayed"] == PROCESSES, replayed["notes"])
        expect("3 calls on inter-communicators not replayed" in replayed["notes"], replayed["notes"])
        expect(replayed["calls"] == len(calls) - PROCESSES and replayed["calls_as_measured"] == 0, replayed)
        # All processes receive the same blocks: there is one table.
        expect(written["tables"] == [[40, 80, 120]], written["tables"])
        expect(all(e["args"].get("table") == (0 if e["name"] == "alltoallv" else None) for e in calls), "tables")
        expect(replayed["guessed_calls"] == (replayed["calls"] if off else 0), replayed)
        whole = {name: r["whole_seconds"] for name, r in replayed["replays"].items()}
        expect(all(r["unordered"] == 0 for r in replayed["replays"].values()), replayed["replays"])
        expect(0 < whole["free"] <= min(whole.values()) * (1 + 1e-9) or whole["together"] < whole["free"], whole)
        names = {line["name"].split(",")[0] for line in replayed["lines"]}
        expect(names == {"allreduce", "bcast", "allgatherv", "gatherv", "alltoallv", "alltoall", "barrier", "exscan"}, names)

    # The algorithm and the bytes of collectives of neighbours are recorded, too: of the first call, in which the processes agree on
    # their graph, and of later ones.
    trace = pathlib.Path(folder) / "neighbours.json"
    run(tutti, "run", "--no-report", "--trace", trace, *LAUNCH.split(), PROCESSES, program, "neighbours")
    calls = [e for e in json.loads(trace.read_text())["traceEvents"] if e["ph"] in ("X", "b")]
    expect(len(calls) == PROCESSES * ROUNDS * 2, f"{len(calls)} calls of neighbours")
    for e in calls:
        collective = e["name"].removeprefix("i")
        expect(e["args"].get("algorithm", "").startswith(collective + ".") and e["args"].get("bytes") == 24, e)
print("replayed")
