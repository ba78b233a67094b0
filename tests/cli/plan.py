import json
import os
import pathlib
import tempfile

from expect import check, end

check("plan --help", out=["tutti plan machine.json --p 560 --per-node 16", "TUTTI_PLAN", "--cyclic"])
check("plan", status=2, err="machine is required")
check("plan bcast", status=2, err="missing machine: tutti plan MACHINE.json bcast")
check("--verison", status=2, err="did you mean --version?")
check("explain --set BCAST=chain bcast", status=2, err="did you mean bcast?")
with tempfile.TemporaryDirectory() as folder:
    machine, file = os.path.join(folder, "m.json"), os.path.join(folder, "plan.json")
    with open(machine, "w") as f:
        json.dump({"model": {"kind": "hierarchical", "levels": [{"size": 4, "alpha": "1us", "beta": "0.2ns"},
                                                                {"size": 8, "alpha": "2us", "beta": "0.4ns"}]},
                   "topology": {"kind": "cluster", "nodes": 8, "places": 4, "lanes": 1, "memory_lanes": 2},
                   "overhead": "0.4us", "eager": 16384}, f)
    check(f"plan {folder}/none.json", status=2, err="none.json")
    check(f"plan {machine} --p 1", status=2, err="--p")
    check(f"plan {machine} bcst", status=2, err="did you mean bcast?")
    check(f"plan {machine} --least 1K --most 8", status=2, err="--least")
    check(f"plan {machine} --p 4 barrier -o {file}", err=f"wrote {file}: 1 kind of call\n")
    check(f"plan {machine} --p 6,9 --per-node 3 bcast gatherv barrier --most 256Ki -o {file}", err=f"wrote {file}: 6 kinds of calls\n")
    with open(file) as f:
        plan = json.load(f)
    assert plan["format"] == "tutti plan" and len(plan["entries"]) == 6, plan
    assert {(e["collective"], e["p"]) for e in plan["entries"]} == {(c, p) for c in ("bcast", "gatherv", "barrier") for p in (6, 9)}
    (bcast,) = [e for e in plan["entries"] if e["collective"] == "bcast" and e["p"] == 9]
    assert bcast["steps"][0]["from"] == 0 and any("piece" in s for s in bcast["steps"]), bcast
    # Several node sizes, of which the larger holds all of the smaller job.
    check(f"plan {machine} --p 6,12 --per-node 3,8 bcast --most 64 -o {folder}/jobs.json", err="4 kinds of calls\n")
    with open(f"{folder}/jobs.json") as f:
        assert {(e["p"], e["per_node"]) for e in json.load(f)["entries"]} == {(6, 3), (6, 6), (12, 3), (12, 8)}
    check(f"plan {machine} --p 6 --per-node 8 bcast", status=2, err="--per-node")
    # It decides, and says so; in between two numbers of processes, too; and not beyond.
    for p in 6, 7, 9:
        row, = json.loads(check(f"explain bcast --p {p} --per-node 3 --bytes 200K --machine {machine} --plan {file} --json").stdout)
        assert row["decided_by"] == "plan" and "plan.json:" in row["why"], row
    row, = json.loads(check(f"explain bcast --p 12 --per-node 3 --bytes 200K --plan {file} --json").stdout)
    assert row["decided_by"] == "virtual time" and "has no entry for such calls" in row["why"], row
    row, = json.loads(check(f"explain bcast --p 9 --per-node 3 --bytes 8 --plan {file} --set bcast=chain --json").stdout)
    assert row["decided_by"] == "user", row
    # For processes that do not arrive together: the fastest is another, and is so by what predict says.
    plans = []
    for when in "none", "late:0:1ms":
        plans.append(json.loads(check(f"plan {machine} --p 16 --per-node 4 reduce --least 8Ki --most 8Ki --arrival {when}").stdout))
    together, late = ([s["use"] for e in plan["entries"] if e["operator"] == "commutative" for s in e["steps"]] for plan in plans)
    assert together != late and "late:0:1ms" in plans[1]["made_on"], (together, late)
    rows = json.loads(check(f"predict reduce --p 16 --bytes 8Ki --model {machine} --topology cluster:4x4,memory=2 "
                            "--arrival late:0:1ms --json").stdout)
    fastest = min(rows, key=lambda r: r["after_last_seconds"])["after_last_seconds"]
    (point,) = plans[1]["entries"][0]["points"]
    assert 0 < point["seconds"][late[0]] <= 1.02 * fastest, (point, fastest)
    check(f"plan {machine} --p 16 reduce --arrival late:16:1ms", status=2, err="late arrival: rank 16 is not one of")
    check(f"plan {machine} --p 16 reduce --arrival skews:1us", status=2, err="there are 1 skews for 16 processes")
    check(f"explain bcast --plan {machine}", status=2, err="is no plan")
    (pathlib.Path(folder) / "libtutti-mpich.so").touch()
    here = {"TUTTI_LIBRARY": folder}
    check(f"run --mpi mpich --plan {machine} true", status=2, err="is no plan", env=here)
    check(f"run --mpi mpich --profile {file} true", status=2, err="tutti profile", env=here)
check("plan usual --p 8 bcast --most 64 --progress", err="tutti plan: 0 of ")
check("plan usual --p 8 bcast --most 64 --progress --no-progress", status=2, err="expected --progress or --no-progress, not both")
end()
