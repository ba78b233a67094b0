"use strict";

// Draws the explorer. The state of the page is the hash of its address.

const table = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

// --- Settings

const defaults = {c: "bcast", a: "", b: "", ma: "best", mb: "best", p: 16, root: 0, node: 1, place: "block", bytes: 65536, alpha: 1e-6, beta: 1e-9,
                  gamma: 1e-10, ports: 1, round: 0, draw: "rounds"};
const preferred = {bcast: ["binomial", "circulant"], reduce: ["binomial", "circulant"], allreduce: ["recursive_doubling", "ring"], allgather: ["ring", "bruck"],
                   alltoall: ["direct", "bruck"], gather: ["star", "binomial"], scatter: ["star", "binomial"], scan: ["chain", "hillis_steele"]};
const state = {...defaults};

const collectiveOf = () => table.collectives.find((c) => c.name === state.c) || table.collectives.find((c) => c.name === defaults.c) || table.collectives[0];
const algorithmOf = (name) => collectiveOf().algorithms.find((a) => a.name === name);
const processCounts = (a) => [...new Set(Object.keys(a.schedules).map((k) => Number(k.split(",")[0])))];
const rootsOf = (a, p) => [...new Set(Object.keys(a.schedules).map((k) => k.split(",").map(Number)).filter((k) => k[0] === p).map((k) => k[1]))];
const piecesOf = (a, p, root) => Object.keys(a.schedules).map((k) => k.split(",").map(Number)).filter((k) => k[0] === p && k[1] === root).map((k) => k[2]);

const nearest = (all, x) => all.reduce((best, k) => Math.abs(k - x) < Math.abs(best - x) ? k : best, all[0]);

// Makes every setting one that the page has.
const mend = () => {
  const c = collectiveOf();
  state.c = c.name;
  const names = c.algorithms.map((a) => a.name), wish = (preferred[c.name] || []).filter((n) => names.includes(n));
  const pick = (name, other) => names.includes(name) ? name : wish.find((n) => n !== other) || names.find((n) => n !== other) || names[0];
  if (state.b !== "none") state.b = names.includes(state.b) ? state.b : names.length > 1 ? "" : "none";
  state.a = pick(state.a, state.b);
  if (state.b === "") state.b = pick("", state.a);
  const ps = processCounts(algorithmOf(state.a));
  state.p = nearest(ps, state.p);
  state.root = nearest(rootsOf(algorithmOf(state.a), state.p), state.root);
  for (const which of ["a", "b"]) {
    const a = algorithmOf(state[which]), m = state["m" + which];
    if (!a || (m !== "best" && !piecesOf(a, state.p, state.root).includes(Number(m)))) state["m" + which] = "best";
  }
  state.node = Math.min(Math.max(1, Math.round(state.node)), state.p);
  state.ports = Math.min(Math.max(1, Math.round(state.ports)), 4);
  for (const key of ["bytes", "alpha", "beta", "gamma"])
    if (!(state[key] >= 0 && Number.isFinite(state[key]))) state[key] = defaults[key];
};

const readHash = () => {
  Object.assign(state, defaults);
  for (const [key, value] of new URLSearchParams(location.hash.slice(1)))
    if (key in defaults) state[key] = typeof defaults[key] === "number" && value !== "" && Number.isFinite(Number(value)) ? Number(value) : typeof defaults[key] === "number" ? defaults[key] : value;
  mend();
};
const writeHash = () => history.replaceState(null, "", "#" + new URLSearchParams(state));

// --- Words

const seconds = (s) => {
  if (s === 0) return "0 s";
  const [unit, name] = s >= 1 ? [1, "s"] : s >= 1e-3 ? [1e-3, "ms"] : s >= 1e-6 ? [1e-6, "\u00b5s"] : [1e-9, "ns"];
  return `${Number((s / unit).toPrecision(3))} ${name}`;
};
const bytesText = (n) => {
  const [unit, name] = n >= 1e9 ? [1e9, "GB"] : n >= 1e6 ? [1e6, "MB"] : n >= 1e3 ? [1e3, "KB"] : [1, "B"];
  return `${Number((n / unit).toPrecision(3))} ${name}`;
};
const ranges = (all) => {
  const sorted = [...new Set(all)].sort((a, b) => a - b);
  let text = "";
  for (let k = 0; k < sorted.length;) {
    const first = sorted[k];
    while (k + 1 < sorted.length && sorted[k + 1] === sorted[k] + 1) ++k;
    text += (text ? "," : "") + (sorted[k] > first ? `${first}-${sorted[k]}` : first);
    ++k;
  }
  return text;
};
const isPersonal = (c) => c.sends === "blocks" && c.receives === "blocks";

// "0-3", "2>5", "x0-3", "all"
const labelOf = (c, s, m) => {
  const groups = evaluation.contents(s, m.from, m.number);
  if (groups.length === 0) return "";
  const parts = groups.flatMap((g) => g.parts);
  if (isPersonal(c)) {
    const pairs = groups.flatMap((g) => g.parts.flatMap((from) => g.ranks.map((to) => `${from}>${to}`)));
    return pairs.length > 2 ? `${pairs.length} blocks` : pairs.join(" ");
  }
  const all = new Set(parts).size === s.parts;
  if (c.combines !== "none" && all) return "x" + ranges(groups.flatMap((g) => g.ranks));
  return all && s.parts > 1 ? "all" : ranges(parts);
};

