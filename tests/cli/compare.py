# `tutti compare`: runs with known times, as reports of calls and as traces; and `tutti run --compare` with launchers that play the program.
import json
import pathlib
import shutil
import signal
import tempfile

from expect import check, end, run

folder = pathlib.Path(tempfile.mkdtemp())


def expect(good, what):
    assert good, what


def report(name, rows, processes=4, served_by="native", program=1.0):
    """The calls of a run. Rows: collective, least bytes of the class, calls, seconds."""
    (folder / name).write_text(json.dumps(
        {"format": "tutti calls", "version": 1, "tutti": "0.1.0", "mpi": "Open MPI", "processes": processes,
         "times": {"blocking_collectives_seconds": sum(s for c, _, _, s in rows if c[0] != "i"), "program_seconds": program},
         "rows": [{"collective": c, "bytes_least": least, "bytes_most": max(0, 2 * least - 1), "served_by": served_by,
                   "operations": calls // processes, "calls": calls, "bytes": least * calls, "median_seconds": s / calls,
                   "longest_process_seconds": s} for c, least, calls, s in rows]}))
    return folder / name


def trace(name, calls, processes=2, served_by=None, missed=0):
    """A trace. Calls: collective, bytes, communicator, site, seconds; each process makes each of them."""
    args = {"number": 1, "state": "ended"} | ({"algorithm": served_by} if served_by else {})
    (folder / name).write_text(json.dumps(
        {"otherData": {"format": "tutti trace", "version": 1, "program": "app", "processes": processes},
         "communicators": [{"name": "MPI_COMM_WORLD", "size": processes}, {"name": "rows", "size": 2}],
         "sites": [{"file": "app", "offset": 16}, {"file": "app", "offset": 32}],
         "ranks": [{"rank": r, "host": "a", "started": 0, "ended": 1, "missed": missed} for r in range(processes)],
         "traceEvents": [{"ph": "X", "cat": "collective", "name": of, "pid": 0, "tid": r, "ts": 0, "dur": seconds * 1e6,
                          "args": {**args, "communicator": on, "site": at, "bytes": b}}
                         for r in range(processes) for of, b, on, at, seconds in calls]}))
    return folder / name


def lines_of(table):
    rows = [line for line in table.splitlines() if line]
    return rows[2:]


# Several algorithms served a class of sizes, and the slowest process was another one for each: the subtotal counts.
sizes = [{"collective": "bcast", "bytes_least": 8, "longest_process_seconds": 0.15},
         {"collective": "bcast", "longest_process_seconds": 0.18}]
for name, subtotals in (("one.json", []), ("two.json", sizes)):
    one = json.loads(report(name, [("bcast", 8, 40, 0.1), ("bcast", 8, 40, 0.1), ("bcast", 64, 40, 0.1)]).read_text())
    (folder / name).write_text(json.dumps(one | {"subtotals": subtotals}))
total = lambda options: [line.split() for line in lines_of(check(f"compare {folder}/one.json {folder}/two.json {options}").stdout)]
by_size, by_collective = total(""), total("--by collective")
expect(any("200" in line and "150" in line for line in by_size if line[0] == "bcast"), by_size)
expect(any("300" in line and "180" in line for line in by_collective if line[0] == "bcast"), by_collective)

# A planted slow case comes first, and what gains most comes last.
for k in range(4):
    report(f"native-{k}.json", [("bcast", 8, 40, 0.1 + 0.001 * k), ("allreduce", 1024, 40, 0.2 + 0.001 * k), ("barrier", 0, 40, 0.05)])
    report(f"tutti-{k}.json", [("bcast", 8, 40, 0.15 + 0.001 * k), ("allreduce", 1024, 40, 0.1 + 0.001 * k), ("barrier", 0, 40, 0.0501)],
           served_by="ring", program=0.8)
several = check(f"compare {folder}/native-0.json {folder}/native-1.json {folder}/native-2.json {folder}/native-3.json "
                f"--with {folder}/tutti-0.json {folder}/tutti-1.json {folder}/tutti-2.json {folder}/tutti-3.json",
                out=["tutti (4 runs) against native (4 runs), 4 processes", "97 % interval"])
