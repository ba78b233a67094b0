# `tutti explore`: the page's times are those of `tutti predict`, and it draws in Chromium.
import html
import json
import math
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

from expect import check, end, run

here = pathlib.Path(__file__).resolve()
evaluate = here.parents[2] / "src/report/web/evaluate.js"
node = shutil.which("node") or shutil.which("nodejs")
chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
folder = pathlib.Path(tempfile.mkdtemp())
page = folder / "page.html"

check("explore --help", out=["-o explore.html", "at most 64", "roots      0 and p / 2", "model      linear"])
check("explore", status=2, err="missing -o FILE.html")
check("explore -o x.svg", status=2, err="the page is HTML, not svg")
check("explore -o /nonexistent/x.html", status=2, err="/nonexistent/x.html cannot be written")
check(f"explore -o {page} --p 65", status=2, err="--p 65")
check(f"explore -o {page} --collective bcst", status=2, err="did you mean bcast")
check(f"explore -o {page} --collective neighbor_alltoall", status=2, err="neighbourhood collectives cannot be explored")
check(f"explore -o {page} --collective bcast.leaders", status=2, err="none of these algorithms can be explored")
check(f"explore -o {page} --collective bcast,reduce.binomial --p 4", err=["wrote", "20 algorithms of 2 collectives to explore, "])

made = check(f"explore -o {page} --p 2..9,12,16,17 --pieces 1,2,3,5", err=f"wrote {page}: ").stderr
number = re.search(r"(\d+) algorithms of", made)[1]
pictures = " ".join((here.parents[2] / "docs/pictures.md").read_text().split())
assert f" {number} algorithms of all" in pictures, f"docs/pictures.md: the page has {number} algorithms"
text = page.read_text()
assert len(text) < 3e6 and not re.search(r"(src|href)=.?(https?:)?//", text), "the page has all that it needs"
table = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S).group(1))
assert len(table["collectives"]) == 19, [c["name"] for c in table["collectives"]]
left_out = {k["name"]: k["why"] for k in table["left_out"]}
assert left_out["bcast.leaders"] == "for nodes" and "alltoall.bruck" not in left_out, left_out

# Settings at random: those of a call of predict share the collective, p, the root, M and the machine. Units: the least bytes that
# are cut evenly.
draw = random.Random(7)


def some_settings():
    c = draw.choice(table["collectives"])
    shown = [a for a in c["algorithms"] if draw.random() < 0.7]
    keys = [tuple(map(int, key.split(","))) for a in shown for key in a["schedules"]]
    if not keys:
        return [], []
    p, root, m = draw.choice(keys)
    shown = [a for a in shown if f"{p},{root},{m if a['pipelined'] else 1}" in a["schedules"]]
    units = [int(a["schedules"][f"{p},{root},{m if a['pipelined'] else 1}"].split("|")[0]) for a in shown]
    size = math.lcm(*units) * draw.choice([1, 2, 3, 10, 1000, 12345])
    on = {"alpha": draw.choice([1e-9, 1.3e-6, 1e-5, 2e-3]), "beta": draw.choice([0, 1e-10, 1e-9, 3.7e-8]),
          "gamma": draw.choice([0, 0, 1e-10, 2.3e-9, 1e-8]), "ports": draw.choice([1, 1, 1, 2, 3])}
    words = [f"{c['name']}.{a['name']}" for a in shown] + ["--p", str(p), "--bytes", str(size), "--json", "--model",
             "linear:" + ",".join(f"{k}={v}{'' if k == 'ports' else 's'}" for k, v in on.items())]
    if any(a["pipelined"] for a in shown):
        words += ["--pieces", str(m)]
    if c["rooted"] or c["shifts"]:
        words += ["--by" if c["shifts"] else "--root", str(root)]
    return words, [{"collective": c["name"], "algorithm": a["name"], "p": p, "root": root, "blocks": m if a["pipelined"] else 1,
                    "bytes": size, **on} for a in shown]


def predicted_settings(least):
    """Settings, and what `tutti predict` finds for each."""
    settings, predicted = [], []
    while len(settings) < least:
        words, these = some_settings()
        if these:
            done = run("predict", *words)
            assert done.returncode == 0, (words, done.stderr)
            predicted += json.loads(done.stdout)
            settings += these
    assert len(settings) == len(predicted)
    return settings, predicted