// --- Schedules

const known = new Map();
const scheduleOf = (a, p, root, m) => {
  const c = collectiveOf(), key = `${c.name}.${a.name}:${p},${root},${m}`;
  if (!known.has(key)) {
    const text = a.schedules[`${p},${root},${m}`];
    const vector = c.receives === "vector" && !c.shifts && a.pipelined;
    known.set(key, text ? evaluation.read(text, table.rows, p, vector ? m : p) : null);
  }
  return known.get(key);
};

const machine = (bytes = state.bytes) => ({bytes, alpha: state.alpha, beta: state.beta, gamma: state.gamma, ports: state.ports});

// Roots are 0 and p / 2, distances of shifts 1 and p / 2.
const isFirstRoot = () => state.root === (collectiveOf().shifts ? 1 : 0);

// The fastest number of blocks, or the one that was chosen: {schedule, m, run}; null without such a schedule.
const runOf = (which, p, bytes) => {
  const a = algorithmOf(state[which]);
  if (!a) return null;
  const root = p === state.p ? state.root : nearest(rootsOf(a, p), isFirstRoot() ? state.root : Math.floor(p / 2)), chosen = state["m" + which];
  let best = null;
  for (const m of chosen === "best" ? piecesOf(a, p, root) : [Number(chosen)]) {
    const s = scheduleOf(a, p, root, m);
    if (!s) continue;
    const run = evaluation.run(s, machine(bytes));
    if (!best || run.time < best.run.time) best = {a, schedule: s, m, run, root};
  }
  return best;
};

const nodeOf = (rank) => state.place === "block" ? Math.floor(rank / state.node) : rank % Math.ceil(state.p / state.node);
const betweenNodes = (m) => nodeOf(m.from) !== nodeOf(m.to);

// --- Drawing

const element = (name, attributes, ...inside) => {
  const e = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes || {})) if (value !== undefined) e.setAttribute(key, typeof value === "number" ? Number(value.toFixed(2)) : value);
  e.append(...inside);
  return e;
};
const html = (name, attributes, ...inside) => {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) e.setAttribute(key, value);
  e.append(...inside);
  return e;
};
const colours = {a: "#0072b2", b: "#b34e00"};

const headAt = (x, y, dx, dy, size, fill) => {
  const [a, b] = [size * dx, size * dy].map((v) => Number(v.toFixed(2)));
  return element("path", {d: `M${x.toFixed(2)} ${y.toFixed(2)} l${-a - 0.42 * b} ${-b + 0.42 * a} l${0.84 * b} ${-0.84 * a} Z`, fill});
};

// An arrow along the line, with its head at the end.
const arrow = (x1, y1, x2, y2, style) => {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1, dx = (x2 - x1) / length, dy = (y2 - y1) / length, head = style.head || 6;
  const g = element("g", {opacity: style.opacity});
  g.append(element("line", {x1, y1, x2: x2 - dx * head * 0.8, y2: y2 - dy * head * 0.8, stroke: style.colour, "stroke-width": style.width, "stroke-dasharray": style.dashes}));
  g.append(headAt(x2, y2, dx, dy, head, style.colour));
  return g;
};

// The processes on a circle, and the messages of this round.
const ringPicture = (c, which, shown, messages) => {
  const {p} = shown.schedule, size = 300, middle = size / 2, radius = middle - 22, dot = p <= 17 ? 11 : p <= 32 ? 8 : 4;
  const at = (rank, r = radius) => [middle + r * Math.sin(2 * Math.PI * rank / p), middle - r * Math.cos(2 * Math.PI * rank / p)];
  const svg = element("svg", {viewBox: `0 0 ${size} ${size}`, width: size, height: size, role: "img", "aria-label": `the messages of this round between ${p} processes`});
  for (const m of messages) {
    const [x1, y1] = at(m.from), [x2, y2] = at(m.to), length = Math.hypot(x2 - x1, y2 - y1), dx = (x2 - x1) / length, dy = (y2 - y1) / length;
    // both directions of an exchange side by side
    const aside = messages.length < 200 ? 2.5 : 0, ox = -dy * aside, oy = dx * aside;
    const from = [x1 + dx * dot + ox, y1 + dy * dot + oy], to = [x2 - dx * (dot + 1) + ox, y2 - dy * (dot + 1) + oy];
    // Short ways bend inwards, so that they are seen beside the processes.
    const bend = 0.4 * Math.max(0, 1 - length / radius), half = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const by = half.map((v) => v + (middle - v) * bend), away = Math.hypot(to[0] - by[0], to[1] - by[1]) || 1, head = p <= 32 ? 8 : 6;
    const [hx, hy] = [(to[0] - by[0]) / away, (to[1] - by[1]) / away], path = `M${from} Q${by} ${to[0] - hx * head * 0.8},${to[1] - hy * head * 0.8}`;
    svg.append(element("path", {d: path, fill: "none", stroke: colours[which], "stroke-width": messages.length > 200 ? 0.5 : 1.6, "stroke-dasharray": state.node > 1 && !betweenNodes(m) ? "2 3" : undefined}),
               headAt(to[0], to[1], hx, hy, head, colours[which]));
    if (messages.length <= 128)
      svg.append(element("circle", {r: 3.5, fill: colours[which], class: "moves"}, element("animateMotion", {dur: "0.9s", repeatCount: "indefinite", path})));
  }
  for (let r = 0; r < p; ++r) {
    const [x, y] = at(r), root = c.rooted && r === shown.root;
    svg.append(element("circle", {cx: x, cy: y, r: dot, fill: root ? "#1b1f24" : state.node > 1 && nodeOf(r) % 2 ? "#e3e8ee" : "#fff", stroke: "#1b1f24", "stroke-width": root ? 2 : 1}));
    if (p <= 32) svg.append(element("text", {x, y: y + 3.6, "text-anchor": "middle", "font-size": p <= 17 ? 11 : 8.5, style: root ? "fill:#fff" : ""}, String(r)));
    else if (r % 4 === 0) {
      const [tx, ty] = at(r, radius + 13);
      svg.append(element("text", {x: tx, y: ty + 3, "text-anchor": "middle", "font-size": 9}, String(r)));
    }
  }
  return svg;
};

