import json
import pathlib
import re
import tempfile
import xml.etree.ElementTree as xml

from expect import check, end

check("show --help", out=["-o binomial.svg", "Perfetto"])
text = check("show bcast.binomial --p 4").stdout
assert text == """bcast.binomial, p = 4: 2 rounds
round 1
     0 -> 2    all
round 2
     0 -> 1    all
     2 -> 3    all
labels: the parts of the data
""", text
# Labels say what is in a message: blocks, whose blocks they are, and whose sums.
check("show bcast.chain --p 3 --pieces 2", out=["0 -> 1    1\n", "1 -> 2    0\n"])
check("show allgather.recursive_doubling --p 4", out=["0 -> 2    0-1\n", "2 -> 0    2-3\n"])
check("show scatter.binomial --p 4 --root 1", out=["1 -> 3    0,3\n", "root 1"])
check("show reduce.binomial --p 4", out=["3 -> 2    x3\n", "2 -> 0    x2-3\n"])
check("show alltoall.direct --p 3", out=["0 -> 1    0>1\n"])
# A sum over the last processes and the first is none over all between them.
check("show allreduce.census --p 4", out=["3 -> 1    x2-3\n", "0 -> 2    2 of x0-3\n", "0 to 3; 2 of x0-3: over two of these\n"])
check("show barrier.dissemination --p 5", out="3 rounds")
check("show bcast.binomial --p 1", out="p = 1: 0 rounds")
# Combining takes no time: each round stands there once. The legend tells of the labels that there are.
text = check("show allreduce.dual_root --p 16 --pieces 2", out="\nlabels: the blocks of the vector\n", not_out="x0-3").stdout
rounds = [line for line in text.splitlines() if line.startswith("round ")]
assert rounds == [f"round {k}" for k in range(1, 14)], rounds
check("show reduce.binomial --p 4", out="labels: x0-3: the vector, summed over processes 0 to 3\n")
check("show allreduce.census --p 300", out=["9 rounds", "299 -> 0    x299\n", "labels: x0-3: the vector"])
check("show allreduce.butterfly --p 7", out="labels: the blocks of the vector; x0-3: all of it, summed over processes 0 to 3\n")
# With a network, times.
check("show bcast.binomial --p 2 --bytes 1600 --model linear:alpha=1us,beta=1ns", out=["until 2.6 us", ": 2.6 us"])

# The title names the model that holds where none is given; a picture of rounds has none.
check("show allgather.ring --p 4 --topology ring", out="allgather.ring, p = 4, linear:alpha=0,beta=1us,gamma=0, ring: ")
check("show bcast.binomial --p 4 --topology ring --model linear:alpha=1us,beta=0", out="p = 4, linear:alpha=1us,beta=0, ring: ")

# Its ports make an algorithm's radix.
check("show bcast.knomial_ported --p 6 --model linear:alpha=1s,beta=0,ports=5", out=["0 -> 5", ": 1 s"])
check("show bcast.knomial_ported --p 6", out="3 rounds")

with tempfile.TemporaryDirectory() as folder:
    svg, trace = pathlib.Path(folder) / "p.svg", pathlib.Path(folder) / "t.json"
    for what, messages in [("bcast.circulant --p 17 --pieces 5", 16 * 5), ("reduce.binomial --p 64", 63),
                           ("allgather.ring --p 8 --topology ring", 56), ("bcast.binomial --p 1", 0)]:
        said = check(f"show {what} -o {svg} --trace {trace}", out="", err=f"wrote {svg}: {what.split()[0]}, p = ").stderr
        assert said.splitlines()[1].startswith(f"wrote {trace}: a trace for Perfetto, of {what.split()[0]}, p = "), said
        tree = xml.parse(svg).getroot()
        pills = [r for r in tree.iter("{http://www.w3.org/2000/svg}rect") if r.get("rx")]
        assert len(pills) == messages, (what, len(pills))
        width, height = float(tree.get("width")), float(tree.get("height"))
        for r in pills:  # inside the picture, and none on another
            x, y, w, h = (float(r.get(k)) for k in ("x", "y", "width", "height"))
            assert 0 <= x and x + w <= width and 0 <= y and y + h <= height, (what, x, y)
        for t in tree.iter("{http://www.w3.org/2000/svg}text"):  # and so are all words, even in a wide font
            size = float(t.get("font-size", tree.get("font-size")))
            before = {"end": 1, "middle": 0.5}.get(t.get("text-anchor"), 0) * 0.65 * size * len(t.text)
            assert float(t.get("x")) - before >= 0, (what, t.text)
        boxes = sorted((float(r.get("y")), float(r.get("x")), float(r.get("width"))) for r in pills)
        for (y1, x1, w1), (y2, x2, _) in zip(boxes, boxes[1:]):
            assert y1 != y2 or x1 + w1 <= x2, (what, y1, x1, x2)
        events = json.loads(trace.read_text())["traceEvents"]
        assert sum(e["ph"] == "X" for e in events) == 2 * messages, what
        alone = check(f"show {what} --trace -").stdout
        assert json.loads(alone)["traceEvents"] == events, what

