"use strict";
// Builds the report from the data in the page, which src/report/page.hpp and summary.hpp describe.

const data = JSON.parse(document.getElementById("data").textContent);
const main = document.getElementById("content");

// --- Words -----------------------------------------------------------------------------------------------------------
// Sizes and times as the command prints them (src/text/quantity.cpp, docs/units.md): three digits. From 1024 on, powers of two,
// and 5, 6 and 7 quarters of them, have binary units.
const scaled = (v, units, least, base = 1000) => {
  let k = 0, size = least;
  while (k + 1 < units.length && v >= 0.9995 * size * base) ++k, size *= base;
  return `${Number((v / size).toPrecision(v / size < 999.5 ? 3 : 6))} ${units[k]}`;
};
const byHalving = v => v >= 1024 && Number.isInteger(4 * v / 2 ** Math.floor(Math.log2(v)));
const inBytes = v => byHalving(v) ? scaled(v / 1024, ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"], 1, 1024) : scaled(v, ["B", "KB", "MB", "GB", "TB"], 1);
const inSeconds = v => v === 0 ? "0 s" : scaled(v, ["ns", "us", "ms", "s"], 1e-9);
const inTimes = v => v >= 100 ? v.toFixed(0) : v >= 10 ? v.toFixed(1) : v.toFixed(2);
const byName = e => e.by + (e.made === "call" ? "" : ` as ${e.made}`);
const details = e => [e.problem !== "same" && e.problem, e.layout !== "contiguous" && e.layout,
  e.op !== "none" && `operator ${e.op}`, e.root !== 0 && `root ${e.root}`].filter(Boolean).join(", ");
const subject = e => e.operation + (details(e) ? `, ${details(e)}` : "");

// --- Elements --------------------------------------------------------------------------------------------------------
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element && name !== "style") element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter(c => c != null));
  return element;
}
const number = (text, more = {}) => make("td", more, String(text));
const word = (text, kind = "text") => make("td", { className: kind }, String(text ?? ""));

/** A table with a heading for each column. The cells of rows are elements or texts; the first cell is the row's heading. */
function table(caption, heading, rows, kind = "") {
  const head = make("tr", {}, ...heading.map(h => make("th", { scope: "col" }, h)));
  const body = rows.map(([first, ...rest]) => make("tr", {}, make("th", { scope: "row" }, String(first)),
    ...rest.map(c => c instanceof Node ? c : number(c))));
  return make("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: caption },
    make("table", { className: kind }, make("caption", {}, caption), make("thead", {}, head), make("tbody", {}, ...body)));
}
/** A bar, as long as its share of the width of all bars. */
const barOf = (part, whole, kind = "bar") => make("span", { className: kind, style: `width:${(whole > 0 ? 120 * part / whole : 0).toFixed(1)}px`, ariaHidden: "true" });
const shareCell = (part, whole) => make("td", { className: "text" }, barOf(part, whole), ` ${(whole > 0 ? 100 * part / whole : 0).toFixed(1)} %`);
const onScreen = (title, ...children) => make("details", { className: "screen" }, make("summary", {}, title), ...children);
const folded = (title, ...children) => make("details", {}, make("summary", {}, title), ...children);

const links = make("ul");
document.getElementById("contents").append(links);
function section(title, level = "h2") {
  const id = "s-" + title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const part = make("section", { id, ariaLabel: title }, make(level, {}, title));
  main.append(part);
  if (level === "h2") links.append(make("li", {}, make("a", { href: "#" + id }, title)));
  return part;
}
const groups = (list, key) => {
  const all = new Map();
  for (const e of list) all.has(key(e)) ? all.get(key(e)).push(e) : all.set(key(e), [e]);
  return all;
};
const ascending = list => [...new Set(list)].sort((a, b) => a - b);
const geometricMean = list => Math.exp(list.reduce((s, v) => s + Math.log(v), 0) / list.length);

// --- Heat maps: tables whose cells have both a number and a colour ---------------------------------------------------
// Blue is faster, orange slower, white equal; the colour is full at a factor of 4. Bold: significantly different.
function heatColour(ratio) {
  const depth = Math.min(1, Math.abs(Math.log(ratio)) / Math.log(4));
  const full = ratio < 1 ? [0, 114, 178] : [213, 94, 0];
  const mixed = full.map(c => Math.round(255 + (c - 255) * depth * 0.85));
  return `background:rgb(${mixed})`;
}
function heatCell(e) {
  if (!e) return word("", "none");
  if (e.right === false) return word("wrong", "wrong");
  if (!(e.ratio > 0)) return word("-", "none");
  const sure = e.verdict !== "same";
  const range = e.ratio_low > 0 ? `, 95 %: ${inTimes(e.ratio_low)} to ${inTimes(e.ratio_high)}` : "";
  return make("td", { className: "heat" + (sure ? " sure" : ""), style: heatColour(e.ratio),
    title: `${inTimes(e.ratio)}${range}: ${e.verdict}` }, inTimes(e.ratio));
}
const scale = () => make("p", { className: "scale" }, "faster",
  ...[0.25, 0.5, 0.8, 1, 1.25, 2, 4].map(r => make("i", { style: heatColour(r) }, String(r))),
  "slower. Bold: significant by both tests.");