const hatching = (id, colour) => element("pattern", {id, width: 4, height: 4, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)"},
  element("rect", {width: 4, height: 4, fill: "#fff"}), element("rect", {width: 1.6, height: 4, fill: colour}));

const count = (bits) => {
  let n = 0;
  for (; bits > 0n; bits &= bits - 1n) ++n;
  return n;
};

// A row for each process: what it holds, and beside it its messages over time, which can be scrolled.
const rowsPicture = (c, which, shown, held, before, wanted) => {
  const {schedule: s, rounds, messages} = shown, {p, parts} = s, colour = colours[which];
  const row = p <= 10 ? 28 : p <= 17 ? 22 : p <= 32 ? 15 : 11, font = Math.min(11, row - 1), top = 30;
  const cells = c.receives === "nothing" ? 0 : parts, cell = Math.max(4, Math.min(row - 6, 200 / Math.max(1, cells)));
  const left = 40, grid = left + cells * cell + (cells ? 22 : 0);
  const inTime = state.draw === "time", span = inTime ? shown.run.time || 1 : Math.max(1, rounds);
  const shownMessages = inTime ? shown.run.messages : messages;
  const width = Math.max(inTime ? 260 : 24 * rounds, Math.min(roomOf() - grid - 14, inTime ? 900 : 130 * Math.max(1, rounds)));
  const x = (t) => grid + width * t / span, y = (r) => top + row * (r + 0.5), height = top + row * p + 26;
  const svg = element("svg", {viewBox: `${grid - 4} 0 ${width + 18} ${height}`, width: width + 18, height, role: "img", "aria-label": `${c.name}.${shown.a.name}: the messages of ${p} processes`});
  const beside = element("svg", {viewBox: `0 0 ${grid - 4} ${height}`, width: grid - 4, height, role: "img", "aria-label": `what ${p} processes hold`});
  svg.append(element("defs", {}, hatching("work-" + which, "#5a6470")));
  beside.append(element("defs", {}, hatching("part-" + which, colour)));
  const add = (...all) => svg.append(...all), addBeside = (...all) => beside.append(...all);
  const text = (at, line, words, more) => (at < grid ? beside : svg).append(element("text", {x: at, y: line, "font-size": 11, ...more}, words));
  if (cells) text(left, 12, "holds", {class: "soft"});
  text(grid, 12, inTime ? "time" : "round", {class: "soft"});
  // rows
  for (let r = 0; r < p; ++r) {
    if (state.node > 1 && nodeOf(r) % 2)
      for (const half of [svg, beside]) half.append(element("rect", {x: 0, y: y(r) - row / 2, width: grid + width + 14, height: row, fill: "#eef1f4"}));
    const root = c.rooted && r === shown.root;
    text(left - 8, y(r) + font * 0.36, String(r), {"text-anchor": "end", "font-size": font, "font-weight": root ? 700 : 400});
    if (root && row >= 15) text(2, y(r) + font * 0.36, "root", {"font-size": Math.min(9, font), class: "soft"});
    add(element("line", {x1: grid, y1: y(r), x2: grid + width, y2: y(r), stroke: "#c3cad2", "stroke-width": 0.8}));
    for (let part = 0; part < cells; ++part) {
      const has = held[r][part], want = wanted[r][part], full = want !== 0n && (has & want) === want, some = want !== 0n ? (has & want) !== 0n : has !== 0n;
      const isNew = held[r][part] !== before[r][part], at = {x: left + part * cell + 0.5, y: y(r) - (row - 5) / 2, width: cell - 1, height: row - 5};
      const share = c.combines === "none" || want === 0n ? 0 : count(has & want) / count(want);
      if (!full && share > 0) addBeside(element("rect", {...at, y: at.y + at.height * (1 - share), height: at.height * share, fill: colour}));
      addBeside(element("rect", {...at, fill: full ? colour : !some ? "none" : share > 0 ? "none" : `url(#part-${which})`,
                           stroke: isNew ? "#000" : want !== 0n ? "#8b95a1" : "#dde2e7", "stroke-width": isNew ? 1.8 : 0.7},
                  element("title", {}, `process ${r}, part ${part}: ${c.combines === "none" ? (full ? "held" : some ? "on its way or not needed" : "missing") : `${count(has & want)} of ${count(want)} contributions`}`)));
    }
  }
  // the axis
  svg.dataset.now = String(inTime ? 0 : x(shown.now) - grid);  // what has to be seen
  if (inTime) {
    const step = niceStep(span * 75 / width);
    for (let t = 0; t <= span * 1.0001; t += step) {
      add(element("line", {x1: x(t), y1: top - 4, x2: x(t), y2: top + row * p, stroke: "#dde2e7"}));
      text(x(t), top - 8, seconds(t), {"text-anchor": t === 0 ? "start" : "middle", "font-size": 10});
    }
  } else {
    const every = Math.ceil(rounds * 22 / width);
    for (let k = 1; k <= rounds; ++k) {
      const now = k === shown.now;
      if (now) add(element("rect", {x: x(k - 1), y: top - 4, width: x(1) - x(0), height: row * p + 8, fill: colour, opacity: 0.1}));
      if (now || (k - 1) % every === 0) text(x(k - 0.5), top - 8, String(k), {"text-anchor": "middle", "font-weight": now ? 700 : 400});
    }
  }
  for (const w of inTime ? shown.run.combines : [])
    add(element("rect", {x: x(w.start), y: y(w.rank) - row * 0.22, width: x(w.end) - x(w.start), height: row * 0.44, fill: `url(#work-${which})`}));
  // messages: those of this round on top
  const roundOf = (m) => m.round ?? shown.roundOf.get(m.from * 100000 + m.number);
  const many = shownMessages.length > 1500;
  for (const current of [false, true])
    for (const m of shownMessages) {
      const round = roundOf(m), now = round === shown.now;
      if (now !== current) continue;
      const start = inTime ? m.start : m.round - 1, finish = inTime ? m.end : m.round;
      const inset = inTime ? 0 : (x(1) - x(0)) * 0.06;
      add(arrow(x(start) + inset, y(m.from), x(finish) - inset, y(m.to), now ? {colour, width: p <= 32 ? 1.8 : 1, head: p <= 32 ? 8 : 5}
        : {colour: round < shown.now || shown.now === 0 ? "#5a6470" : "#9aa4ae", width: many ? 0.4 : 0.9, head: p <= 32 ? 6 : 4,
           dashes: round > shown.now && shown.now > 0 ? "3 3" : undefined, opacity: many ? 0.4 : round > shown.now && shown.now > 0 ? 0.6 : 0.8}));
    }
  // labels of this round's messages, at their ends
  if (p <= 17)
    for (const m of shownMessages) {
      if (roundOf(m) !== shown.now) continue;
      const label = labelOf(c, s, m);
      if (!label) continue;
      const finish = inTime ? m.end : m.round, inset = inTime ? 2 : (x(1) - x(0)) * 0.06 + 9;
      const wide = label.length * 5.6 + 7, high = 13;
      if (!inTime && wide > x(1) - x(0) - 12) continue;
      add(element("rect", {x: x(finish) - inset - wide, y: y(m.to) - high / 2, width: wide, height: high, rx: 4, fill: "#fff", stroke: colour}),
          element("text", {x: x(finish) - inset - wide / 2, y: y(m.to) + 3.5, "text-anchor": "middle", "font-size": 9.5}, label));
    }
  return html("div", {class: "rows"}, beside, html("div", {class: "scroll"}, svg));
};

