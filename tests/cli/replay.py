# `tutti replay`: traces with known times.
import json
import os
import pathlib
import pty
import signal
import subprocess
import tempfile

import pages
from expect import TUTTI, check, end
from goal_text import check_schedule, ends, read
from recorded import call, compact, written

folder = pathlib.Path(tempfile.mkdtemp())


def expect(good, what):
    assert good, what


def trace(name="late.json", change=None):
    return written(folder / name, change)


def replayed(*options, file=None):
    done = check(["replay", str(file or trace()), *options, "--json"])
    return json.loads(done.stdout)


t = trace()
second = ["--model", "linear:alpha=1s,beta=0s"]
check(["replay", str(t), *second],
      out=["measured 6.8 s, of it 3.3 s in collectives; replayed 6.5 s (-4.4 %) and 3 s (-9.1 %): trust the other lines to some 10 %",
           "as measured", "the algorithms that ran", "native, guessed", "tutti's choice", "the fastest candidates", "the lower bound", "no process late",
           "collectives at no cost", "bcast, 8 B .. <16 B", "barrier"])
said = replayed(*second)
whole = {name: r["whole_seconds"] for name, r in said["replays"].items()}
expect(whole["ran"] == 6.5 and whole["together"] == 5.5 and whole["free"] == 4.5, whole)
expect(whole["free"] <= whole["bound"] <= whole["best"] <= whole["chosen"], whole)
expect(whole["native"] == 6.5 and said["lines"][0]["native_algorithms"] == ["chain"], said)
expect("native, guessed: by the rules of Open MPI 4.1, 5 and 6.0 (coll/tuned)" in said["notes"], said["notes"])
expect(said["lines"][0]["ran_algorithms"] == ["binomial"] and said["lines"][0]["operations"] == 1, said["lines"])
expect(said["guessed_calls"] == 0 and said["calls"] == 4, said)

# Other machines.
check(["replay", str(t), *second, "--compute", "2"], out=["replayed 11 s (+61.8 %)", "on another machine: how far that may be trusted is not known"])
expect(replayed(*second, "--compute", "2")["replays"]["ran"]["whole_seconds"] == 11, "twice the computation")
check(["replay", str(t), "--machine", "usual", "--per-node", "2"], out="on another machine")
check(["replay", str(t), "--machine", "usual"],
      out="the lower bound is the time of one message, or of the bytes of one process: no others are known for a machine with overheads")
check(["replay", str(t), "--per-node", "2"], out="how far that may be trusted is not known without --recorded-on")
check(["replay", str(t), "--topology", "ring", "--place", "given:1,0"], out="on another machine")
machine = folder / "m.json"
machine.write_text('{"model": "linear:alpha=1s,beta=0s"}')
expect(replayed("--machine", str(machine))["replays"]["ran"]["whole_seconds"] == 6.5, "a machine description")

# An alltoallv in which 1 MB goes to one process. Without the table of one process, blocks are taken to be equal, which is said.
def unequal(tables):
    def change(t):
        t["tables"] = [[0, 1000000]]
        t["traceEvents"] = [call("alltoallv", r, 1, 1, 4.2, bytes=1000000, data=1000000,
                                 **({"table": 0} if r < tables else {})) for r in (0, 1)]
    return replayed("--model", "linear:alpha=0s,beta=1us", file=trace("unequal.json", change))


assumed = "2 calls with equal blocks: their tables of counts did not fit the trace, or are too many to simulate each"
expect(assumed not in unequal(2)["notes"] and assumed in unequal(1)["notes"], unequal(1)["notes"])
expect(unequal(2)["replays"]["chosen"]["whole_seconds"] > unequal(1)["replays"]["chosen"]["whole_seconds"], "the blocks count")

# Without a machine the network has typical values.
typical = "the network has typical values: those of a machine are in --machine FILE.json, from tutti calibrate"
for options in [], ["--machine", "usual"], ["--topology", "ring"]:
    check(["replay", str(t), *options], out=typical)
    expect(typical in replayed(*options)["notes"], options)
