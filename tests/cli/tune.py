# `tutti tune` in virtual time, where there is no native: the profile's steps are the best of what was measured.
import json
import pathlib
import tempfile

from expect import check, end
from recorded import call

with tempfile.TemporaryDirectory() as folder:
    profile, times = pathlib.Path(folder) / "tuned.json", pathlib.Path(folder) / "times.csv"
    on = "--p 16 --model linear:alpha=2us,beta=1ns"
    run = f"tune alltoall allgatherv gatherv reduce {on} --bytes 8,1K,1M --op commutative,ordered --times {times} -o {profile}"
    check(run, out=["alltoall", "commutative", "ordered", "equal", "unequal"])
    made = json.loads(profile.read_text())
    assert made["format"] == "tutti profile" and made["mpi"] == "virtual time", made
    entries = {(e["collective"], e.get("operator"), e.get("lengths")): e for e in made["entries"]}
    assert set(entries) == {("alltoall", None, None), ("allgatherv", None, "equal"), ("allgatherv", None, "unequal"),
                            ("gatherv", None, None), ("reduce", "commutative", None), ("reduce", "ordered", None)}, entries
    assert all(e["p"] == 16 and e["per_node"] == 1 for e in entries.values())
    assert len(entries["gatherv", None, None]["steps"]) == 1, entries["gatherv", None, None]
    for e in entries.values():
        if e["collective"] == "gatherv":
            continue
        # At each measured size nothing else was faster by more than what hysteresis tolerates.
        for point in e["points"]:
            step = [s for s in e["steps"] if s["from"] <= point["bytes"]][-1]
            assert point["seconds"][step["use"]] <= 1.1 * min(point["seconds"].values()), (e["collective"], point, step)
    steps = entries["alltoall", None, None]["steps"]
    assert len(steps) > 1 and steps[0]["use"] != steps[-1]["use"], steps
    # It is chosen by, measured once, and made again from its times.
    check(f"explain alltoall --p 16 --bytes 1M --profile {profile}", out=[steps[-1]["use"], "tutti tune measures it"])
    text = times.read_text()
    check(run)
    assert times.read_text() == text
    first = profile.read_text()
    assert [e["steps"] for e in json.loads(first)["entries"]] == [e["steps"] for e in made["entries"]]
    check(f"tune --from {times} -o {profile}")
    assert profile.read_text() == first
    # More candidates, fewer candidates.
    check(f"tune bcast {on} --bytes 1K --candidates 1", out='"points"')
    check(f"tune bcast {on} --bytes 1K --candidates 1 -o {profile}", out="bcast")
    assert len(json.loads(profile.read_text())["entries"][0]["points"][0]["seconds"]) == 1
    check(f"tune bcast {on} --bytes 1K --candidates 99 --within 1e9 -o {profile}", out="bcast")
    assert len(json.loads(profile.read_text())["entries"][0]["points"][0]["seconds"]) > 6

    # A file with native: native stays where nothing is surely as fast.
    times.unlink()
    check(f"bench bcast.chain bcast.binomial {on} --bytes 8,1M --no-table -o {times}")
    rows = times.read_text().splitlines()
    natives = []
    for row in rows:
        if row[0].isdigit() and ",chain," in row:
            cells = row.split(",")
            factor = 0.5 if cells[8] == "8" else 2
            cells[4], cells[5], cells[15] = "native", "", str(float(cells[15]) * factor)
            if cells[8] == "8":
                cells[15] = "1e-09"
            natives.append(",".join(cells))
    times.write_text("\n".join(rows + natives) + "\n")
    check(f"tune --from {times} -o {profile}", out=["native"])
    steps = json.loads(profile.read_text())["entries"][0]["steps"]
    assert steps[0]["use"] == "native" and steps[-1]["use"] != "native", steps

    times.unlink()
    check(f"bench ping_pong --p 2 --bytes 8 --no-table -o {times}")
    check(f"tune --from {times}", status=2, err="no calls of collectives")
    check(f"tune --from {times} --p 7", status=2, err="no measurements with 7 processes")
    check(f"tune bcast --from {times}", status=2, err="WHAT has no effect with --from, which measures nothing")
    check(f"tune --from {times} --times {times}", status=2, err="--times has no effect with --from")
    check(f"tune --from {times} -- mpirun -n 2", status=2, err="-- mpirun has no effect with --from")