// Sizes rounded to equal blocks differ slightly with p. Sizes within 12 % share a column, unless a row has both.
function columnsOf(rows, sizes) {
  const columns = [];
  for (const size of sizes) {
    const last = columns[columns.length - 1];
    const fits = last && size <= 1.12 * last[0] && rows.every(of => of.filter(e => e.bytes === size || last.includes(e.bytes)).length < 2);
    fits ? last.push(size) : columns.push([size]);
  }
  return columns;
}
/** A heat map with rows grouped by `row`, and a column for each size. */
function heatMap(caption, heading, list, row, cell = heatCell) {
  const rows = [...groups(list, row)];
  const sizes = columnsOf(rows.map(([, of]) => of), ascending(list.map(e => e.bytes)));
  return table(caption, [heading, ...sizes.map(s => (s.length > 1 ? "\u2248 " : "") + inBytes(s[0]))],
    rows.map(([name, of]) => [name, ...sizes.map(s => cell(of.find(e => s.includes(e.bytes))))]));
}

// --- Time against size -----------------------------------------------------------------------------------------------
const plots = [];
function timePlot(list, title) {
  const lines = [...groups(list, byName)].map(([name, of]) =>
    ({ name, points: of.map(e => ({ x: Math.max(1, e.bytes), y: e.median, low: e.low, high: e.high })) }));
  const bounds = list.filter(e => e.bound > 0);
  if (bounds.length)
    lines.push({ name: "lower bound", points: [...groups(bounds, e => e.bytes).values()].map(([e]) => ({ x: e.bytes, y: e.bound })) });
  // Of many lines, shows those that are fastest at some size, and those in `always`.
  const always = ["native", "tutti", "lower bound"];
  if (lines.length > 7) {
    const wins = new Set([...groups(list, e => e.bytes).values()].map(of => byName(of.reduce((a, b) => b.median < a.median ? b : a))));
    for (const line of lines) line.show = always.includes(line.name) || wins.has(line.name);
  }
  const look = looks(lines.map(l => l.name));
  const place = make("div", { className: "plot", role: "img",
    ariaLabel: `Time against size of ${title}: ${lines.map(l => l.name).join(", ")}. The table below has its numbers.` });
  const reading = make("figcaption", { ariaHidden: "true" });
  const idle = "Lines: medians; bands: their 95 % intervals.";
  reading.textContent = idle;
  const shown = new Set(lines.filter(l => l.show !== false).map(l => l.name));
  const label = x => {
    reading.textContent = x == null ? idle : `${inBytes(x)}: ` + lines.filter(l => shown.has(l.name))
      .map(l => [l.name, l.points.find(q => q.x === x)]).filter(([, q]) => q).map(([n, q]) => `${n} ${inSeconds(q.y)}`).join(" \u00b7 ");
  };
  let plot;
  const choices = make("fieldset", { className: "choices" }, make("legend", {}, "Lines"), ...lines.map(line => {
    const box = make("input", { type: "checkbox", checked: line.show !== false });
    box.addEventListener("change", () => {
      box.checked ? shown.add(line.name) : shown.delete(line.name);
      plot.show(line.name, box.checked);
    });
    const { colour, dash } = look[line.name];
    const sample = make("span", { ariaHidden: "true" });
    sample.innerHTML = `<svg viewBox="0 0 36 12"><path d="M0 6H36" stroke="${colour}" stroke-width="2.5" stroke-dasharray="${dash}"/></svg>`;
    return make("label", {}, box, sample, line.name);
  }));
  const figure = make("figure", {}, choices, place, reading,
    make("p", { className: "note screen" }, "Drag along the sizes to zoom in; double-click to reset."));
  figure.draw = () => {
    plot = linePlot(place, lines, look, { x: inBytes, y: inSeconds, label });
    plots.push({ place, plot });
  };
  return figure;
}

function numbersTable(list, title) {
  const rows = list.map(e => [inBytes(e.bytes), word(byName(e)), word(e.algorithm === e.by ? "" : e.algorithm), e.times, inSeconds(e.median),
    e.times > 1 ? `${inSeconds(e.low)} .. ${inSeconds(e.high)}` : "", inSeconds(e.least),
    e.bound > 0 ? inTimes(e.median / e.bound) : "",
    e.ratio ? inTimes(e.ratio) : "", word(e.right ? (e.verdict && e.verdict !== "same" ? e.verdict : "") : "WRONG RESULT", e.right ? "text" : "wrong")]);
  return table(title, ["bytes", "by", "algorithm", "times", "median", "95 % interval", "least", "\u00d7 bound", "ratio", ""], rows);
}