for options in second, ["--machine", str(machine)], ["--recorded-on", str(machine), *second]:
    expect(typical not in replayed(*options)["notes"], options)

# The machine of the run beside another one: the first line is about the machine of the run.
other = folder / "next.json"
other.write_text('{"model": "linear:alpha=0.5s,beta=0s"}')
there = ["--recorded-on", str(machine), "--machine", str(other)]
check(["replay", str(t), *there],
      out=["measured 6.8 s, of it 3.3 s in collectives; replayed on the recorded machine 6.5 s (-4.4 %) and 3 s (-9.1 %): trust this to some 10 %; "
           "the other lines are of another machine", "on the recorded machine      6.5 s       -4.4 %", "the algorithms that ran      5.5 s      -19.1 %"])
both = replayed(*there, "--compute", "2")
expect(both["where_recorded"] == {"whole_seconds": 6.5, "inside_seconds": 3, "unordered": 0}, both)
expect(both["replays"]["ran"]["whole_seconds"] == 10 and "trust this to some 10 %" in both["verdict"], both)
expect("where_recorded" not in replayed("--machine", str(other)), "one machine")
(folder / "x").mkdir()
same = folder / "same.json"
same.write_text(machine.read_text())
poor = ["--recorded-on", str(other), "--machine", str(machine)]
check(["replay", str(t), *poor], out="5.5 s (-19.1 %) and 2 s (-39.4 %): not within 15 %; the other lines are of another machine, so compare them with each other only")
expect(replayed("--recorded-on", str(machine), "--machine", str(machine), "--compute", "2")["where_recorded"]["whole_seconds"] == 6.5, "other processors")
for options, why in ((["--recorded-on", str(machine)], "expected --machine or --model, another one, beside it"),
                     (["--recorded-on", str(machine), "--per-node", "2"], "expected --machine or --model, another one, beside it"),
                     (["--recorded-on", str(machine), "--machine", str(machine)], "are the same machine"),
                     (["--recorded-on", str(machine), "--machine", str(folder / "." / "x" / ".." / "m.json")], "are the same machine"),
                     (["--recorded-on", str(machine), "--machine", str(same)], "are the same machine"),
                     (["--recorded-on", "usual", *second], "--recorded-on usual: expected the machine of the recorded run, from tutti calibrate"),
                     (["--recorded-on", "none.json", *second], "--recorded-on: cannot read none.json"),
                     (["--recorded-on", str(machine), *second, "--goal", "-"], "--recorded-on has no effect with --goal"),
                     (["--recorded-on", str(machine), *second, "--arrival", "-"], "--recorded-on has no effect with --arrival"),
                     ([*there, "-o", str(machine)], f"-o {machine} would overwrite {machine}, which is read")):
    check(["replay", str(t), *options], status=2, err=why)