lines = lines_of(several.stdout)
expect(lines[0].split()[:5] == ["bcast", "8", "B", "..", "<16"] and "slower" in lines[0] and "ring" in lines[0], several.stdout)
expect(lines[1].startswith("barrier") and "faster" not in lines[1] and "slower" not in lines[1], several.stdout)
expect(lines[2].startswith("allreduce") and "faster" in lines[2] and "1.99" in lines[2], several.stdout)
expect(lines[3].startswith("all blocking") and lines[4].startswith("program") and "1.25" in lines[4], several.stdout)

# The same as data and as a page; one run of each has no interval and no verdict.
check(f"compare {folder}/native-0.json {folder}/tutti-0.json --json {folder}/c.json -o {folder}/c.html",
      err=["wrote ", "c.html: a page of the comparison", "c.json: the comparison as JSON"])
data = json.loads((folder / "c.json").read_text())
expect(data["format"] == "tutti comparison" and [l["collective"] for l in data["lines"]] == ["bcast", "barrier", "allreduce"], data)
expect("low" not in data["lines"][0] and abs(data["lines"][0]["speed_up"] - 2 / 3) < 1e-9, data)
expect("Runs of a program against each other" in (folder / "c.html").read_text() and '"tutti comparison"' in (folder / "c.html").read_text(),
       "no page")
one = check(f"compare {folder}/native-0.json {folder}/tutti-0.json", out=["one run of each does not show how much the times vary"],
            not_out=["slower", "interval"])
check(f"compare {folder}/native-0.json {folder}/tutti-0.json --by collective --lines 1", out="2 more lines, which --lines 0 shows",
      not_out=["bytes", "barrier"])
# Two runs of a side are too few for a verdict. The sides have names by what served them.
check(f"compare {folder}/native-0.json {folder}/native-1.json --with {folder}/tutti-0.json {folder}/tutti-1.json",
      out=["67 % interval", "nothing is called slower or faster below 90 %"])
check(f"compare {folder}/tutti-0.json {folder}/native-0.json", out="native (1 run) against tutti (1 run)")
check(f"compare {folder}/tutti-0.json {folder}/tutti-1.json", out="second (1 run) against first (1 run)")
# Non-blocking calls are lines, and in no total.
report("i-native.json", [("ibcast", 8, 40, 5.0), ("bcast", 8, 40, 0.1)])
report("i-tutti.json", [("ibcast", 8, 40, 1.0), ("bcast", 8, 40, 0.1)], served_by="ring")
posted = check(f"compare {folder}/i-native.json {folder}/i-tutti.json", out=["5.00", "not in the sum"])
expect(lines_of(posted.stdout)[2].split()[:5] == ["all", "blocking", "100", "ms", "100"], posted.stdout)
# Calls that one side lacks have no speed-up, and do not come first.
report("more.json", [("bcast", 8, 40, 0.2), ("scan", 8, 40, 9.0)], served_by="ring")
lacking = check(f"compare {folder}/i-native.json {folder}/more.json", out="0, 40")
expect(lines_of(lacking.stdout)[0].startswith("bcast"), lacking.stdout)

# Traces tell communicators and places apart.
trace("t-native.json", [("bcast", 8, 0, 0, 0.1), ("bcast", 8, 1, 1, 0.1), ("bcast", 8, 1, 1, 0.1)])
trace("t-tutti.json", [("bcast", 8, 0, 0, 0.05), ("bcast", 8, 1, 1, 0.2), ("bcast", 8, 1, 1, 0.2)], served_by="bcast.chain")
traced = lines_of(check(f"compare {folder}/t-native.json {folder}/t-tutti.json", out=["MPI_COMM_WORLD", "chain"]).stdout)
expect("rows" in traced[0] and "app+0x20" in traced[0] and "0.500" in traced[0] and traced[2].startswith("all blocking"), traced)
expect(len(lines_of(check(f"compare {folder}/t-native.json {folder}/t-tutti.json --by size").stdout)) == len(traced) - 1, "--by size")
check(f"compare {folder}/t-native.json {folder}/t-tutti.json --by communicator,site", out="app+0x10", not_out="bytes ")
trace("t-missed.json", [("bcast", 8, 0, 0, 0.1)], missed=7)
check(f"compare {folder}/t-native.json {folder}/t-missed.json", out="14 later calls did not fit the traces, and are in no line")

