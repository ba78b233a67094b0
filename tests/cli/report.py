# `tutti report`: pages from virtual time, measured by hand, verdicts and calls; loaded from disk in Chromium without a network.
import hashlib
import json
import pathlib
import re
import shutil
import tempfile

import pages
from expect import check, end
from pages import browse, chromium

root = pathlib.Path(__file__).resolve().parents[2]
folder = pathlib.Path(tempfile.mkdtemp())


def expect(good, what):
    assert good, what


def page_of(arguments, name):
    page = folder / name
    check(f"report {arguments} -o {page}", err=f"wrote {page}: ")
    return pages.alone(page)


# What is embedded is what npm has, and its licence is in every page.
sums = dict(reversed(line.split()) for line in (root / "src/report/uplot/README.md").read_text().splitlines() if re.match(r" +[0-9a-f]{64} ", line))
for name in ("uPlot.iife.min.js", "uPlot.min.css"):
    expect(hashlib.sha256((root / "src/report/uplot" / name).read_bytes()).hexdigest() == sums[name], f"{name} is not what npm has")

for p in (4, 8):
    check(f"bench bcast allreduce --p {p} --bytes 8..8K --by tutti,all --no-table -o {folder}/v{p}.csv", err="census")
check(f"bench bcast --p 8 --bytes 8..8K --model linear:alpha=2us,beta=1ns --no-table -o {folder}/slow.csv")

# Native and tutti with known times, three launches: tutti takes half as long at 80 bytes, and twice as long at 800.
head = (folder / "v4.csv").read_text().split("# {\n#  \"launch\"")[0]
rows = head
for launch in range(3):
    rows += f'# {{\n#  "launch": {launch},\n#  "mpi": {{"name": "</script><b>&", "version": "1"}},\n#  "processes": 4\n# }}\n'
    for size, factor in ((80, 0.5), (800, 2)):
        for by, time in (("native", 1e-5), ("tutti", 1e-5 * factor)):
            for k in range(20):
                rows += f"{launch},0,bcast,call,{by},{'chain' if by == 'tutti' else ''},4,2,{size},same,contiguous,none,0,{k},20,{time * (1 + 0.001 * ((7 * k) % 5)):.9g},1e-6,1e-5,0,yes\n"
(folder / "known.csv").write_text(rows)
verdict = {"guideline": "GL1", "by": "native", "operation": "gather", "left": "gather", "right": "gatherv", "p": 4, "bytes": 800,
           "verdict": "violated", "factor": 1.52, "hint": "call MPI_Gatherv"}
(folder / "verdicts.json").write_text(json.dumps(
    {"format": "tutti guidelines", "version": 1, "verdicts": [verdict, {**verdict, "by": "tutti", "verdict": "kept", "factor": 1.0}]}))
(folder / "calls.json").write_text(json.dumps(
    {"tutti": "0.1.0", "mpi": "Open MPI", "processes": 4, "native_share": {"operations_percent": 12.5, "time_percent": 40.0},
     "settings": {"TUTTI_BCAST": "chain", "TUTTI_RECORD": "1123-071500-42", "TUTTI_REPORT": "x.json"},
     "rows": [{"collective": "bcast", "bytes_least": 8192, "bytes_most": 16383, "served_by": "chain", "operations": 7, "calls": 28,
               "bytes": 57344, "median_seconds": 1e-6, "longest_process_seconds": 7e-6, "native_seconds": 21e-6,
               "native_from": "measured, tuned.json"},
              {"collective": "barrier", "bytes_least": 0, "bytes_most": 0, "served_by": "native", "operations": 1, "calls": 4,
               "bytes": 0, "median_seconds": 1e-6, "longest_process_seconds": 1e-6}]}))
# Two processes: the second enters an allreduce 30 us after the first.
call = {"ph": "X", "cat": "collective", "name": "allreduce", "pid": 0, "args": {"communicator": 0, "number": 1, "state": "ended", "bytes": 8}}
(folder / "trace.json").write_text(json.dumps(
    {"otherData": {"format": "tutti trace", "version": 1, "program": "late", "processes": 2},
     "communicators": [{"name": "MPI_COMM_WORLD", "size": 2}], "sites": [],
     "ranks": [{"rank": r, "host": "a", "started": 0, "ended": 0.0001, "missed": 0} for r in (0, 1)],
     "traceEvents": [{**call, "tid": 0, "ts": 10, "dur": 40}, {**call, "tid": 1, "ts": 40, "dur": 10}]}))