# As a page: the lines by size, by site and by communicator. As JSON in a file.
page, data = folder / "page.html", folder / "data.json"
check(["replay", str(t), *second, "-o", str(page)], err=f"wrote {page}: measured 6.8 s, of it 3.3 s in collectives; replayed 6.5 s")
shown = pages.data_of(pages.alone(page))["replay"]
compared = folder / "compared.html"
check(["replay", str(t), *there, "-o", str(compared)], err="replayed on the recorded machine 6.5 s (-4.4 %)")
expect(pages.data_of(pages.alone(compared))["replay"]["where_recorded"]["whole_seconds"] == 6.5, "both machines on a page")
expect(shown["verdict"] == said["verdict"] and shown["replays"] == said["replays"] and shown["size"] == said["lines"], shown)
expect([line["name"] for line in shown["site"]] == ["app+0x10 bcast", "app+0x10 barrier"], shown["site"])
expect([line["name"] for line in shown["communicator"]] == ["bcast on MPI_COMM_WORLD", "barrier on MPI_COMM_WORLD"], shown["communicator"])
check(["replay", str(t), *second, "-o", str(data)], err=f"wrote {data}: ")
expect(json.loads(data.read_text()) == said, "JSON in a file")
expect("<h1>app</h1>" in check(["replay", str(t), *second, "-o", "-"]).stdout, "a page on standard output")
check(["replay", str(t), "-o", "x.pdf"], status=2, err="-o x.pdf: a replay is a page, or JSON if the name ends in .json, not pdf; expected a name that ends in .html")
check(["replay", str(t), "-o", str(t)], status=2, err=f"-o {t} would overwrite {t}, which is read")
check(["replay", str(t), "-o", str(page), "--goal", "-"], status=2, err="--output has no effect with --goal")
if pages.chromium:
    kinds, words, elements = pages.browse(page)
    for text in ("app: 2 processes, measured 6.8 s, of it 3.3 s in collectives; replayed 6.5 s (-4.4 %) and 3 s (-9.1 %): trust the other",
                 "as measured 6.8 s 3.3 s 48.5 %", "the algorithms that ran 6.5 s -4.4 % 3 s 46.2 %", "no process late 5.5 s -19.1 %", "collectives at no cost",
                 "By size", "bcast, 8 B .. &lt;16 B 1 2.2 s 66.7 % 2 s", "By place in the program", "app+0x10 barrier 1 1.1 s 33.3 %", "By communicator",
                 "bcast on MPI_COMM_WORLD", "Replay: each process computes as long as it did"):
        expect(text in words, f"the page lacks {text}: {words[:3000]}")
    words_of_both = pages.browse(compared)[1]
    for text in ("on the recorded machine 6.5 s -4.4 % 3 s 46.2 %", "the algorithms that ran 5.5 s -19.1 %", "the other lines are of another machine."):
        expect(text in words_of_both, f"the page lacks {text}: {words_of_both[:3000]}")
    expect(all(a.get("scope") for tag, a in elements if tag == "th") and kinds.count("caption") == kinds.count("table") == 4, "headings and captions")
    bars = [a["style"] for _, a in elements if (a.get("class") or "").startswith("bar")]
    expect(bars[:2] == ["width:58.2px", "width:61.8px"], bars)  # 3.3 s and the rest of 6.8 s, which is the longest

# When processes enter: process 1 enters the broadcast two seconds late, and both enter the barrier together.
pattern = folder / "pattern.json"


def arrivals(*options):
    check(["replay", str(t), *second, "--arrival", str(pattern), *options], err=f"wrote {pattern}: times of arrival of 2 processes")
    return json.loads(pattern.read_text())


expect(arrivals() == {"format": "tutti arrival", "version": 1, "from": "app, replayed", "seconds": [0, 1]}, pattern.read_text())
expect(arrivals("--only", "bcast")["seconds"] == [0, 2], pattern.read_text())
expect(arrivals("--only", "bcast", "--compute", "2")["seconds"] == [0, 4], pattern.read_text())
expect(arrivals("--only", "barrier")["seconds"] == [0, 0], pattern.read_text())
expect(arrivals("--only", "bcast, 8 B .. <16 B")["from"] == "app, bcast, 8 B .. <16 B, replayed", pattern.read_text())
expect(arrivals("--by", "site", "--only", "app+0x10 bcast")["seconds"] == [0, 2], pattern.read_text())
check(["predict", "bcast.binomial", "--p", "2", "--bytes", "8", *second, "--arrival", f"measured:{pattern}"], out="3")
check(["replay", str(t), "--arrival", str(pattern), "--only", "scan"], status=2,
      err="late.json has no blocking operation of all 2 processes in a line scan with --by size")
check(["replay", str(t), "--arrival", "x.txt"], status=2, err="--arrival x.txt: a pattern of arrival is JSON, not txt")
check(["replay", str(t), "--arrival", str(pattern), "--lines", "3"], status=2, err="--lines has no effect with --arrival")
check(["replay", str(t), "--only", "bcast"], status=2, err="--only has no effect without --arrival")