/** "ring: 8 B to 800 B; chain: 2.4 KB": ranges of sizes that one algorithm serves. */
function choices(list) {
  const runs = [];
  for (const e of [...list].sort((a, b) => a.bytes - b.bytes)) {
    const last = runs[runs.length - 1];
    last && last.algorithm === e.algorithm ? last.to = e.bytes : runs.push({ algorithm: e.algorithm, from: e.bytes, to: e.bytes });
  }
  return runs.map(r => `${r.algorithm}: ${inBytes(r.from)}` + (r.to > r.from ? ` to ${inBytes(r.to)}` : "")).join("; ");
}

/** The section of one operation: a plot for a selected number of processes, and heat maps for all of them. */
function operation(run, title, list) {
  const part = section(data.runs.length > 1 ? `${title} (${run.name})` : title);
  const counts = ascending(list.map(e => e.p));
  const shown = make("div");
  const draw = p => {
    const of = list.filter(e => e.p === p);
    const figure = timePlot(of, `${title}, p = ${p}`);
    const numbers = folded(`Table of the ${of.length} medians`, numbersTable(of, `${title}, p = ${p}`));
    for (let k = plots.length; k-- > 0;) if (shown.contains(plots[k].place)) plots.splice(k, 1);
    shown.replaceChildren(make("h3", {}, `Time against size, p = ${p}, ${of[0].nodes} ${of[0].nodes === 1 ? "node" : "nodes"}`), figure, numbers);
    figure.draw();
  };
  if (counts.length > 1) {
    const choose = make("select", {}, ...counts.map(p => make("option", { value: p }, String(p))));
    choose.value = counts[counts.length - 1];
    choose.addEventListener("change", () => draw(Number(choose.value)));
    part.append(make("label", { className: "screen" }, "Processes: ", choose));
  }
  part.append(shown);
  draw(counts[counts.length - 1]);

  const compared = list.filter(e => e.ratio > 0 || e.right === false);
  const against = [...new Set(compared.map(e => e.against))].filter(Boolean).join(" or ");
  if (compared.length) {
    part.append(make("h3", {}, `Time, as a multiple of ${against}'s`), scale());
    const tutti = compared.filter(e => e.by === "tutti" && e.made === "call");
    if (tutti.length) part.append(heatMap(`tutti / ${against}, over processes and size`, "p", tutti, e => e.p));
    const others = compared.filter(e => !(e.by === "tutti" && e.made === "call"));
    for (const [p, of] of groups(others, e => e.p)) {
      const map = heatMap(`All others / ${against}, p = ${p}`, "by", of, byName);
      part.append(p < counts[counts.length - 1] ? folded(`All others, p = ${p}`, map) : map);
    }
  }
  const chosen = list.filter(e => e.by === "tutti" && e.made === "call" && e.algorithm);
  if (chosen.length)
    part.append(make("h3", {}, "Chosen algorithms"),
      table("Algorithms chosen by tutti", ["p", "sizes"], [...groups(chosen, e => e.p)].map(([p, of]) => [p, word(choices(of), "wide")])));
  const bounded = list.filter(e => e.bound > 0 && e.made === "call" && ["native", "tutti"].includes(e.by));
  if (bounded.length)
    part.append(make("h3", {}, "Distance from the lower bound"),
      make("p", { className: "note" }, "Time divided by the lower bound, which no algorithm can beat: one port in each direction."),
      heatMap("Multiples of the lower bound", "by, p", bounded, e => `${e.by}, p = ${e.p}`,
        e => e ? make("td", { className: "heat", style: heatColour(Math.max(1, e.median / e.bound)) }, inTimes(e.median / e.bound)) : word("", "none")));
}

// --- The parts of a report -------------------------------------------------------------------------------------------
function overview(run) {
  const list = run.experiments.filter(e => e.by === "tutti" && e.made === "call" && e.against === "native" && e.ratio > 0);
  if (!list.length) return;
  const part = section(data.runs.length > 1 ? `Overview (${run.name})` : "Overview");
  const count = (of, verdict) => of.filter(e => e.verdict === verdict).length;
  const rows = [...groups(list, e => `${subject(e)}, p = ${e.p}`)].map(([name, of]) => {
    const mean = geometricMean(of.map(e => e.ratio));
    const worst = of.reduce((a, b) => b.ratio > a.ratio ? b : a);
    return [name, of.length, count(of, "faster"), count(of, "same"), count(of, "slower"),
      make("td", { className: "heat", style: heatColour(mean) }, inTimes(mean)), `${inTimes(worst.ratio)} at ${inBytes(worst.bytes)}`];
  });
  part.append(make("p", {}, `tutti against the MPI library's own collectives at ${list.length} points: ` +
    `faster at ${count(list, "faster")}, the same within noise or 2 % at ${count(list, "same")}, slower at ${count(list, "slower")}; ` +
    `geometric mean of the ratios ${inTimes(geometricMean(list.map(e => e.ratio)))}.`),
    table("tutti / native", ["operation", "points", "faster", "same", "slower", "geometric mean", "largest ratio"], rows), scale());
}