# The calls of a recorded program, the ones that cost it most first; the others are on communicators of other sizes.
with tempfile.TemporaryDirectory() as folder:
    trace, profile, times = (pathlib.Path(folder) / name for name in ("t.json", "tuned.json", "times.csv"))
    trace.write_text(json.dumps({
        "displayTimeUnit": "ns",
        "otherData": {"format": "tutti trace", "version": 1, "program": "app", "mpi": "Open MPI", "processes": 4},
        "communicators": [{"name": "MPI_COMM_WORLD", "size": 4, "members": [[0, 3, 1]]}, {"name": "two", "size": 2, "members": [[0, 1, 1]]}],
        "sites": [{"file": "app", "offset": 16}],
        "ranks": [{"rank": r, "host": "a", "started": 0, "ended": 9, "missed": 0} for r in range(4)],
        "traceEvents": [e for r in range(4) for e in (
            call("bcast", r, 1, 1, 2, bytes=8, data=8, root=0), call("allreduce", r, 2, 2, 5, bytes=1000, data=1000),
            call("allreduce", r, 3, 5, 6, bytes=1010, data=1010))] +
                       [call("bcast", r, 1, 6, 8, communicator=1, bytes=8, data=8, root=0) for r in (0, 1)]}))
    on = "--p 4 --model linear:alpha=2us,beta=1ns"
    check(f"tune --from {trace} {on} --times {times} -o {profile}", out=["allreduce", "bcast"],
          err=f"{trace}: 2 sizes of calls on 4 processes, 83 % of the time in collectives; first allreduce of 1 KB, 67 %; without 17 % on 2 processes")
    entries = json.loads(profile.read_text())["entries"]
    assert {(e["collective"], *(p["bytes"] for p in e["points"])) for e in entries} == {("bcast", 8), ("allreduce", 1000)}, entries
    rows = [row.split(",") for row in times.read_text().splitlines() if row[:1].isdigit()]
    assert [row for row in rows if "allreduce" in row] == rows[:sum("allreduce" in row for row in rows)], rows
    check(f"tune --from {trace} --p 2 --model linear:alpha=2us,beta=1ns -o {profile}", out="bcast", err="1 size of calls on 2 processes, 17 %")
    check(f"tune --from {trace} --p 8 -o {profile}", status=2, err="no call on 8 processes that a profile could have; expected 2 or 4 processes")
    check(f"tune bcast --from {trace} {on}", status=2, err="bcast has no effect with --from")
    check(f"tune --from {trace} --bytes 8 {on}", status=2, err="--bytes has no effect with --from")
    check(f"tune --from {trace} {on} -o {trace}", status=2, err="would overwrite")
    trace.write_text(trace.read_text().replace('"bytes": 1000, "data": 1000', f'"bytes": {2 ** 40}, "data": {2 ** 40}'))
    check(f"tune --from {trace} {on} -o {profile}", out=["allreduce", "bcast"],
          err="2 sizes of calls on 4 processes, 33 % of the time in collectives; first bcast of 8 B, 17 %; "
              "without 17 % on 2 processes, 50 % in calls that are too large to be measured")
    trace.write_text("{")
    check(f"tune --from {trace} {on}", status=2, err=str(trace))
    check(f"tune --from {folder}/none.json {on}", status=2, err="none.json")

check("tune", status=2, err="put mpirun -n 4 in front")
check("tune bcst --p 4", status=2, err="did you mean bcast?")
check("tune neighbor_alltoall --p 4", status=2, err="neighbor_alltoall needs a graph, which a profile does not have")
check("tune bcast --p 4", status=2, err="TUTTI_MACHINE: cannot read nosuch", env={"TUTTI_MACHINE": "nosuch"})
check("tune ping --p 4", status=2, err="ping is no collective")
check("tune bcast.chain --p 4", status=2, err="one algorithm leaves nothing to choose: tune bcast, or run with --set bcast=chain")
check("tune bcast.chian --p 4", status=2, err="did you mean bcast.chain")
check("tune bcast --p 4 --within 0.5", status=2, err="--within")
check("tune bcast --p 4 --bytes 8..4", status=2, err="an ascending range")
check("tune bcast --p 4 --machine /none.json", status=2, err="cannot read /none.json")
check("tune --from /none.csv", status=2, err="/none.csv: No such file")
check("tune --help", out=["TUTTI_PROFILE", "--candidates", "docs/calibrating.md"])

check("tune bcast --p 4 --bytes 8 -o /nonexistent/t.json", status=2, err="/nonexistent/t.json cannot be written: No such file")
check("tune bcast --p 4 --bytes 8 -o /dev/full", status=2, out='"format": "tutti profile"', err="the output goes to standard output")

# --for: the MPI library's own algorithms. What cannot work is refused before anything starts.
check("tune --for nosuch -o x.conf -- mpirun -n 2", status=2, err="--for")
check("tune --for openmpi -o x.conf", status=2, err="--for openmpi starts the launcher several times: put it behind --")
check("tune --for mpich -- mpirun -n 2", status=2, err="--for mpich needs -o FILE: the library reads it")
check("tune --for openmpi -o x.conf --p 4", status=2, err="--p has no effect with --for")
check("tune --for openmpi -o x.conf --op exact -- mpirun -n 2", status=2, err="--op has no effect with --for")
check("tune bcast.chain --for openmpi -o x.conf -- mpirun -n 2", status=2, err="one algorithm leaves nothing to choose")
check("tune --for openmpi -o /nosuch/x.conf -- mpirun -n 2", status=2, err="/nosuch/x.conf")
check("tune --for openmpi -o x.conf -- mpirun -n 2", status=2, err="is set, but the library's own choice is to be measured",
      env={"OMPI_MCA_coll_tuned_dynamic_rules_filename": "old.conf"})
check("tune --p 4 --only-commutative", status=2, err="--only-commutative is for --for openmpi")

end()