# As GOAL text: computation, and the algorithms' schedules.
said = check(["replay", str(t), *second, "--goal", "-"]).stdout
expect(said == """\
// app, collectives by the algorithms that ran
// written by tutti replay; calc in ns
num_ranks 2

rank 0 {
l1: calc 1000000000
l2: send 8b to 1 tag 0
l2 requires l1
l3: calc 1000000000
l3 requires l2
l4: send 1b to 1 tag 1
l4 requires l3
l5: recv 1b from 1 tag 1
l5 requires l3
l6: calc 500000000
l6 requires l4
l6 requires l5
}

rank 1 {
l1: calc 3000000000
l2: recv 8b from 0 tag 0
l2 requires l1
l3: calc 1000000000
l3 requires l2
l4: send 1b to 0 tag 1
l4 requires l3
l5: recv 1b from 0 tag 1
l5 requires l3
}
""", said)
check_schedule(said)
goal = folder / "run.goal"
check(["replay", str(t), "--goal", str(goal), "--goal-by", "chosen", "--compute", "0.5"], out="",
      err=f"wrote {goal}: GOAL of app on 2 processes, 3 messages")
chosen = check_schedule(goal.read_text())
expect(chosen[0][0][0] == ("calc", 500000000, None, None, False) and ends(chosen) == sum(len(o) for o, _ in chosen), chosen)
check(["replay", str(t), "--goal", str(t)], status=2, err="--goal")
check(["replay", str(t), "--goal", "/dev/full"], status=2, err="/dev/full cannot be written")
check(["replay", str(t), "--goal", "-", "--goal-by", "best"], status=2, err="--goal-by best: expected ran or chosen")
check(["replay", str(t), "--goal", "-", "--by", "site"], status=2, err="--by has no effect with --goal")
check(["replay", str(t), "--goal-by", "chosen"], status=2, err="--goal-by has no effect without --goal")


def posted(t):  # the broadcast is non-blocking: started in seconds 1 and 3, completed after 4.2
    for e in t["traceEvents"][:2]:
        e["name"] = "ibcast"


beside = check_schedule(check(["replay", str(trace("posted.json", posted)), *second, "--goal", "-"]).stdout)
expect(beside[0][0][:3] == [("calc", 1000000000, None, None, False), ("send", 8, 1, 0, True), ("calc", 3200000000, None, None, False)], beside[0])
expect(ends(beside) == sum(len(o) for o, _ in beside), beside)


def hostile(t):  # a name with lines of its own, and no known algorithm
    t["otherData"]["program"] = "app\nnum_ranks 7\n"
    for e in t["traceEvents"][:2]:
        e["name"] = "neighbor_allgather"


said = check(["replay", str(trace("hostile.json", hostile)), *second, "--goal", "-"], err="2 calls by no known algorithm are computation in it")
expect(len(read(said.stdout)) == 2 and read(said.stdout)[1][0][1] == ("calc", 1200000000, None, None, False), said.stdout)

# By call site and communicator, and what was left to the MPI library.
check(["replay", str(t), *second, "--by", "communicator"], out="bcast on MPI_COMM_WORLD")
check(["replay", str(t), *second, "--by", "site", "--lines", "1"], out=["app+0x10 bcast", "1 more line"])


def native(t):
    for e in t["traceEvents"]:
        del e["args"]["algorithm"]


check(["replay", str(trace("native.json", native)), *second], out=["4 calls of the MPI library's own: the algorithms that ran are a guess, by the rules of Open MPI 4.1, 5 and 6.0 (coll/tuned)",
                                                                        "replayed by guessed algorithms 6.5 s (-4.4 %) and 3 s (-9.1 %): within 10 %, but errors of the guess "
                                                                        "and of the machine may cancel"])
check(["replay", str(folder / "native.json"), *there], out="replayed on the recorded machine by guessed algorithms 6.5 s (-4.4 %) and 3 s (-9.1 %): within 10 %, but errors")
check(["replay", str(folder / "native.json"), "--model", "linear:alpha=2s,beta=0s"],
      out="replayed by guessed algorithms 8.5 s (+25.0 %) and 5 s (+51.5 %): not within 15 %, so compare the other lines with each other only")


def native_mpich(t):
    native(t)
    t["otherData"]["mpi"] = "MPICH"


