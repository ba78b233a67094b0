"""What tutti brings a program: tutti run --compare, and the times of the MPI library that a profile adds to the report.

  compared_runs.py MPI TUTTI PROGRAM SLOW_ALGORITHM
"""

import json
import math
import pathlib
import subprocess
import sys
import tempfile

from launchers import ENVIRONMENT, LAUNCHERS

mpi, tutti, program, slow_algorithm = sys.argv[1:]
LAUNCH = LAUNCHERS[mpi] + " 2"
environment = ENVIRONMENT
OPERATIONS = 50


def expect(right, what):
    if not right:
        sys.exit(f"wrong: {what}")


with tempfile.TemporaryDirectory() as folder:
    gain = pathlib.Path(folder) / "gain.json"
    kept = pathlib.Path(folder) / "kept"
    kept.mkdir()

    def compared(*options, status=0, env=environment):
        done = subprocess.run([tutti, "run", *options, *LAUNCH.split(), program, "0", str(OPERATIONS)], capture_output=True, text=True,
                              timeout=120, env=env)
        expect(done.returncode == status and done.stdout.count("inside for others") == 6, (options, done))
        return done.stderr

    compared("--compare", f"--report={gain}")
    found = json.loads(gain.read_text())
    expect(found["processes"] == 2 and found["first"]["name"] == "native" and found["second"]["name"] == "tutti", found)
    expect(abs(found["confidence"] - 0.9) < 1e-9 and {"blocking_collectives", "program", "command"} == set(found["totals"]), found)
    lines = {(l["collective"], l["communicator"]): l for l in found["lines"]}
    expect(set(lines) == {("allreduce", "all of us"), ("barrier", "MPI_COMM_WORLD"), ("reduce", "MPI_COMM_WORLD")}, lines.keys())
    one = lines["allreduce", "all of us"]
    source = (pathlib.Path(__file__).parent / "late.c").read_text().splitlines()
    line = [k + 1 for k, text in enumerate(source) if "MPI_Allreduce(" in text][0]
    expect(one["called_at"] == f"late.c:{line}" and one["calls"] == [2 * OPERATIONS] * 2, one)
    expect(one["served_by"][0] == ["native"] and one["served_by"][1] != ["native"], one)
    expect(all(len(side) == 3 and min(side) > 0 for side in one["seconds"]), one)

    # A planted slow case comes first: an algorithm that sleeps for 20 ms in each call.
    planted = {**environment, "TUTTI_PLUGIN": slow_algorithm}
    table = compared("--compare", "--set", "allreduce=slow", env=planted).splitlines()
    head = [k for k, text in enumerate(table) if text.startswith("collective ")][0]
    expect(table[head + 1].startswith("allreduce ") and " slower " in table[head + 1] and table[head + 1].endswith(" slow"), table)

    # By sizes there is no trace, and reports say how long the program and its collectives took.
    said = compared("--compare", "--by", "size", f"--report={kept}", "--set", "allreduce=native")
    expect("program" in said and "all blocking" in said and "waiting in" not in said, said)
    for file in kept.iterdir():
        counts = json.loads(file.read_text())
        served = {r["collective"]: r["served_by"] for r in counts["rows"]}
        expect((served["barrier"] == "native") == file.name.startswith("native") and served["allreduce"] == "native", (file, served))
        expect(0 < counts["times"]["blocking_collectives_seconds"] < counts["times"]["program_seconds"], counts["times"])
    again = subprocess.run([tutti, "compare", *sorted(map(str, kept.glob("native-*"))), "--with", *sorted(map(str, kept.glob("tutti-*")))],
                           capture_output=True, text=True, check=True)
    expect("tutti (3 runs) against native (3 runs), 2 processes" in again.stdout, again)

    # With a profile, the report has the times of the MPI library for the same calls: where the profile has measured them.
    def tuned(*points):
        profile = pathlib.Path(folder) / "tuned.json"
        subprocess.run([tutti, "tune", "allreduce", "--bytes", "8,16", "--repetitions", "3", "--budget", "1s", "-o", profile, "--",
                        *LAUNCH.split()], check=True, capture_output=True, timeout=120, env=environment)
        all = json.loads(profile.read_text())
        for entry in all["entries"]:
            entry["points"] = list(points)
            entry["steps"] = [{"from": 0, "use": "recursive_doubling"}]
        profile.write_text(json.dumps(all))
        report = pathlib.Path(folder) / "served.json"
        subprocess.run([tutti, "run", "--profile", profile, f"--report={report}", *LAUNCH.split(), program, "0", str(OPERATIONS)],
                       check=True, capture_output=True, timeout=120, env=environment)
        table = subprocess.run([tutti, "run", "--profile", profile, *LAUNCH.split(), program, "0", str(OPERATIONS)], check=True,
                               capture_output=True, text=True, timeout=120, env=environment).stderr
        return {r["collective"]: r for r in json.loads(report.read_text())["rows"]}, table

    rows, table = tuned({"bytes": 4, "seconds": {"native": 1e-6}}, {"bytes": 19, "seconds": {"native": 4e-6}})
    # 8 bytes: log(9 / 5) / log(20 / 5) of the way from 4 to 19 bytes.
    share = math.log(9 / 5) / math.log(20 / 5)
    expect(abs(rows["allreduce"]["native_seconds"] / (OPERATIONS * 1e-6 * 4 ** share) - 1) < 1e-6, rows["allreduce"])
    expect(rows["allreduce"]["native_from"].startswith("measured, ") and "native_seconds" not in rows["barrier"], rows)
    expect("native would take" in table and "speed-up" in table and "as measured in" in table, table)
    rows, table = tuned({"bytes": 16, "seconds": {"native": 1e-6}})
    expect("native_seconds" not in rows["allreduce"] and "native would take" not in table, (rows, table))
    print("as expected")