virtual = page_of(f"{folder}/v4.csv {folder}/v8.csv", "virtual.html")
known = page_of(f"{folder}/known.csv {folder}/verdicts.json --alpha 1us --beta 1ns", "known.html")
two = page_of(f"{folder}/v8.csv {folder}/slow.csv", "two.html")
called = page_of(f"{folder}/calls.json", "called.html")
traced = page_of(f"{folder}/trace.json", "traced.html")

# The data in the page are the measurements' own.
data = pages.data_of(known)
by = {(e["by"], e["bytes"]): e for e in data["runs"][0]["experiments"]}
expect(by["tutti", 80]["verdict"] == "faster" and by["tutti", 800]["verdict"] == "slower", by)
expect(abs(by["tutti", 80]["ratio"] - 0.5) < 0.01 and abs(by["tutti", 800]["ratio"] - 2) < 0.01, by)
expect(abs(by["native", 800]["bound"] - 2.8e-6) < 1e-12 and by["native", 80]["low"] <= by["native", 80]["median"] <= by["native", 80]["high"], by)

# Only launches that measured both are compared: here one, in which they take as long.
rows_apart = head
for launch, who in enumerate(({"native": 9e-5}, {"native": 1e-5, "tutti": 1e-5}, {"tutti": 1e-6})):
    rows_apart += f'# {{\n#  "launch": {launch},\n#  "processes": 4\n# }}\n'
    for by, time in who.items():
        for k in range(20):
            rows_apart += f"{launch},0,bcast,call,{by},,4,2,80,same,contiguous,none,0,{k},20,{time * (1 + 0.001 * (k % 5)):.9g},1e-6,1e-5,0,yes\n"
(folder / "apart.csv").write_text(rows_apart)
data = pages.data_of(page_of(f"{folder}/apart.csv", "apart.html"))
expect(abs(data["runs"][0]["experiments"][1]["ratio"] - 1) < 0.01, data["runs"][0]["experiments"][1])

if chromium:
    kinds, words, elements = browse(virtual)
    expect(kinds.count("canvas") == 2 and kinds.count("table") >= 8, f"{kinds.count('canvas')} plots, {kinds.count('table')} tables")
    for text in ("v4.csv + v8.csv", "Chosen algorithms", "Distance from the lower bound", "recursive_doubling", "Conditions of the measurements"):
        expect(text in words, f"virtual.html lacks {text}")
    # For those who do not see: plots have names, headings a scope, and each table says what it is.
    expect(all(a.get("aria-label") for _, a in elements if a.get("role") == "img"), "a plot without a name")
    expect(all(a.get("scope") for tag, a in elements if tag == "th"), "a heading without a scope")
    expect(kinds.count("caption") == kinds.count("table"), "a table without a caption")
    kinds, words, _ = browse(known)
    for text in ("faster at 1", "slower at 1", "geometric mean of the ratios 1.00", "0.50", "2.00", "GL1", "call MPI_Gatherv",
                 "native: 1 of 1 verdicts are violations; tutti: 0 of 1"):
        expect(text in words, f"known.html lacks {text}: {words[:3000]}")
    kinds, words, _ = browse(two)
    for text in ("slow.csv against v8.csv", "are in both", "Time in slow.csv / in v8.csv"):
        expect(text in words, f"two.html lacks {text}")
    kinds, words, _ = browse(called)
    for text in ("Calls of the program", "chain", "Native: 12.5 % of the operations", "7 us", "8 KiB .. &lt;16 KiB", "56 KiB",
                 "native would take speed-up", "21 us 3.00", "Native would take: measured, tuned.json, where processes arrive together",
                 "Settings: TUTTI_BCAST=chain ", "total: time of the slowest process"):
        expect(text in words, f"called.html lacks {text}: {words[:2000]}")
    for text in ("TUTTI_RECORD", "TUTTI_REPORT", "Medians with", "uPlot (MIT"):
        expect(text not in words, f"called.html has {text}: {words[:2000]}")
    kinds, words, _ = browse(traced)
    for text in ("late: 2 processes", "allreduce", "rank 1: 15 us in 1", "Waiting: from a process's entry"):
        expect(text in words, f"traced.html lacks {text}: {words[:2000]}")
    expect("Medians with" not in words, "traced.html speaks of medians")
    runs = {"name": "native", "files": ["a.json"] * 3}, {"name": "tutti", "files": ["b.json"] * 3}
    times = {"seconds": [[2e-3, 2e-3, 2e-3], [1e-3, 1e-3, 1e-3]], "speed_up": 2.0, "low": 1.9, "high": 2.1, "verdict": "faster"}
    slow = {**times, "seconds": [[1e-3] * 3, [4e-3] * 3], "speed_up": 0.25, "low": 0.2, "high": 0.3, "verdict": "slower"}
    line = {"collective": "scan", "bytes_least": 8, "bytes_most": 15, "communicator": "rows", "called_at": "solve.c:12", "calls": [40, 40],
            "served_by": [["native"], ["ring"]], **slow}
    compared = folder / "compared.html"
    compared.write_text(re.sub(r'(id="data">).*?(</script>)', lambda m: m[1] + json.dumps(
        {"title": "t", "tutti": "0.1.0", "runs": [], "between": [], "comparison":
         {"processes": 4, "confidence": 0.9, "missed_calls": 0, "first": runs[0], "second": runs[1], "lines": [line],
          "totals": {"blocking_collectives": times}}}) + m[2], known.read_text(), flags=re.S))
    kinds, words, _ = browse(compared)
    for text in ("tutti against native", "tutti: 3 runs, native: 3 runs", "tutti is slower in 1 and faster in 0", "probability of 90 %",
                 "scan 8 B .. &lt;16 B rows solve.c:12 40 1 ms 4 ms 0.25 0.20 .. 0.30 slower ring", "all blocking collectives 2 ms 1 ms 2.00"):
        expect(text in words, f"compared.html lacks {text}: {words[:2000]}")
    # A page that fails is noticed.
    broken = folder / "broken.html"
    broken.write_text(known.read_text().replace('"experiments":', '"experimente":'))
    try:
        browse(broken)
    except AssertionError:
        pass
    else:
        expect(False, "a page whose script fails was not noticed")