function between(list, before, after) {
  const part = section(`${after} against ${before}`);
  if (!list.length) {
    part.append(make("p", {}, "The runs have no experiment in common."));
    return;
  }
  const count = verdict => list.filter(e => e.verdict === verdict).length;
  part.append(make("p", {}, `${list.length} experiments are in both runs: ${after} is faster in ${count("faster")}, ` +
    `slower in ${count("slower")}, and not significantly different in ${count("same")}.`), scale());
  for (const [title, of] of groups(list, subject))
    part.append(make("h3", {}, title), heatMap(`Time in ${after} / in ${before}`, "by, p", of, e => `${byName(e)}, p = ${e.p}`));
  const changed = list.filter(e => e.algorithm_before !== e.algorithm_after);
  if (changed.length)
    part.append(folded(`${changed.length} use another algorithm`, table("Changed algorithms", ["operation", "by", "p", "bytes", "before", "after", "ratio"],
      changed.map(e => [subject(e), word(byName(e)), e.p, inBytes(e.bytes), word(e.algorithm_before), word(e.algorithm_after), heatCell(e)]))));
}

function guidelines(list) {
  const part = section("Guidelines");
  const violated = list.filter(v => v.verdict === "violated");
  const servers = [...new Set(list.map(v => v.by))];
  part.append(make("p", {}, servers.map(by => {
    const of = list.filter(v => v.by === by);
    return `${by}: ${of.filter(v => v.verdict === "violated").length} of ${of.length} verdicts are violations`;
  }).join("; ") + "."));
  const rows = [...groups(list, v => v.guideline)].map(([name, of]) => {
    const cells = servers.flatMap(by => {
      const mine = of.filter(v => v.by === by);
      if (!mine.length) return ["", "", "", ""].map(() => word("not measured", "none"));
      const bad = mine.filter(v => v.verdict === "violated");
      return [mine.filter(v => v.verdict === "kept").length, mine.filter(v => v.verdict === "unclear").length,
        number(bad.length, { className: bad.length ? "violated" : "" }), bad.length ? inTimes(Math.max(...bad.map(v => v.factor))) : ""];
    });
    return [name, ...cells];
  });
  part.append(table("Kept and violated", ["guideline", ...servers.flatMap(by => [`${by}: kept`, "unclear", "violated", "largest factor"])], rows));
  if (violated.length) {
    // The factors that distinguish the points. Empty columns are left out.
    const factors = [["problem", v => v.problem], ["layout", v => v.layout], ["operator", v => v.op === "none" ? "" : v.op], ["root", v => v.root]]
      .filter(([, of]) => violated.some(v => (of(v) ?? "") !== ""));
    const violations = folded(`The ${violated.length} violations, worst first`, table("Violations",
      ["guideline", "operation", "by", "p", "bytes", ...factors.map(([name]) => name), "factor", "95 % interval", "confidence", "hint"],
      violated.sort((a, b) => b.factor - a.factor).map(v => [v.guideline, word(v.operation), word(v.by), v.p, inBytes(v.bytes),
        ...factors.map(([, of]) => word(of(v))), inTimes(v.factor),
        v.low > 0 ? `${inTimes(v.low)} to ${inTimes(v.high)}` : "", v.confidence > 0 ? `${(100 * v.confidence).toFixed(1)} %` : "", word(v.hint, "wide")])));
    violations.open = violated.length <= 20;
    part.append(violations);
  }
}