# What cannot be compared: one sentence, status 2.
report("eight.json", [("bcast", 8, 40, 0.1)], processes=8)
(folder / "damaged.json").write_text((folder / "tutti-0.json").read_text().replace('"longest_process_seconds": 0', '"longest": 0'))
(folder / "odd.json").write_text((folder / "tutti-0.json").read_text().replace('"bcast"', '"bcst"'))
(folder / "long.json").write_text(json.dumps(json.loads((folder / "tutti-0.json").read_text()) | {
    "subtotals": [{"collective": "bcast", "bytes_least": 8, "longest_process_seconds": 3}]}))
(folder / "half.json").write_text((folder / "t-native.json").read_text()[:-30])
(folder / "many.json").write_text((folder / "tutti-0.json").read_text().replace('"calls": 40', '"calls": 1.5'))
(folder / "a.csv").write_text("1,2,3\n")
native = f"{folder}/native-0.json"
for arguments, said in ((native, "expected two files, or the runs of the second side behind --with"),
                        (f"{native} {native} {native}", "behind --with"),
                        (f"{native} {folder}/eight.json", "is of 4 processes and "),
                        (f"{native} {folder}/t-native.json", "one is a trace and the other a report of calls"),
                        (f"{native} {folder}/missing.json", "missing.json: No such file"),
                        (f"{native} {folder}/damaged.json", 'damaged.json: row 1: expected "longest_process_seconds", a number'),
                        (f"{native} {folder}/odd.json", 'odd.json: row 1: unknown collective "bcst"'),
                        (f"{native} {folder}/many.json", 'many.json: row 1: "calls" is 1.5; expected a whole number from 0 on'),
                        (f"{native} {folder}/long.json", 'subtotal 1: "longest_process_seconds" is more than its rows have together'),
                        (f"{folder}/t-native.json {folder}/half.json", "half.json:1: this is not JSON from here on"),
                        (f"{native} {folder}/a.csv", "a.csv: expected the calls of a program"),
                        (f"{native} {folder}/c.json", "c.json: expected the calls of a program"),
                        (f"{native} {native} --by site", "--by site: only traces have communicators and call sites"),
                        (f"{native} {native} --by rank", "--by rank: expected collective, size, communicator, site"),
                        (f"{native} {native} -o x.pdf", "expected a name that ends in .html"),
                        (f"{native} {folder}/tutti-0.json --json {native}", "would overwrite"),
                        ("", "FILES")):
    check(f"compare {arguments}", status=2, err=said)
check(f"report {native} {folder}/tutti-0.json", status=2, err="which tutti compare compares")
check(f"report {folder}/t-native.json {folder}/t-tutti.json", status=2, err="which tutti compare compares")

# tutti run --compare, with a launcher that plays the program: it writes a report of the side that it is asked for.
libraries = folder / "libraries"
libraries.mkdir()
(libraries / "libtutti-openmpi.so").touch()
played = folder / "orterun"


def play(end):
    played.write_text(f'''#!/bin/sh
side=tutti
for a; do case $a in TUTTI=off) side=native;; TUTTI_REPORT=*) report="${{a#TUTTI_REPORT=}}";; TUTTI_TRACE=*) trace="${{a#TUTTI_TRACE=}}";; esac; done
[ -z "$trace" ] || cp {folder}/t-$side.json "$trace"
cp {folder}/$side-0.json "$report"
echo "$side $*" >>{folder}/played
{end}
''')
    played.chmod(0o755)
    (folder / "played").write_text("")


env = {"TUTTI_LIBRARY": str(libraries)}
play("echo output; exit 0")
done = check(f"run --compare --set bcast=chain {played} -n 4 ./app", env=env,
             err=["tutti: run 6 of 6: tutti", "tutti (3 runs) against native (3 runs)", "90 % interval", "command"])