else:
    print("SKIPPED in part: there is no chromium here (scripts/setup installs it), so no page was loaded")

# `tutti run --report=x.html` waits, makes the page and hands on the exit status; here with a launcher that plays the program.
played = folder / "orterun"
played.write_text(f"#!/bin/sh\nfor a; do case $a in TUTTI_REPORT=*) cp {folder}/calls.json \"${{a#TUTTI_REPORT=}}\";; esac; done\nexit 3\n")
played.chmod(0o755)
(folder / "libtutti-openmpi.so").touch()
check(f"run --report={folder}/run.html {played} -n 4 ./app", status=3, env={"TUTTI_LIBRARY": str(folder)}, err="wrote ")
# Once more over that page.
check(f"run --report={folder}/run.html {played} -n 4 ./app", status=3, env={"TUTTI_LIBRARY": str(folder)})
expect("Calls of the program" in (folder / "run.html").read_text() and not list(folder.glob("*.calls.json")), "no page of the run")
played.write_text("#!/bin/sh\nexit 0\n")
check(f"run --report={folder}/none.html {played} -n 4 ./app", env={"TUTTI_LIBRARY": str(folder)},
      err="none.html was not written: rank 0, which writes it, has said above why not, or runs on another host, or no process has called")

# What cannot be followed: one sentence, status 2, and the line.
(folder / "empty.csv").write_text("")
(folder / "none.csv").write_text(head)
lines = rows.splitlines()
row = next(k for k, line in enumerate(lines) if line.startswith("0,0,bcast"))
(folder / "damaged.csv").write_text("\n".join(lines[:row] + [lines[row].replace("1e-05", "soon")] + lines[row + 1:]) + "\n")
(folder / "bad.json").write_text('{"format": "tutti guidelines",\n"version": 1,\n"verdicts": [}')
(folder / "tuned.json").write_text(json.dumps({"format": "tutti profile", "version": 1}))
(folder / "odd.json").write_text(json.dumps({"format": "tutti guidelines", "version": 1, "verdicts": [{**verdict, "verdict": "bent"}]}))
for arguments, said in ((f"{folder}/empty.csv", "no measurements"), (f"{folder}/none.csv", "no measurements"),
                        (f"{folder}/damaged.csv", f'damaged.csv:{row + 1}: seconds is "soon"'),
                        (f"{folder}/missing.csv", "missing.csv: No such file"), (f"{folder}", "is not a file"),
                        (f"{folder}/bad.json", "bad.json:3: this is not JSON"), (f"{folder}/odd.json", "expected violated, kept or unclear"),
                        (f"{folder}/tuned.json", '"format": "tutti profile"; expected measurements (.csv), verdicts'),
                        ("", "FILES"), (f"{folder}/known.csv -o {folder}/no/such.html", "cannot be written"),
                        (f"{folder}/known.csv --alpha soon", "soon"),
                        (f"{folder}/known.csv -o x.pdf", "-o x.pdf: a report is HTML, or a picture in .svg, not pdf; expected a name that ends in .html"),
                        (f"{folder}/known.csv --machine {folder}/calls.json --alpha 1us", "--machine or --alpha, --beta and --gamma, not both")):
    check(f"report {arguments}", status=2, err=said)
check("report --help", out=["tutti report before.csv after.csv", "lower bound", "docs/report.md"])

shutil.rmtree(folder)
end()