function calls(of) {
  const part = section("Calls of the program");
  const whole = of.rows.reduce((s, r) => s + r.longest_process_seconds, 0);
  part.append(make("p", {}, `${of.processes} processes, ${of.mpi}, tutti ${of.tutti}; ${inSeconds(whole)} in collectives. `,
    of.native_share ? `Native: ${of.native_share.operations_percent.toFixed(1)} % of the operations, ${of.native_share.time_percent.toFixed(1)} % of the time.` : "",
    [of.host && ` Host ${of.host}.`, of.ended && ` Ended ${of.ended}.`].filter(Boolean).join("")));
  // Without the settings that only name output files.
  const settings = Object.entries(of.settings ?? {}).filter(([n]) => !["TUTTI_RECORD", "TUTTI_REPORT", "TUTTI_TRACE"].includes(n));
  if (settings.length) part.append(make("p", { className: "note" }, `Settings: ${settings.map(([n, v]) => `${n}=${v}`).join(" ")}`));
  const size = r => r.bytes_most === 0 ? "-" : `${inBytes(r.bytes_least)} .. <${inBytes(r.bytes_most + 1)}`;
  const share = r => shareCell(r.longest_process_seconds, whole);
  const why = r => r.native_because ?? r.wish_not_granted_because ?? "";
  const explained = of.rows.some(why);
  // What a profile knows of the MPI library's own algorithms.
  const known = of.rows.some(r => r.native_seconds > 0);
  const native = r => !known ? [] : r.native_seconds > 0 && r.longest_process_seconds > 0
    ? [inSeconds(r.native_seconds), make("td", { className: "heat", style: heatColour(r.longest_process_seconds / r.native_seconds) }, inTimes(r.native_seconds / r.longest_process_seconds))]
    : ["", ""];
  const sorted = [...of.rows].sort((a, b) => b.longest_process_seconds - a.longest_process_seconds);
  part.append(table("Calls, the longest total first; total: time of the slowest process",
    ["collective", "bytes", "served by", "operations", "median", "total", ...(known ? ["native would take", "speed-up"] : []), "share of the time", "data", ...(explained ? ["because"] : [])],
    sorted.map(r => [r.collective, size(r), word(r.served_by), r.operations, inSeconds(r.median_seconds), inSeconds(r.longest_process_seconds),
      ...native(r), share(r), r.bytes_most === 0 ? "-" : inBytes(r.bytes), ...(explained ? [word(why(r), "wide")] : [])])));
  if (known)
    part.append(make("p", { className: "note" }, `Native would take: ${[...new Set(of.rows.map(r => r.native_from).filter(Boolean))].join(", ")}, ` +
      "where processes arrive together; the total also has waiting for late ones."));
  const rows = [...groups(of.rows, r => r.collective)].map(([name, list]) =>
    [name, list.reduce((s, r) => s + r.operations, 0), inSeconds(list.reduce((s, r) => s + r.longest_process_seconds, 0)),
      word([...new Set(list.map(r => r.served_by))].join(", "), "wide")]);
  part.append(table("By collective", ["collective", "operations", "total", "served by"], rows));
}

// Runs of a program against each other: the lines as the command sorts them, the slower ones first, and the totals.
function comparison(of) {
  const sides = [of.first, of.second], [first, second] = sides.map(s => s.name);
  const part = section(`${second} against ${first}`);
  const runs = s => `${s.files.length} ${s.files.length === 1 ? "run" : "runs"}`;
  const median = list => {
    const sorted = [...list].sort((a, b) => a - b), middle = sorted.length >> 1;
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  };
  const count = verdict => of.lines.filter(l => l.verdict === verdict).length;
  part.append(make("p", {}, `${of.processes} processes; ${second}: ${runs(of.second)}, ${first}: ${runs(of.first)}. ` +
    (of.confidence >= 0.89 ? `Of ${of.lines.length} lines, ${second} is slower in ${count("slower")} and faster in ${count("faster")}. ` : "") +
    (of.confidence ? `The intervals hold with a probability of ${(100 * of.confidence).toFixed(0)} %. ` : "One run of each does not show how much the times vary. ") +
    (of.missed_calls ? `${of.missed_calls} later calls did not fit the traces.` : "")));
  const time = seconds => median(seconds) > 0 ? inSeconds(median(seconds)) : "-";
  const speedUp = c => c.speed_up > 0 ? make("td", { className: "heat" + (c.verdict !== "same" ? " sure" : ""), style: heatColour(1 / c.speed_up) }, inTimes(c.speed_up)) : word("-", "none");
  const interval = c => c.low > 0 ? `${inTimes(c.low)} .. ${inTimes(c.high)}` : "";
  const cells = c => [time(c.seconds[0]), time(c.seconds[1]), speedUp(c), ...(of.confidence ? [interval(c), word(c.verdict === "same" ? "" : c.verdict)] : [])];
  const heading = [first, second, "speed-up", ...(of.confidence ? ["interval", "is"] : [])];
  const names = { blocking_collectives: "all blocking collectives", program: "program, from MPI_Init to MPI_Finalize", command: "the launcher's command" };
  part.append(table("In total", ["time of", ...heading], Object.entries(of.totals).map(([name, c]) => [names[name], ...cells(c)])));
  // Columns that some line has.
  const parts = [["bytes", l => l.bytes_most === 0 ? "-" : `${inBytes(l.bytes_least)} .. <${inBytes(l.bytes_most + 1)}`, "bytes_most"],
    ["communicator", l => word(l.communicator), "communicator"], ["called at", l => word(l.called_at), "called_at"]].filter(([, , key]) => of.lines.some(l => key in l));
  const byNative = side => of.lines.every(l => l.served_by[side].every(by => by === "native"));
  const served = [0, 1].filter(side => !byNative(side));
  part.append(table("The slower lines first, then by the time that is lost; times of the slowest process", ["collective", ...parts.map(([name]) => name), "calls", ...heading,
    ...served.map(side => `${sides[side].name} by`)],
    of.lines.map(l => [l.collective, ...parts.map(([, cell]) => cell(l)), l.calls[0] === l.calls[1] ? l.calls[0] : l.calls.join(", "), ...cells(l),
      ...served.map(side => word(l.served_by[side].join(", ")))])));
}