# The pictures of the documentation are those that the command draws: scripts/pictures draws them anew.
top = pathlib.Path(__file__).parents[2]
lines = [line.split() for line in (top / "scripts/pictures").read_text().splitlines() if line.startswith("draw ")]
assert len(lines) >= 5, lines
page = (top / "docs/pictures.md").read_text()
with tempfile.TemporaryDirectory() as folder:
    for _, name, *arguments in lines:
        drawn = pathlib.Path(folder) / f"{name}.svg"
        check(["show", *arguments, "-o", str(drawn)])
        assert drawn.read_text() == (top / f"docs/pictures/{name}.svg").read_text(), f"{name}: run scripts/pictures"
        assert f"pictures/{name}.svg" in page and f"tutti show {' '.join(arguments)}" in page, name
# Two trees stand beside the rows in two colours.
two = (top / "docs/pictures/bcast-two-tree.svg").read_text()
assert "the two trees" in two and "in the colours of their first blocks" in two, two[:500]
# What dark arcs are is said where there are others; without a root there are no others.
assert "dark arcs: along which a process hears for the first time" in (top / "docs/pictures/bcast-circulant.svg").read_text()
assert "dark arcs" not in (top / "docs/pictures/allreduce-butterfly.svg").read_text()
check("show allgather.recursive_doubling --p 8 --topology ring",
      out="ring 8: diameter 4, bisection width 2 · dilation 4, congestion 6, expansion 1; most messages on a link at once 4")

# The optimal tree of LogP, and the embedding of the lecture's theorem.
check("show bcast.logp_tree --p 8 --model logp:L=6us,o=2us,g=4us", out="p = 8, logp:L=6us,o=2us,g=4us: 24 us")
# A send occupies its process for 2 us, the first one from 0 on, and the next one begins after the gap.
with tempfile.TemporaryDirectory() as folder:
    drawn = pathlib.Path(folder) / "logp.svg"
    check(["show", "bcast.logp_tree", "--p", "8", "--model", "logp:L=6us,o=2us,g=4us", "-o", str(drawn)])
    bars = re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="(\d+)\.0" fill="[^"]*" opacity', drawn.read_text())
    sends = sorted(float(x) for x, _, height in bars if height == "10")[:2]
    gaps = {float(width) for _, width, height in bars if height == "4"}
    overheads = {float(width) for _, width, height in bars if height == "10"}
    assert len(bars) == 7 * 3 and len(gaps) == len(overheads) == 1, bars
    assert abs(max(overheads) - max(gaps)) < 0.2 and abs(sends[1] - sends[0] - 2 * max(overheads)) < 0.2, (sends, gaps)
    assert "bars: overhead o" in drawn.read_text() and "grey: gap g" in drawn.read_text()
    # The gap after the last send may be longer than the run.
    check(["show", "bcast.binomial", "--p", "2", "--model", "logp:L=0,o=1us,g=5us", "-o", str(drawn)])
    width = float(re.search(r'<svg [^>]*width="(\d+)"', drawn.read_text())[1])
    ends = [float(x) + float(w) for x, w in re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', drawn.read_text())]
    assert ends and max(ends) < width, (ends, width)
check("show bcast.binomial --p 8 --model logp:L=6us,o=2us,g=4us", out="p = 8, logp:L=6us,o=2us,g=4us: 30 us")
check("show bcast.binomial --p 16 --topology hypercube", out="dilation 1, congestion 1, expansion 1;")
# A topology by itself, in numbers; a width that need not be the least is called so.
check("show --topology kautz:2x3", out=["places           12\n", "links            24, ", "diameter         3\n", "bisection width  4\n"],
      not_out="switches")
check("show --topology dragonfly:2x4x2", out=["switches         36\n", "bisection width  at most "])
check("show bcast.binomial --p 8 --topology kautz:2x3", out="expansion 1.5")
with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder) / "n.json"
    link = '{"format": "tutti network", "version": 1, "vertices": 2, "links": [{"from": 0, "to": 1}%s]}'
    file.write_text(link % ', {"from": 1, "to": 0}')
    check(f"show --topology links:{file}", out="diameter         1\n")
    file.write_text(link % "")
    check(f"show --topology links:{file}", status=2, err=f"{file}:1: network of 2 vertices has no route from place 1 to place 0")
    file.write_text('{"format": "tutti network", "version": 1, "vertices": 1, "links": []}')
    check(f"show --topology links:{file}", out="network of 1 vertex\n")
    check(f"show --topology links:{file},sharing=foo", status=2, err="sharing must be equal or max-min, not 'foo'")