def compare_with_predict(settings, predicted, answers, where):
    differing = []
    assert len(answers) == len(settings)
    for s, a, q in zip(settings, answers, predicted):
        near = math.isclose(a["seconds"], q["seconds"], rel_tol=1e-12, abs_tol=1e-30)
        bound = math.isclose(a["bound"], max(0, q["lower_bound_seconds"]), rel_tol=1e-9)
        rounds = s["ports"] > 1 or q["rounds_are_bound"] or a["rounds"] == q["rounds"]
        if not (near and bound and rounds and not a["wrong"]):
            differing.append((s, a, q["seconds"], q["lower_bound_seconds"], q["rounds"]))
    assert not differing, f"{where}: {len(differing)} of {len(settings)} settings differ: {differing[:3]}"
    print(f"{len(settings)} random settings as predicted in {where}")


def browse(address, *how):
    alone = tempfile.mkdtemp()
    done = subprocess.run(
        [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync", "--disable-background-networking",
         "--disable-component-update", "--disable-dev-shm-usage", "--proxy-server=127.0.0.1:9", "--host-resolver-rules=MAP * ~NOTFOUND",
         "--enable-logging=stderr", "--v=0", f"--user-data-dir={alone}", "--virtual-time-budget=20000", *how, address],
        capture_output=True, text=True, timeout=100)
    shutil.rmtree(alone, ignore_errors=True)
    said = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    assert done.returncode == 0 and not said, f"{address}: {done.returncode} {said} {done.stderr[-500:]}"
    return done.stdout


def seconds_of(words):
    return {r["algorithm"]: r for r in json.loads(run("predict", *words.split(), "--json").stdout)}


# Sets a control of the page.
SET = 'const set = (id, value, event) => { byId(id).value = value; byId(id).dispatchEvent(new Event(event, {bubbles: true})); };'
# Uses the page as a reader does; each line adds what it sees.
READER = """
const seen = [], key = (name) => document.body.dispatchEvent(new KeyboardEvent("keydown", {key: name, bubbles: true}));
const touch = (kind, x) => { const e = new Event(kind, {bubbles: true}); e.touches = e.changedTouches = [{clientX: x}]; document.querySelector("#figures svg").dispatchEvent(e); };
const see = () => seen.push(new URLSearchParams(location.hash.slice(1)));
key("ArrowRight"), key("ArrowRight"), see();
key("ArrowLeft"), see();
key("End"), see();
key("Home"), see();
touch("touchstart", 300), touch("touchend", 100), see();
set("c", "reduce", "change"), see();
set("p", 0, "input"), see();
set("bytes", 40, "input"), see();
set("gamma", -49, "input"), see();
set("root", 1, "change"), see();
set("b", "none", "change"), see();
byId("play").click(), seen.push(document.body.className), key(" "), seen.push(document.body.className);
document.body.dataset.seen = seen.map((s) => typeof s === "string" ? s : ["c", "b", "p", "root", "bytes", "gamma", "round"].map((k) => s.get(k)).join(" ")).join("|");
"""


# Chooses each collective, in round 1, and adds the collectives of which a figure appears, both in rounds and in time.
EACH = """
const drawn = [];
for (const {value} of [...byId("c").options]) {
  const shows = (how) => {
    delete document.body.dataset.ready;
    set("draw", how, "change");
    const figure = document.querySelector('[data-figure="a"]');
    return document.body.dataset.ready === "yes" && figure.querySelector("svg") && figure.textContent.includes(value + ".");
  };
  set("c", value, "change");
  byId("forward").click();
  if (shows("rounds") && shows("time")) drawn.push(value);
}
document.body.dataset.drawn = drawn.join(" ");
"""


def with_script(script):
    file = folder / "with_script.html"
    file.write_text(text.replace("</body>", f"<script>{SET}{script}</script></body>"))
    return file


def use_it():
    dom = browse(f"file://{with_script(READER)}#c=bcast&a=binomial&b=star&p=8", "--dump-dom")
    seen = re.search(r'data-seen="([^"]*)"', dom).group(1).split("|")
    first = "bcast star 8 0 65536 1e-10"
    assert seen == [f"{first} {k}" for k in (2, 1, 7, 0, 1)] + [
        "reduce circulant 8 0 65536 1e-10 0", "reduce circulant 2 0 65536 1e-10 0", "reduce circulant 2 0 1024 1e-10 0",
        "reduce circulant 2 0 1024 0 0", "reduce circulant 2 1 1024 0 0", "reduce none 2 1 1024 0 0", "playing", ""], seen