// Waiting times: tables by collective, communicator and call site; the worst operations as bars from entry to exit.
function waiting(of) {
  const part = section("Waiting");
  const p = of.processes, sum = (list, key) => list.reduce((s, l) => s + l[key], 0);
  if (!of.collective.length) {
    part.append(make("p", {}, `${of.program}: ${p} processes. No blocking collective has ended in this trace.`));
    return;
  }
  const inside = sum(of.collective, "inside"), wait = sum(of.collective, "waiting"), percent = (a, b) => b > 0 ? `${(100 * a / b).toFixed(1)} %` : "-";
  part.append(make("p", {}, `${of.program}: ${p} processes. ${percent(inside, of.span)} of the run in blocking collectives, ` +
    `${percent(wait, inside)} of that waiting for other processes to enter. Times are means over all processes.` +
    (of.missed ? ` ${of.missed} later calls did not fit the trace.` : "")));
  const late = l => word(l.late.map(e => `rank ${e.rank}: ${inSeconds(e.seconds / p)} in ${e.operations}`).join("; "), "wide");
  for (const [key, title] of [["collective", "By collective"], ["communicator", "By communicator"], ["site", "By place in the program"]])
    part.append(table(title, [key === "site" ? "called at" : key, "operations", "time", "of run", "waiting", "of time", "waited for"],
      of[key].slice(0, 40).map(l => [l.name, l.operations, inSeconds(l.inside / p), percent(l.inside, of.span), inSeconds(l.waiting / p),
        percent(l.waiting, l.inside), late(l)])));
  if (of.matrix) {
    const most = Math.max(...of.matrix.flat());
    const cell = s => make("td", { className: "heat", style: s > 0 ? `background:rgba(213,94,0,${(0.08 + 0.72 * s / most).toFixed(2)})` : "" }, s > 0 ? inSeconds(s) : "");
    part.append(folded("Who waited for whom", table("Time that the rank of the row waited for the rank of the column", ["rank", ...of.matrix.map((_, k) => `for ${k}`)],
      of.matrix.map((row, k) => [k, ...row.map(cell)]))));
  }
  const drawn = of.operations.map(o => make("figure", {}, make("figcaption", {}, `${o.name} #${o.number} on ${o.communicator}` +
    `${o.site ? `, ${o.site}` : ""}: ${inSeconds(o.waiting / p)} waiting, from the first entry to the last exit ` +
    `${inSeconds(Math.max(...o.by.map(b => b[2])) - Math.min(...o.by.map(b => b[1])))}; dark: after the last entry`), bars(o)));
  if (drawn.length) part.append(folded(drawn.length > 1 ? `The ${drawn.length} operations with most waiting` : "The operation with most waiting", ...drawn));
}

function bars(operation) {
  const shown = operation.by.slice(0, 32).concat(operation.by.slice(32).slice(-32)).sort((a, b) => a[0] - b[0]);
  const first = Math.min(...operation.by.map(b => b[1])), end = Math.max(...operation.by.map(b => b[2])), last = Math.max(...operation.by.map(b => b[1]));
  const line = 14, left = 60, width = 700, x = t => left + (width - left) * (t - first) / (end - first || 1);
  const svg = (tag, attributes, ...text) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [n, v] of Object.entries(attributes)) e.setAttribute(n, v);
    e.append(...text);
    return e;
  };
  const bar = (from, to, row, colour) => svg("rect", { x: x(from).toFixed(1), y: row * line + 2, width: Math.max(x(to) - x(from), 0.5).toFixed(1), height: line - 4, fill: colour });
  const picture = svg("svg", { viewBox: `0 0 ${width} ${shown.length * line}`, role: "img", "aria-label": `times of ${operation.name}`, style: "max-width:44rem;width:100%" });
  shown.forEach(([rank, begin, left_at], row) => {
    picture.append(svg("text", { x: 0, y: row * line + 11, "font-size": 10 }, `rank ${rank}`), bar(begin, Math.min(left_at, Math.max(last, begin)), row, "#a9c9e0"));
    if (left_at > last) picture.append(bar(last, left_at, row, "#0072b2"));
  });
  return picture;
}