// The width of a picture: half of the page, or the page if it is narrow.
const roomOf = () => {
  const all = byId("figures").clientWidth || 1200, two = state.b !== "none" && both.b && all >= 1100;
  return (two ? (all - 16) / 2 : all) - 26;
};

const niceStep = (least) => {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((k) => k * power).find((k) => k >= least) || power;
};

// --- Sections

const prepared = (which) => {
  const one = runOf(which, state.p, state.bytes);
  if (!one) return null;
  const {messages, rounds} = evaluation.inRounds(one.schedule, state.ports);
  return {...one, messages, rounds, roundOf: new Map(messages.map((m) => [m.from * 100000 + m.number, m.round]))};
};

const numbersTable = (c, both, bound) => {
  const head = ["", "time", "times the bound", "rounds", "messages", "bytes sent", "most sent by one"];
  if (state.node > 1) head.push("between nodes", "their bytes");
  const t = byId("numbers");
  t.replaceChildren(html("thead", {}, html("tr", {}, ...head.map((h) => html("th", {scope: "col"}, h)))));
  const body = html("tbody");
  const least = Math.min(...Object.values(both).filter(Boolean).map((one) => one.run.time));
  for (const [which, one] of Object.entries(both)) {
    if (!one) continue;
    const sent = Array(state.p).fill(0);
    for (const m of one.run.messages) sent[m.from] += m.bytes;
    const between = one.run.messages.filter(betweenNodes), total = (all) => all.reduce((sum, m) => sum + m.bytes, 0);
    const cells = [seconds(one.run.time), bound.time > 0 ? (one.run.time / bound.time).toFixed(2) : "", one.rounds, one.run.messages.length, bytesText(total(one.run.messages)), bytesText(Math.max(...sent))];
    if (state.node > 1) cells.push(between.length, bytesText(total(between)));
    const row = html("tr", {"data-which": which, "data-time": one.run.time, "data-rounds": one.rounds, "data-blocks": one.m},
      html("th", {scope: "row"}, html("b", {class: `tag ${which}`}, which.toUpperCase()), ` ${c.name}.${one.a.name}` + (one.a.pipelined ? `, M = ${one.m}` : "")),
      ...cells.map((text) => html("td", {}, String(text))));
    if (one.run.time === least) row.children[1].className = "best";
    body.append(row);
  }
  if (bound.time > 0)
    body.append(html("tr", {"data-which": "bound", "data-time": bound.time}, html("th", {scope: "row"}, `lower bound (${bound.name})`), html("td", {}, seconds(bound.time)), ...head.slice(2).map(() => html("td"))));
  t.append(body);
};