expect(done.stdout == "output\n" * 6, done.stdout)
turns = [line.split()[0] for line in (folder / "played").read_text().splitlines()]
expect(turns == ["native", "tutti", "tutti", "native", "native", "tutti"], turns)
for line in (folder / "played").read_text().splitlines():
    expect(("TUTTI_BCAST=chain" in line) == line.startswith("tutti"), line)
# The runs can be kept, and the comparison written.
(folder / "kept").mkdir()
check(f"run --compare=1 --report={folder}/kept {played} -n 4 ./app", out="output", err="one run of each", env=env)
expect(sorted(f.name for f in (folder / "kept").iterdir()) ==
       ["native-1.calls.json", "native-1.trace.json", "tutti-1.calls.json", "tutti-1.trace.json"], "kept")
for name in ("g.html", "g.json", "g.txt") * 2:
    check(f"run --compare=1 --by size --report={folder}/{name} {played} -n 4 ./app", out="output", err=f"{name}: the comparison", env=env)
expect("TUTTI_TRACE" not in (folder / "played").read_text().splitlines()[-1], "a trace without need")
(folder / "notes.txt").write_text("my own notes")
check(f"run --compare --report={folder}/notes.txt {played} ./app", status=2, err="is not a comparison", env=env)
# Where calls did not fit the traces, the counts of all calls are compared.
shutil.copy(folder / "t-missed.json", folder / "t-native.json")
check(f"run --compare=1 {played} -n 4 ./app", out="output", env=env,
      err=["14 calls did not fit the traces", "allreduce     1 KiB .. <2 KiB", "program"])
# Exit statuses are compared. The command's is that of the first run that failed.
play("[ $side = native ] || exit 3; exit 0")
failed = check(f"run --compare=2 --by size {played} -n 4 ./app", status=3, env=env,
               err=["the exit statuses differ: natively 0, 0; with tutti 3, 3", "all blocking"])
# ^C ends the runs, and what is there is compared.
play("[ $(wc -l <%s/played) -lt 3 ] || { kill -INT $PPID; sleep 1; }; exit 0" % folder)
stopped = run("run", "--compare=5", "--by", "size", str(played), "-n", "4", "./app", env=env)
expect(stopped.returncode == -signal.SIGINT and "tutti (1 run) against native (1 run)" in stopped.stderr, stopped)
play("kill -INT $PPID; sleep 1; exit 0")
stopped = run("run", "--compare=5", "--by", "size", str(played), "-n", "4", "./app", env=env)
expect(stopped.returncode == -signal.SIGINT and "there is nothing to compare" in stopped.stderr, stopped)
# What nohup ignores, the runs and their programs ignore, too.
play("kill -HUP $PPID $$; exit 0")
kept = run("run", "--compare=1", "--by", "size", str(played), "-n", "4", "./app", env=env,
           preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
expect(kept.returncode == 0 and "tutti (1 run) against native (1 run)" in kept.stderr, kept)
# A run that leaves no counts is the last.
played.write_text("#!/bin/sh\nexit 0\n")
check(f"run --compare {played} -n 4 ./app", status=1, env=env, err=["this run has left no counts", "there is nothing to compare"])
for options, said in (("--off", "expected --off or --compare, not both"), ("--trace x.json", "expected --trace or --compare"),
                      ("--no-recorder", "expected --no-recorder or --compare"), ("--check", "expected --check or --compare"),
                      ("--by rank", "--by rank: expected collective, size")):
    check(f"run --compare {options} {played} -n 4 ./app", status=2, err=said, env=env)
check(f"run --compare 5 {played} -n 4 ./app", status=2, err="give the number of runs after =: --compare=5", env=env)
for n in ("0", "x", "-1"):
    check(f"run --compare={n} {played} -n 4 ./app", status=2, err=f"--compare={n}: expected a whole number from 1 on", env=env)
both = check(f"run --dry-run --no-report --set bcast=chain {played} -n 4 ./app", out="TUTTI_BCAST=chain", env=env)
both = check(f"run --dry-run --compare --set bcast=chain {played} -n 4 ./app", env=env).stdout.splitlines()
expect(len(both) == 2 and "TUTTI=off" in both[0] and "chain" not in both[0] and "TUTTI_BCAST=chain" in both[1], both)

shutil.rmtree(folder)
end()
