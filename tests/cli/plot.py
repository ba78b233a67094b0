# Plots: tutti report and tutti compare -o x.svg write a script with its data, and gnuplot draws the picture.
import json
import pathlib
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree

from expect import check, end

folder = pathlib.Path(tempfile.mkdtemp())
gnuplot = shutil.which("gnuplot")


def expect(good, what):
    assert good, what


def texts_of(svg):
    """The texts of the picture, and the number of its curves, bands and bars."""
    all = [e for e in xml.etree.ElementTree.parse(svg).iter()]
    words = ["".join(e.itertext()).strip() for e in all if e.tag.endswith("}text")]
    return words, sum((e.get("id") or "").startswith("gnuplot_plot_") for e in all)


def drawn(arguments, name):
    """The script, and the texts and the number of plots of the picture; of the picture none where gnuplot is not installed."""
    svg, script = folder / f"{name}.svg", folder / f"{name}.gp"
    if gnuplot:
        check([*arguments, "-o", str(svg)], err=[f"wrote {script}: the plot as a script", f"wrote {svg}: a plot"])
        return script.read_text(), *texts_of(svg)
    check([*arguments, "-o", str(svg)], status=1, err=[f"wrote {script}: the plot as a script", "there is no gnuplot here"])
    return script.read_text(), None, None


times = [str(folder / f"p{p}.csv") for p in (4, 8)]
for p, file in zip((4, 8), times):
    check(f"bench bcast barrier --p {p} --bytes 8..8K --by tutti,binomial --no-table -o {file}")
script, words, plots = drawn(["report", *times], "times")
expect("'bcast, 4 processes'" in script and "title 'binomial'" in script and "with filledcurves" in script, script)
if words:
    expect({"bcast, 4 processes", "bcast, 8 processes", "barrier, 8 processes", "tutti", "binomial", "size", "time", "8 B", "2 KiB", "10 us"} <= set(words), words)
    expect(plots >= 2 * 2 * 2 + 2, plots)  # two sizes of jobs, two algorithms, a band and a line each; and the barriers
    # The script draws the same again, in its folder.
    before = (folder / "times.svg").read_text()
    (folder / "times.svg").unlink()
    subprocess.run([gnuplot, "times.gp"], cwd=folder, check=True)
    expect((folder / "times.svg").read_text() == before, "the script draws another picture")

# Verdicts: a bar each, the largest factor first. Texts are not interpreted.
verdict = {"guideline": "GL1 `date` 'x'", "by": "native", "operation": "gather", "p": 4, "bytes": 800, "verdict": "violated", "factor": 1.5,
           "low": 1.4, "high": 1.7}
(folder / "v.json").write_text(json.dumps({"format": "tutti guidelines", "version": 1, "verdicts": [
    verdict, {**verdict, "guideline": "GL2", "factor": 2.5, "low": 2.4, "high": 2.6}, {**verdict, "guideline": "GL3", "factor": 0.9, "verdict": "kept"}]}))
script, words, plots = drawn(["report", str(folder / "v.json")], "verdicts")
expect(script.index("'GL2 gather 800 B, 4 processes, native' 1") < script.index("'GL1 `date` ''x'' gather 800 B, 4 processes, native' 2"), script)
expect("2 1.5 1.4 1.7\n" in script, script)
if words:
    expect("GL1 `date` 'x' gather 800 B, 4 processes, native" in words and "factor; above 1: slower than it should be" in words and plots == 2, (words, plots))


# A comparison: the slower line first, below the totals.
def run_of(file, by, seconds):
    rows = [{"collective": name, "bytes_least": 8, "bytes_most": 15, "served_by": by, "operations": 1, "calls": 4, "bytes": 8,
             "median_seconds": s, "longest_process_seconds": s} for name, s in seconds.items()]
    (folder / file).write_text(json.dumps({"tutti": "0.1.0", "mpi": "Open MPI", "processes": 4, "rows": rows,
                                           "times": {"blocking_collectives_seconds": sum(seconds.values()), "program_seconds": 1}}))
    return str(folder / file)


natives = [run_of(f"native-{k}.json", "native", {"bcast": 1 + k / 100, "scan": 1 + k / 100}) for k in range(3)]
served = [run_of(f"tutti-{k}.json", "chain", {"bcast": 0.5 + k / 100, "scan": 3 + k / 100}) for k in range(3)]
script, words, plots = drawn(["compare", *natives, "--with", *served], "gain")
expect(script.index("'scan 8 B .. <16 B'") < script.index("'bcast 8 B .. <16 B'"), script)
if words:
    expect("scan 8 B .. <16 B" in words and "all: program" in words and "speed-up; above 1: tutti is faster" in words and plots == 3, (words, plots))

# What cannot be drawn, and where gnuplot is missing or fails.
check(["report", natives[0], "-o", str(folder / "calls.svg")], status=2, err="nothing here has curves or intervals")
check(["report", times[0], "-o", "x.pdf"], status=2, err="a report is HTML, or a picture in .svg")
shutil.copy(times[0], folder / "a.gp")
check(["report", str(folder / "a.gp"), "-o", str(folder / "a.svg")], status=2, err="would overwrite")
(folder / "foreign.gp").write_text("set terminal png\n")
for command in ["report", times[0]], ["compare", natives[0], served[0]]:
    check([*command, "-o", str(folder / "foreign.svg")], status=2, err="foreign.gp would overwrite a file that is not an earlier script")
none = folder / "none"
none.mkdir()
check(["report", times[0], "-o", str(folder / "b.svg")], status=1, err=["wrote ", "b.svg was not drawn: there is no gnuplot here"], env={"PATH": str(none)})
check(["compare", natives[0], served[0], "-o", str(folder / "c.svg"), "--json", str(folder / "c.json")], status=1,
      err=["c.svg was not drawn", "c.json: the comparison as JSON"], env={"PATH": str(none)})
expect(json.loads((folder / "c.json").read_text()), "JSON beside a picture that cannot be drawn")
(none / "gnuplot").write_text("#!/bin/sh\necho it broke\nexit 3\n")
(none / "gnuplot").chmod(0o755)
check(["report", times[0], "-o", str(folder / "b.svg")], status=1, err="b.svg was not drawn: it broke", env={"PATH": f"{none}:/bin:/usr/bin"})
shutil.rmtree(folder)
end()