const figureOf = (c, which, one) => {
  const {schedule: s} = one, now = Math.min(state.round, one.rounds);
  one.now = state.round > one.rounds ? one.rounds + 1 : now;
  const held = evaluation.atFirst(c, s.p, s.parts, one.root), wanted = evaluation.wanted(c, s.p, s.parts, one.root);
  let before = held.map((row) => [...row]);
  for (let k = 1; k <= now; ++k) {
    if (k === now) before = held.map((row) => [...row]);
    for (const m of one.messages) if (m.round === k) evaluation.receive(held, s, m);
  }
  if (state.round > one.rounds) before = held;
  const these = one.messages.filter((m) => m.round === one.now);
  const what = these.map((m) => html("li", {}, `${m.from} \u2192 ${m.to}: ${labelOf(c, s, m) || "no data"}`));
  const size = these.length && s.units > 0 ? [...new Set(these.map((m) => m.bytes))].sort((a, b) => a - b).map((n) => n / s.units * state.bytes) : [];
  const said = one.now === 0 ? "before the first round" : one.now > one.rounds ? `ended after ${one.rounds} rounds` : `round ${one.now} of ${one.rounds}: ${these.length} message${these.length === 1 ? "" : "s"}`
    + (size.length && size[size.length - 1] > 0 ? ` of ${size.length > 1 ? bytesText(size[0]) + " to " : ""}${bytesText(size[size.length - 1])}` : "");
  const section = html("section", {"data-figure": which, "data-messages": these.length},
    html("h3", {}, html("b", {class: `tag ${which}`}, which.toUpperCase()), ` ${c.name}.${one.a.name}` + (one.a.pipelined ? `, M = ${one.m}` : "")),
    html("p", {class: "note"}, `${one.a.summary} (${one.a.source})`), html("p", {}, said));
  section.append(html("div", {class: "round"}, ringPicture(c, which, one, these), html("ol", {class: "messages", "aria-label": "the messages of this round", tabindex: "0"}, ...what)),
                 rowsPicture(c, which, one, held, before, wanted));
  return section;
};

const legendOf = (c) => {
  const filled = "Filled: the process holds what it needs" + (c.combines === "none" ? "" : "; filled in part: some of the contributions") + ". Hatched: data for others. Thick frame: new in this round.";
  const what = isPersonal(c) ? "Cells: the block from each process for this one. 2>5: the block from 2 for 5."
    : c.receives === "nothing" ? "Messages are empty."
    : c.combines !== "none" ? "Cells and labels: parts of the vector. x0-3: all of it, summed over processes 0 to 3."
    : c.sends === "vector" && !c.shifts ? "Cells and labels: the parts of the data." : "Cells and labels: whose blocks.";
  return `${what} ${c.receives === "nothing" ? "" : filled} Grey arrows: earlier rounds; dashed ones: later rounds.` + (state.node > 1 ? " On the circle, dashed arrows stay within a node; shading tells nodes apart." : "")
    + (state.draw === "time" ? " Hatched bars: combining." : "");
};

// --- Curves