def evaluator(settings):
    """Evaluates the settings in the page."""
    return here.with_suffix(".js").read_text() + f"document.body.dataset.answers = JSON.stringify(answersOf(evaluation, table, {json.dumps(settings)}));"


def see_it_drawn(settings, predicted):
    # The hash of the address is the state of the page.
    dom = browse(f"file://{page}#c=reduce&a=binomial&b=chain&mb=3&p=12&root=6&bytes=36000&alpha=2e-6&beta=1e-9&gamma=3e-10&round=2", "--dump-dom")
    assert 'data-ready="yes"' in dom and 'data-curves="yes"' in dom, dom[-2000:]
    rows = {which: float(time) for which, time in re.findall(r'data-which="(\w+)" data-time="([^"]*)"', dom)}
    model = "--p 12 --root 6 --bytes 36000 --model linear:alpha=2us,beta=1ns,gamma=0.3ns"
    known = seconds_of(f"reduce.binomial reduce.chain {model} --pieces 3")
    assert math.isclose(rows["a"], known["reduce.binomial"]["seconds"], rel_tol=1e-12), rows
    assert math.isclose(rows["b"], known["reduce.chain"]["seconds"], rel_tol=1e-12), rows
    assert math.isclose(rows["bound"], known["reduce.binomial"]["lower_bound_seconds"], rel_tol=1e-9), rows
    # Round 2 of the binomial tree of 12, as `tutti show` has it.
    shown = run("show", "reduce.binomial", "--p", "12", "--root", "6", "--text").stdout
    second = re.findall(r"(\d+) -> (\d+)", shown.split("round 2\n")[1].split("round 3\n")[0])
    words = re.search(r'data-figure="a".*?<ol class="messages"[^>]*>(.*?)</ol>', dom, re.S).group(1)
    assert re.findall(r"(\d+) \u2192 (\d+)", words) == second, (words, second)
    assert dom.count("<svg") == 8, dom.count("<svg")
    # "Best" and the curves name the numbers of blocks that the page has, and the curves the one that was chosen.
    assert 'value="best">best of 1, 2, 3, 5</option>' in dom and ">B chain: M = 3.</p>" in dom, dom[-2000:]
    # Every collective can be drawn, in rounds and in time; the browser computes as Node.js does; a wrong setting is mended.
    dom = browse(f"file://{with_script(EACH + evaluator(settings))}#p=9&node=3", "--dump-dom")
    drawn = re.search(r'data-drawn="([^"]*)"', dom).group(1).split()
    assert drawn == [c["name"] for c in table["collectives"]], drawn
    compare_with_predict(settings, predicted, json.loads(html.unescape(re.search(r'data-answers="([^"]*)"', dom).group(1))), "Chromium")
    dom = browse(f"file://{page}#c=nonsense&p=-7&bytes=many&root=99&ma=77&round=1e9", "--dump-dom")
    assert 'data-ready="yes"' in dom and "bcast.binomial" in dom
    assert ">B circulant: the best M of 1, 2, 3, 5 at each point; for long messages another M may be faster.</p>" in dom, dom[-2000:]
    use_it()
    printed, picture = folder / "page.pdf", folder / "page.png"
    browse(f"file://{page}#c=allreduce&p=16&round=2", f"--print-to-pdf={printed}")
    browse(f"file://{page}#c=allreduce&p=16&round=2", f"--screenshot={picture}", "--window-size=1400,1800")
    assert printed.read_bytes().startswith(b"%PDF") and printed.stat().st_size > 20000
    assert picture.read_bytes().startswith(b"\x89PNG") and picture.stat().st_size > 50000


settings, predicted = predicted_settings(int(sys.argv[2]) if len(sys.argv) > 2 else 250)
if node:
    done = subprocess.run([node, here.with_suffix(".js"), evaluate, page], input=json.dumps(settings), text=True, capture_output=True, check=True)
    compare_with_predict(settings, predicted, json.loads(done.stdout), "Node.js")
if chromium:
    see_it_drawn(settings, predicted)
shutil.rmtree(folder, ignore_errors=True)
if not (node and chromium):
    print("skipped: Node.js or Chromium is missing")
    sys.exit(77)
end()
