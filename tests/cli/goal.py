"""tutti show --goal: the schedules of all algorithms, as simulators read them."""
import json
import pathlib
import tempfile

from expect import check, end, run
from goal_text import check_schedule, ends, read

assert check("show reduce.binomial --p 4 --bytes 1000 --model linear:alpha=1us,beta=1ns,gamma=0.5ns --goal -").stdout == """\
// reduce.binomial, p = 4, linear:alpha=1us,beta=1ns,gamma=0.5ns: 5 us, 1000 bytes
// written by tutti show; calc in ns
num_ranks 4

rank 0 {
l1: recv 1000b from 1 tag 0
l2: calc 500
l2 requires l1
l3: recv 1000b from 2 tag 0
l3 requires l2
l4: calc 500
l4 requires l3
}

rank 1 {
l1: send 1000b to 0 tag 0
}

rank 2 {
l1: recv 1000b from 3 tag 0
l2: calc 500
l2 requires l1
l3: send 1000b to 0 tag 0
l3 requires l2
}

rank 3 {
l1: send 1000b to 2 tag 0
}
"""

# Every algorithm: its messages are those of the prediction, and the schedule comes to its end. p = 8 for those that need a power
# of two.
tried = 0
for a in json.loads(run("list", "--json").stdout):
    name = f"{a['collective']}.{a['name']}"
    for p in (7, 8):
        arguments = [name, "--p", str(p), "--bytes", "5600", "--per-node", "4"]
        written = run("show", *arguments, "--goal", "-")
        if written.returncode:
            assert written.returncode == 2 and len(written.stderr.splitlines()) == 1, (name, written.stderr)
            continue
        tried += 1
        processes = check_schedule(written.stdout)
        operations = [one for mine, _ in processes for one in mine]
        assert ends(processes) == len(operations), name
        said = json.loads(run("predict", *arguments, "--pieces", "1", "--json").stdout)[0]
        sends = [one for one in operations if one[0] == "send"]
        assert len(sends) == said["messages"], (name, p, len(sends), said)
        empty = sum(size == 1 for _, size, *_ in sends)  # messages of no data have a byte
        assert 0 <= sum(size for _, size, *_ in sends) - said["bytes_sent"] <= empty, (name, p, said)
        break
assert tried > 270, tried

# Sends that start together leave in the order of the list; what follows awaits all of them.
star = read(check("show scatter.pipelined_star --p 4 --bytes 400 --goal -").stdout)
assert star[0][1] == [(2, "irequires", 1), (3, "irequires", 2)], star[0]
# Processes that arrive late compute first; messages of no data have a byte; pieces have tags of their own.
late = read(check("show barrier.dissemination --p 3 --arrival late:1:7us --goal -").stdout)
assert late[1][0][0] == ("calc", 7000, None, None, False) and late[0][0][0] == ("send", 1, 1, 0, False), late
chain = read(check("show bcast.chain --p 2 --pieces 3 --goal -").stdout)
assert [tag for _, _, _, tag, _ in chain[0][0]] == [0, 1, 2], chain
check("show gatherv.optimal --p 6 --problem given:1,9,0,3,3,1 --goal -", out="recv 40b from 1 tag 0\n")
check_schedule(check("show neighbor_alltoall.combining --graph moore:4x4:1 --goal -").stdout)
check_schedule(check("show shift.torus --p 9 --by 4 --goal -").stdout)

with tempfile.TemporaryDirectory() as folder:
    file, svg = pathlib.Path(folder) / "a.goal", pathlib.Path(folder) / "a.svg"
    check(f"show bcast.binomial --p 8 --bytes 1K --goal {file} -o {svg}", out="", err=f"wrote {file}: GOAL of bcast.binomial, p = 8: 7.2")
    check_schedule(file.read_text())
    assert "7.2" in svg.read_text()
    check(f"show bcast.binomial --p 1024 --bytes 1M --goal {file}", out="", err="p = 1024")
    assert len(check_schedule(file.read_text())) == 1024
    check(f"show bcast.binomial --goal {file} -o {file}", status=2, err="-o")
    check(f"show bcast.binomial --p 4 --goal {folder}/none/a.goal", status=2, err="cannot be written: No such file")
check("show bcast.binomial --p 4 --goal /dev/full", status=2, err="/dev/full cannot be written")
check("show --topology ring --goal -", status=2, err="--goal has no effect without an algorithm")
check("show bcast --goal -", status=2, err="bcast is a collective")
check("show allgather.recursive_doubling --p 6 --goal -", status=2, err="power of two")
check("show bcast.chain --p 8 --pieces 5 --bytes 3 --goal -", status=2, err="--pieces 5")
end()