const plot = (curves, xs, options) => {
  const width = 560, height = 330, left = 62, right = 16, top = 14, bottom = 48;
  const values = curves.flatMap((k) => k.ys).filter((v) => v > 0);
  const svg = element("svg", {viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": options.name});
  if (values.length === 0) return svg;
  const low = Math.log10(Math.min(...values)) - 0.1, high = Math.log10(Math.max(...values)) + 0.1, from = Math.log10(xs[0]), to = Math.log10(xs[xs.length - 1] || 1);
  const x = (v) => left + (width - left - right) * (Math.log10(v) - from) / (to - from || 1), y = (v) => height - bottom - (height - top - bottom) * (Math.log10(v) - low) / (high - low || 1);
  for (let e = Math.floor(low); e <= high; ++e)
    for (const digit of high - low < 2 ? [1, 2, 5] : [1]) {
      const v = digit * 10 ** e;
      if (Math.log10(v) < low || Math.log10(v) > high) continue;
      svg.append(element("line", {x1: left, x2: width - right, y1: y(v), y2: y(v), stroke: "#dde2e7"}),
                 element("text", {x: left - 6, y: y(v) + 4, "text-anchor": "end", "font-size": 11}, seconds(v)));
    }
  const ticks = options.ticks || [];
  let edge = -99;
  for (const v of ticks) {
    svg.append(element("line", {x1: x(v), x2: x(v), y1: top, y2: height - bottom, stroke: "#eef1f4"}));
    if (x(v) - edge < 34) continue;
    edge = x(v);
    svg.append(element("text", {x: x(v), y: height - bottom + 22, "text-anchor": "middle", "font-size": 11}, options.word(v)));
  }
  svg.append(element("rect", {x: left, y: top, width: width - left - right, height: height - top - bottom, fill: "none", stroke: "#8b95a1"}),
             element("text", {x: (left + width - right) / 2, y: height - 6, "text-anchor": "middle", "font-size": 11, class: "soft"}, options.axis));
  if (options.at >= xs[0] && options.at <= xs[xs.length - 1])
    svg.append(element("path", {d: `M${x(options.at)} ${height - bottom} l-5 8 h10 Z`, fill: "#1b1f24"}, element("title", {}, "this setting")));
  for (const k of options.crossings || []) {
    const rightwards = x(k.x) < width - 110;
    svg.append(element("line", {x1: x(k.x), x2: x(k.x), y1: top, y2: height - bottom, stroke: "#1b1f24", "stroke-dasharray": "1 3"}),
               element("text", {x: x(k.x) + (rightwards ? 4 : -4), y: top + 14 + 14 * (options.crossings.indexOf(k) % 4), "text-anchor": rightwards ? "start" : "end", "font-size": 11, "font-weight": 600},
                       `${"AB"[k.faster]} from ${options.word(k.x)}`));
  }
  for (const k of curves) {
    const d = xs.map((v, at) => k.ys[at] > 0 ? [x(v), y(k.ys[at])] : null).filter(Boolean).map(([a, b], at) => `${at ? "L" : "M"}${a.toFixed(1)} ${b.toFixed(1)}`).join(" ");
    svg.append(element("path", {d, fill: "none", stroke: k.colour, "stroke-width": 2, "stroke-dasharray": k.dashes}));
    if (!options.points) continue;
    xs.forEach((v, at) => { if (k.ys[at] > 0) svg.append(element("circle", {cx: x(v), cy: y(k.ys[at]), r: 2.4, fill: k.colour})); });
  }
  // letters on the curves, where they are far apart
  curves.forEach((k, n) => {
    const at = Math.round((xs.length - 1) * (n === 0 ? 0.1 : n === 1 ? 0.3 : 0.55));
    if (!(k.ys[at] > 0)) return;
    svg.append(element("text", {x: x(xs[at]), y: y(k.ys[at]) - 5, "text-anchor": "middle", "font-size": 13, "font-weight": 700, style: `fill:${k.colour};paint-order:stroke;stroke:#fff;stroke-width:4px`}, k.letter));
  });
  return svg;
};

// Which numbers of blocks the curves know: more might be faster.
const blocksOfCurves = () => ["a", "b"].map((which) => {
  const a = algorithmOf(state[which]), chosen = state["m" + which];
  if (!a || !a.pipelined) return "";
  const tried = chosen === "best" ? `the best M of ${table.pieces.join(", ")} at each point; for long messages another M may be faster` : `M = ${chosen}`;
  return `${which.toUpperCase()} ${a.name}: ${tried}.`;
}).filter(Boolean).join(" ");

let drawing = 0;  // the number of the curves that are being computed; older ones are given up
const curvesOf = async (c) => {
  const mine = ++drawing, rest = () => new Promise((go) => setTimeout(go));
  const xs = Array.from({length: 28}, (_, k) => 10 ** (k / 3)), ps = processCounts(algorithmOf(state.a));
  const memory = new Map();
  const time = (which, p, bytes) => {
    const key = `${which},${p},${bytes}`;
    if (!memory.has(key)) memory.set(key, state[which] === "none" || !algorithmOf(state[which]) ? 0 : runOf(which, p, bytes)?.run.time || 0);
    return memory.get(key);
  };
  const over = async (points, at) => {
    const all = {a: [], b: [], bound: []};
    let since = performance.now();
    for (const point of points) {
      for (const which of ["a", "b"]) {
        all[which].push(time(which, ...at(point)));
        if (performance.now() - since < 30) continue;
        await rest();
        if (mine !== drawing) return null;
        since = performance.now();
      }
      const [p, bytes] = at(point);
      all.bound.push(evaluation.bound(c, p, machine(bytes)).time);
    }
    return all;
  };
  const draw = (where, said, points, all, at, options) => {
    const {a, b} = state, whole = Boolean(options.points), names = [`A ${a}`, `B ${b}`];
    const pairs = points.filter((v, k) => all.a[k] > 0 && all.b[k] > 0);
    const crossings = b === "none" || pairs.length === 0 ? [] : evaluation.crossings(pairs, (v) => time("a", ...at(v)), (v) => time("b", ...at(v)), whole);
    const curves = [{letter: "A", colour: colours.a, ys: all.a}, {letter: "B", colour: colours.b, dashes: "7 3", ys: all.b}, {letter: "bound", colour: "#5a6470", dashes: "2 3", ys: all.bound}];
    byId(where).replaceChildren(plot(curves.filter((k) => k.ys.some((v) => v > 0)), points, {...options, crossings}));
    const differ = pairs.map((v) => [time("a", ...at(v)), time("b", ...at(v))]).find(([x, y]) => Math.abs(x - y) > 1e-9 * Math.max(x, y));
    const faster = differ && `${names[differ[0] < differ[1] ? 0 : 1]} is faster`;
    byId(said).textContent = b === "none" || !pairs.length ? "" : !differ ? ": both take equally long"
      : ": " + [faster, ...crossings.map((k) => `from ${options.word(k.x)} on ${names[k.faster]}`)].join("; ") + (crossings.length ? "" : "; no crossing");
  };
  const bytes = await over(xs, (v) => [state.p, v]);
  if (!bytes) return;
  draw("over-bytes", "over-bytes-said", xs, bytes, (v) => [state.p, v], {name: "time over bytes", axis: "bytes", word: bytesText, ticks: xs.filter((v, k) => k % 3 === 0), at: state.bytes});
  const counts = await over(ps, (p) => [p, state.bytes]);
  if (!counts) return;
  draw("over-p", "over-p-said", ps, counts, (p) => [p, state.bytes], {name: "time over p", axis: "p, processes", word: String, ticks: [2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64].filter((v) => v >= ps[0] && v <= ps[ps.length - 1]), at: state.p, points: true});
  document.body.dataset.curves = "yes";
};

// --- The page as a whole

const optionsOf = (select, all, value) => {
  select.replaceChildren(...all.map(([v, text]) => html("option", {value: v}, text)));
  select.value = String(value);
};

const quarter = (e) => {  // four steps a factor of ten: 1, 1.8, 3.2, 5.6
  const power = Math.floor(e / 4);
  return Number(`${[1, 1.8, 3.2, 5.6][e - 4 * power]}e${power}`);
};
const quarterOf = (v) => Math.round(4 * Math.log10(v));
const bytesOf = (k) => Math.round(2 ** (k / 4));

const showControls = (c) => {
  optionsOf(byId("c"), table.collectives.map((k) => [k.name, k.name]), c.name);
  const names = c.algorithms.map((a) => [a.name, a.name]);
  optionsOf(byId("a"), names, state.a);
  optionsOf(byId("b"), [...names, ["none", "none"]], state.b);
  for (const which of ["a", "b"]) {
    const a = algorithmOf(state[which]), select = byId("m" + which);
    select.parentElement.hidden = !a || !a.pipelined;
    select.parentElement.style.display = select.parentElement.hidden ? "none" : "";
    if (!a) continue;
    const all = piecesOf(a, state.p, rootsOf(a, state.p).includes(state.root) ? state.root : 0);
    optionsOf(select, [["best", all.length > 1 ? `best of ${all.join(", ")}` : "best"], ...all.map((m) => [m, m])], state["m" + which]);
  }
  const ps = processCounts(algorithmOf(state.a));
  byId("p").max = ps.length - 1;
  byId("p").value = ps.indexOf(state.p);
  byId("p-shown").value = state.p;
  const roots = rootsOf(algorithmOf(state.a), state.p);
  byId("root-name").textContent = c.shifts ? "shift by" : "root";
  byId("root").parentElement.style.display = c.rooted || c.shifts ? "" : "none";
  optionsOf(byId("root"), roots.map((r) => [r, r]), state.root);
  byId("node").max = state.p;
  byId("node").value = state.node;
  byId("node-shown").value = state.node;
  byId("place").value = state.place;
  byId("bytes").value = Math.round(4 * Math.log2(Math.max(1, state.bytes)));
  byId("bytes-shown").value = bytesText(state.bytes);
  for (const key of ["alpha", "beta", "gamma"]) {
    byId(key).value = state[key] > 0 ? quarterOf(state[key]) : -49;
    byId(key + "-shown").value = state[key] > 0 ? (state[key] < 1e-9 ? `${Number((state[key] * 1e12).toPrecision(3))} ps` : seconds(state[key])) : "0";
  }
  byId("ports").value = state.ports;
  byId("draw").value = state.draw;
};

let most = 0, both = {};  // rounds of the longer algorithm; what is shown

const showRound = () => {
  const c = collectiveOf();
  state.round = Math.min(Math.max(0, Math.round(state.round)), most);
  byId("round").max = most;
  byId("round").value = state.round;
  byId("round-shown").value = `round ${state.round} of ${most}`;
  byId("figures").replaceChildren(...Object.entries(both).filter(([, one]) => one).map(([which, one]) => figureOf(c, which, one)));
  for (const svg of document.querySelectorAll("#figures .scroll > svg")) svg.parentElement.scrollLeft = svg.dataset.now < svg.parentElement.clientWidth ? 0 : svg.dataset.now - svg.parentElement.clientWidth / 2;
  byId("legend").textContent = legendOf(c);
  writeHash();
};

const show = () => {
  mend();
  const c = collectiveOf();
  showControls(c);
  both = {a: prepared("a"), b: state.b === "none" ? null : prepared("b")};
  most = Math.max(both.a ? both.a.rounds : 0, both.b ? both.b.rounds : 0);
  const bound = evaluation.bound(c, state.p, machine());
  byId("title").textContent = [both.a, both.b].filter(Boolean).map((one) => `${c.name}.${one.a.name}`).join(" and ");
  byId("setting").textContent = `p = ${state.p}` + (c.shifts ? `, by ${state.root}` : c.rooted ? `, root ${state.root}` : "") + (state.node > 1 ? `, ${state.node} per node` : "")
    + `, ${bytesText(state.bytes)}; \u03b1 = ${seconds(state.alpha)}, \u03b2 = ${byId("beta-shown").value} a byte, \u03b3 = ${byId("gamma-shown").value} a byte, ${state.ports} port${state.ports > 1 ? "s" : ""}`
    + (state.b !== "none" && !both.b ? `. ${c.name}.${state.b} does not run on ${state.p} processes` : "");
  numbersTable(c, both, bound);
  byId("curve-blocks").textContent = blocksOfCurves();
  showRound();
  curvesOf(c);
  document.body.dataset.ready = "yes";
};

let timer = 0;
const play = (on) => {
  clearInterval(timer);
  timer = on ? setInterval(() => {
    if (state.round >= most) state.round = -1;
    ++state.round;
    showRound();
  }, 1100) : 0;
  document.body.classList.toggle("playing", on);
  byId("play").textContent = on ? "Pause" : "Play";
};
const goTo = (round) => {
  play(false);
  state.round = round;
  showRound();
};

const listen = () => {
  const on = (id, event, what) => byId(id).addEventListener(event, (e) => {
    what(e.target.value);
    show();
  });
  on("c", "change", (v) => Object.assign(state, {c: v, a: "", b: "", round: 0}));
  for (const id of ["a", "b", "ma", "mb", "place", "draw"]) on(id, "change", (v) => state[id] = v);
  for (const id of ["root", "ports"]) on(id, "change", (v) => state[id] = Number(v));
  on("p", "input", (v) => {
    const middle = !isFirstRoot();
    state.p = processCounts(algorithmOf(state.a))[v];
    if (middle) state.root = Math.floor(state.p / 2);
  });
  on("node", "input", (v) => state.node = Number(v));
  on("bytes", "input", (v) => state.bytes = bytesOf(v));
  for (const key of ["alpha", "beta"]) on(key, "input", (v) => state[key] = quarter(Number(v)));
  on("gamma", "input", (v) => state.gamma = Number(v) === -49 ? 0 : quarter(Number(v)));
  byId("round").addEventListener("input", (e) => goTo(Number(e.target.value)));
  byId("first").addEventListener("click", () => goTo(0));
  byId("back").addEventListener("click", () => goTo(state.round - 1));
  byId("forward").addEventListener("click", () => goTo(state.round + 1));
  byId("last").addEventListener("click", () => goTo(most));
  byId("play").addEventListener("click", () => play(!timer));
  byId("controls").addEventListener("submit", (e) => e.preventDefault());
  byId("skip").addEventListener("click", (e) => {  // the hash is the state
    e.preventDefault();
    byId("figures").focus();
  });
  document.addEventListener("keydown", (e) => {
    if (/^(INPUT|SELECT|TEXTAREA|BUTTON|SUMMARY)$/.test(e.target.tagName) || e.ctrlKey || e.altKey || e.metaKey) return;
    const keys = {ArrowRight: () => goTo(state.round + 1), ArrowLeft: () => goTo(state.round - 1), Home: () => goTo(0), End: () => goTo(most), " ": () => play(!timer)};
    if (!keys[e.key]) return;
    keys[e.key]();
    e.preventDefault();
  });
  let from = null;
  byId("figures").addEventListener("touchstart", (e) => {
    const rows = e.target.closest(".scroll");  // a wide picture is scrolled instead
    from = rows && rows.scrollWidth > rows.clientWidth ? null : e.touches[0].clientX;
  }, {passive: true});
  byId("figures").addEventListener("touchend", (e) => {
    const far = from === null ? 0 : e.changedTouches[0].clientX - from;
    from = null;
    if (Math.abs(far) > 50) goTo(state.round + (far < 0 ? 1 : -1));
  });
  window.addEventListener("resize", showRound);
  window.addEventListener("hashchange", () => {
    readHash();
    show();
  });
};

byId("foot").textContent = `tutti ${table.tutti}`;
byId("left-out").textContent = table.left_out.length === 0 ? "" : "Left out: " + [...new Set(table.left_out.map((k) => k.why))].map((why) => `${why}: ${table.left_out.filter((k) => k.why === why).map((k) => k.name).join(", ")}`).join(". ") + ".";
readHash();
listen();
show();