// A recorded run in virtual time, by other algorithms: replay_data() of src/cli/predict/replay_data.hpp.
function replay(of) {
  const part = section("Replay");
  part.append(make("p", {}, `${of.program}: ${of.processes} processes, ${of.verdict}.`));
  const all = [["ran", "the algorithms that ran", "ran"], ["native", "native, guessed", "native, guessed"],
    ["chosen", "tutti's choice", "tutti's choice"], ["best", "the fastest candidates", "fastest"],
    ["bound", "the lower bound", "bound"], ["together", "no process late", "none late"], ["free", "collectives at no cost", "no cost"]];
  const shown = all.filter(([key]) => key in of.replays);  // some may be missing after an interrupt
  const there = of.where_recorded ? [["on the recorded machine", of.where_recorded]] : [];
  const runs = [["as measured", of.measured], ...there, ...shown.map(([key, name]) => [name, of.replays[key]])];
  const longest = Math.max(...runs.map(([, r]) => r.whole_seconds));
  const change = (r, k) => k === 0 || !(of.measured.whole_seconds > 0) ? "" : `${r.whole_seconds < of.measured.whole_seconds ? "" : "+"}${(100 * (r.whole_seconds / of.measured.whole_seconds - 1)).toFixed(1)} %`;
  part.append(table("The run by other algorithms; dark: in blocking collectives, mean of all processes", ["collectives", "whole run", "to measured", "in collectives", "of run", "whole run"],
    runs.map(([name, r], k) => [name, inSeconds(r.whole_seconds), change(r, k), inSeconds(r.inside_seconds), r.whole_seconds > 0 ? `${(100 * r.inside_seconds / r.whole_seconds).toFixed(1)} %` : "-",
      make("td", { className: "text" }, barOf(r.inside_seconds, longest), barOf(Math.max(0, r.whole_seconds - r.inside_seconds), longest, "bar rest"))])));
  const most = 40;
  // Coloured by the time relative to that by the algorithms that ran.
  const time = (l, key) => {
    const seconds = l[`${key}_seconds`], ran = l.ran_seconds;
    return key === "chosen" && seconds > 0 && ran > 0 ? make("td", { className: "heat", style: heatColour(seconds / ran) }, inSeconds(seconds)) : inSeconds(seconds);
  };
  for (const [key, title] of [["size", "By size"], ["site", "By place in the program"], ["communicator", "By communicator"]]) {
    if (!of[key].length) continue;
    part.append(table(`${title}, the longest measured time first; time in blocking collectives, mean of all processes`,
      ["collective", "operations", "measured", "share", ...shown.map(([, , short]) => short), "tutti chooses"],
      of[key].slice(0, most).map(l => [l.name, l.operations, inSeconds(l.measured_seconds), shareCell(l.measured_seconds, of.measured.inside_seconds),
        ...shown.map(([v]) => time(l, v)), word((l.chosen_algorithms ?? []).join(", "), "wide")])));
    if (of[key].length > most) part.append(make("p", { className: "note" }, `${of[key].length - most} more lines.`));
  }
  if (of.notes.length) part.append(make("ul", { className: "note" }, ...of.notes.map(n => make("li", {}, n))));
}

/** The findings of tutti verdict: measure::as_json() of src/measure/defects.hpp, with the text of each reproducer as "source". */
function verdict(v) {
  const part = section("Findings");
  const where = f => [f.operation !== "barrier" && inBytes(f.bytes), f.root !== 0 && `root ${f.root}`, f.problem !== "same" && `${f.problem} blocks`,
    f.layout !== "contiguous" && `holes: ${f.layout}`, f.op === "ordered" && "operator that does not commute", f.op === "exact" && "sum of int",
    f.in_place && "in place"].filter(Boolean).join(", ");
  const range = f => f.factor ? `${inTimes(f.factor)} (${inTimes(f.low)} to ${inTimes(f.high)})` : "";
  const by = f => f.by === "native" ? "default" : f.by.replace("library:", "");
  if (v.findings.length === 0) part.append(make("p", {}, "No defects were found."));
  else part.append(table("The gravest first. A default is what the library chooses by itself; an algorithm was forced.",
    ["", "finding", "collective", "by", "at", "factor (95 %)", "faster", "reproducer"],
    v.findings.map((f, k) => [k + 1, word(f.kind, f.factor ? "text" : "wrong"), word(f.operation), word(by(f)), word(where(f), "wide"),
      range(f), word((f.instead ?? "").replace("library:", "algorithm ")), word(f.confirmed ? "confirmed" : "not confirmed")])));
  v.findings.forEach((f, k) => {
    const one = section(`${k + 1}. ${f.summary}`, "h3");
    one.append(make("p", {}, `${v.library}, ${f.p} processes. Reproducer, ${f.confirmed ? "confirmed" : "not confirmed"}: ${f.shown}`));
    if (f.why) one.append(make("p", {}, f.why));
    if (f.also.length) one.append(make("p", { className: "note" }, `Also at ${f.also.slice(0, 12).join("; ")}${f.also.length > 12 ? `; and ${f.also.length - 12} more` : ""}.`));
    one.append(make("pre", { tabIndex: 0 }, f.command), folded(f.reproducer, make("pre", { tabIndex: 0 }, f.source)));
  });
  const x = v.examined, examined = section("What was examined");
  examined.append(make("p", {}, `${v.library}, ${v.processes} processes on ${v.nodes} ${v.nodes === 1 ? "node" : "nodes"}: ${x.algorithms} algorithms forced, ` +
    `results checked at ${x.points} points, ${x.contests} contests measured, in ${inSeconds(v.seconds)}. Not reached: ${x.points_left} points, ${x.screenings_left} sizes to screen and ${x.contests_left} contests. ` +
    (x.too_few ? `${x.too_few} of ${x.compared} comparisons have too few repetitions for a finding. ` : "") +
    `Slower by up to ${Math.round(100 * v.effect)} % is no finding.`), make("pre", { tabIndex: 0 }, `${v.begun}  ${v.command}`));
  for (const [title, list] of [["Refused by the library with an error, which is no defect", v.refused], ["Notes", v.notes]])
    if (list.length) examined.append(folded(title, make("ul", {}, ...list.map(l => make("li", {}, l)))));
}