check(["replay", str(trace("mpich.json", native_mpich)), *second], out="the algorithms that ran are a guess, by the rules of MPICH (Thakur, Rabenseifner, Gropp 2005)")


def half_native(t):
    for e in t["traceEvents"][:2]:
        del e["args"]["algorithm"]


expect("replayed by partly guessed algorithms" in replayed(*second, file=trace("half.json", half_native))["verdict"], "two of four calls are guessed")
check(["replay", str(t), "--model", "linear:alpha=2s,beta=0s"], out="8.5 s (+25.0 %) and 5 s (+51.5 %): not within 15 %, so compare the other lines with each other only")


def old(t):  # as earlier versions have written it
    del t["otherData"]["mpi"], t["communicators"][0]["members"]
    for e in t["traceEvents"]:
        e["args"].pop("data", None)


expect(replayed(*second, file=trace("old.json", old))["replays"]["ran"]["whole_seconds"] == 6.5, "an old trace")


# The compact form says the same.
for one in t, trace("old.json", old):
    packed = folder / "compact.json"
    packed.write_text(json.dumps(compact(json.loads(one.read_text()))))
    expect(replayed(*second, file=packed) == replayed(*second, file=one), "a compact trace")


def without_ends(t):
    for e in t["traceEvents"][:2]:
        e["args"]["state"] = "begun"


check(["replay", str(trace("begun.json", without_ends)), *second], out="2 calls not replayed: the trace does not say when they ended")


def long_run(t):  # alltoalls of many sizes, whose simulations take seconds
    p, calls = 64, 40
    t["otherData"]["processes"] = p
    t["communicators"] = [{"name": "MPI_COMM_WORLD", "size": p, "members": [[0, p - 1, 1]]}]
    t["ranks"] = [{"rank": r, "host": "a", "started": 0, "ended": calls + 1, "missed": 0} for r in range(p)]
    t["traceEvents"] = [call("alltoall", r, k, k, k + 0.5, bytes=p * 100 * k, data=p * 100 * k, algorithm="alltoall.direct")
                        for r in range(p) for k in range(1, calls + 1)]


# ^C: what is done is printed, and the first line says if that is not enough for a comparison.
long = str(trace("long.json", long_run))
for options, step, sentence in (([], "ran", "interrupted before the replay by the algorithms that ran was done"),
                                (["--recorded-on", str(machine)], "ran", "interrupted before the replay by the algorithms that ran on the recorded machine was done"),
                                ([], "chosen", "the algorithms that ran")):
    ours, theirs = pty.openpty()  # a terminal's bar has each step
    running = subprocess.Popen([TUTTI, "replay", long, "--model", "linear", "--by", "communicator", *options], text=True, stdout=subprocess.PIPE, stderr=theirs,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    os.close(theirs)
    bar = ""
    while f"  {step}" not in bar:
        bar += os.read(ours, 1000).decode()
    running.send_signal(signal.SIGINT)
    said = running.communicate(timeout=60)[0]
    os.close(ours)
    expect(running.returncode == -signal.SIGINT and sentence in said and "as measured" in said, (running.returncode, said))
    expect("the fastest candidates" not in said, said)


# Options that cannot be followed.
check(["replay", str(t), "--by", "hour"], status=2, err="--by hour: expected size, site or communicator")
check(["replay", str(t), "--by", "com"], status=2, err="--by com: expected size, site or communicator; did you mean communicator?")
check(["replay", str(t), "--by", "sites"], status=2, err="did you mean site or size?")
check(["replay", str(t), "--machine", "usual", "--model", "linear"], status=2, err="expected --machine or --model, not both")
check(["replay", str(t), "--per-node", "1", "--topology", "ring"], status=2, err="expected --topology or --per-node, not both")
check(["replay", str(t), "--place", "cyclic"], status=2, err="--place belongs to --per-node or --topology")
check(["replay", str(t), "--compute", "-1"], status=2, err="--compute")
check(["replay", str(t), "--topology", "mesh:1x1"], status=2, err="too few")
check(["replay"], status=2, err="FILE")

end()