check("show --topology shuffle-exchange:1", out="shuffle-exchange network of 1 bit\n")
# What the topology ignores is refused, as with an algorithm.
for topology in ("ring", "full", "cluster:2x4"):
    check(f"show --topology {topology},sharing=foo", status=2, err="sharing must be equal or max-min, not 'foo'")
    check(f"show --topology {topology},sharing=max-min", out="places           8\n")
check("show --topology torus:4x4 --p 100", status=2, err="--p 100 is for a topology without a size, but torus 4 x 4 has 16 places")
check("show --topology ring:1 --p 2", status=2, err="but ring 1 has 1 place")
check("show --topology torus:4x4 --p 16", out="places           16\n")
check("show --topology hypercube --p 10", out="places           16\n")
check("show --topology kautz:2", status=2, err="kautz needs two sizes, such as kautz:2x3")
check("show --topology ring --pieces 3", status=2, err="--pieces has no effect without an algorithm")
check("show", status=2, err="missing algorithm, e.g. bcast.circulant, or --topology")
check("show bcast", status=2, err="bcast is a collective: name one of bcast.")
check("show bcast.binomal", status=2, err="did you mean bcast.binomial")
check("show bcast.chain --p 0", status=2, err="--p 0: expected a whole number")
check("show bcast.chain --p 4 --root 4", status=2, err="--root 4: expected a whole number from 0 to 3")
check("show bcast.chain --root -1", status=2, err="--root -1")
check("show bcast.binomial --pieces 3", status=2, err="is not pipelined")
check("show bcast.chain --p 2", out="M = 1: 1 round\n")
check("show bcast.chain --p 8 --pieces 5 --bytes 3", status=2, err="--pieces 5: 3 bytes cannot be cut into more than 3 pieces")
check("show bcast.chain --p 300 -o x.svg", status=2, err="at most 256 processes")
check("show allgather.recursive_doubling --p 6", status=2, err="needs a power of two of processes, not 6")
check("show bcast.chain -o /nonexistent/x.svg", status=2, err="/nonexistent/x.svg cannot be written: No such file")

# An animation has the same picture, and a time for each instant at which something happens.
with tempfile.TemporaryDirectory() as folder:
    moving = pathlib.Path(folder) / "moving.svg"
    check(f"show bcast.binomial --p 8 --animate -o {moving}")
    text = moving.read_text()
    xml.fromstring(text)
    assert text.count("@keyframes k") == 4 and 'class="now"' in text and "prefers-reduced-motion" in text, text[:2000]
    assert text.count('class="k') == 2 * 7, "a group for each message's arrow and label"
    # A picture of many rounds and long labels stays within a screen or two.
    wide = pathlib.Path(folder) / "wide.svg"
    check(f"show allreduce.full_lane --p 16 --topology cluster:4x4 -o {wide}")
    assert float(xml.parse(wide).getroot().get("width")) < 3000
# Neighbourhoods: on a graph of their own. What travels together along the dimensions of a stencil goes in 4 messages instead of 8.
check("show neighbor_alltoall.direct --graph moore:3x3:1", out=["neighbor_alltoall.direct, p = 9, moore:3x3:1", "0 -> 8"])
check("show neighbor_alltoall.combining --graph moore:4x4:1", out=["p = 16, moore:4x4:1: 4 rounds", "3 blocks"])
check("show neighbor_allgather.direct --graph ring:4 --p 4", out=["p = 4, ring:4", "labels: whose blocks"])
check("show neighbor_allgather.direct --p 4", out=["p = 4"])
check("show neighbor_allgather.direct --graph ring:4 --p 5", status=2, err="--graph ring:4 has 4 processes, not 5")
check("show neighbor_alltoall.combining --graph ring:4", status=2, err="no messages can be saved by combining blocks")
check("show bcast.binomial --graph ring:4", status=2, err="--graph is for neighbourhood collectives")
check("predict neighbor_alltoall --graph moore:4x4:1 --bytes 8", out=["combining"])

check("show bcast.binomial --animate", status=2, err="--animate: expected -o FILE.svg")
# A picture is SVG whatever its file is called; what would be without effect is refused.
check("show bcast.binomial -o x.png", status=2, err="-o x.png: a picture is SVG, not png; expected a name that ends in .svg")
check("show bcast.binomial --trace x.svg", status=2, err="a trace is JSON, not svg; expected a name that ends in .json")
check("show bcast.binomial --p 4 -o -", out=["<svg", "</svg>"], not_out="round 1\n")
check("show allreduce.ring --p 4 --root 3", status=2, err="--root 3 is for rooted collectives, not for allreduce.ring")
check("show bcast.binomial --p 4 --by 3", status=2, err="--by 3 is for shifts, not for bcast.binomial")

end()