function factors(run) {
  const part = section(data.runs.length > 1 ? `Conditions of the measurements (${run.name})` : "Conditions of the measurements");
  const what = l => [["launch", l.launch], ["begun", l.begun], ["command", l.command], ["MPI", l.mpi && `${l.mpi.name} ${l.mpi.version}`],
    ["processes", l.processes], ["nodes", l.nodes], ["clock", l.clock], ["tutti", l.tutti && `${l.tutti.version} (${l.tutti.commit})`],
    ["machine", l.machine && l.machine.processor]].filter(([, v]) => v != null && v !== "").map(([n, v]) => [n, word(v, "wide")]);
  run.launches.slice(0, 3).forEach(l => part.append(table(`Launch ${l.launch}`, ["factor", "value"], what(l))));
  // Not printed: the tables above have the important factors.
  part.append(onScreen(`All factors of all ${run.launches.length} launches`, make("pre", { tabIndex: 0 }, JSON.stringify(run.launches, null, 1))));
}

document.getElementById("about").textContent = [`Made by tutti ${data.tutti}.`,
  ...data.runs.map(r => `${r.name}: ${r.experiments.length} experiments, ${r.experiments.reduce((s, e) => s + e.times, 0)} times.`)].join(" ");
if (data.verdict) verdict(data.verdict);
if (data.comparison) comparison(data.comparison);
if (data.calls) calls(data.calls);
if (data.waiting) waiting(data.waiting);
if (data.replay) replay(data.replay);
data.runs.forEach(overview);
data.between.forEach((list, k) => between(list, data.runs[0].name, data.runs[k + 1].name));
if (data.guidelines) guidelines(data.guidelines);
for (const run of data.runs) for (const [title, list] of groups(run.experiments, subject)) operation(run, title, list);
data.runs.forEach(factors);
// Explains the words of the tables, for the tables that exist.
document.getElementById("foot").textContent = [
  data.comparison && `Speed-up: time of ${data.comparison.first.name} / time of ${data.comparison.second.name}. Blue: faster; orange: slower; bold: the whole interval is beyond 2 %. ` +
    "Non-blocking and persistent calls last from the call to their end, and are not in the total.",
  data.calls && "Calls: total: time of the slowest process; -: no size, or not known to all processes.",
  data.waiting && "Waiting: from a process's entry into a blocking collective to that of the last process that enters before it leaves; all on one clock.",
  data.replay && "Replay: each process computes as long as it did between collectives; these run in virtual time on the network of the machine. " +
    "Blue: tutti's choice is faster than the algorithms that ran; orange: slower.",
  data.guidelines && "Guidelines: a factor is the time of what should be no slower, divided by that of what it is compared with.",
  data.verdict && "A factor is the time of the default or of the call, divided by that of the faster way; a reproducer is a program in C without tutti.",
  data.runs.length && "Medians with 95 % intervals by order statistics; slower and faster: the rank test and the bootstrap of the ratio both show it, " +
    "by more than 2 %. Plots: uPlot (MIT licence).",
  "This file is self-contained."].filter(Boolean).join(" ");

// Plots are as wide as the page, or as the paper in print. In print, all details are open.
const fit = pixels => plots.forEach(({ place, plot }) => plot.width(pixels ?? place.clientWidth));
let resizing;
addEventListener("resize", () => { clearTimeout(resizing); resizing = setTimeout(() => fit(), 100); });
let folds = [];
addEventListener("beforeprint", () => {
  folds = [...document.querySelectorAll("details:not([open]):not(.screen)")];
  folds.forEach(d => d.open = true);
  fit(640);
});
addEventListener("afterprint", () => { folds.forEach(d => d.open = false); fit(); });
fit();
document.documentElement.dataset.ready = "yes";
