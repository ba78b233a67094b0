"use strict";
// Plots by uPlot: time against size, both axes logarithmic, a band around each line.

// Okabe and Ito's colours. Dashes distinguish the lines also in black and white.
const colours = ["#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];  // seven, and four dashes: 28 looks
const dashes = [[], [8, 4], [2, 3], [12, 3, 2, 3]];
const fixed = { native: 0, tutti: 1 };

/** The line style of each name: {colour, dash}. Native is black and tutti is blue in all plots. */
function looks(names) {
  let next = 2;
  const all = {};
  for (const name of names) {
    if (name === "lower bound") all[name] = { colour: "#6b7280", dash: [3, 6] };
    else {
      const k = name in fixed ? fixed[name] : next++;
      all[name] = { colour: colours[k % colours.length], dash: dashes[k % dashes.length] };
    }
  }
  return all;
}

/**
 * Draws into `place`. lines: [{name, points: [{x, y, low, high}]}]; look: looks(). Returns {show(name, yes), width(pixels)}.
 */
function linePlot(place, lines, look, { x, y, label }) {
  const at = [...new Set(lines.flatMap(l => l.points.map(q => q.x)))].sort((a, b) => a - b);
  const data = [at], series = [{ label: "bytes", value: (u, v) => v == null ? "-" : x(v) }], bands = [];
  for (const line of [...lines].reverse()) {  // so that the first lines, native and tutti, are on top
    const by = new Map(line.points.map(q => [q.x, q]));
    const column = pick => at.map(v => by.has(v) ? pick(by.get(v)) : null);
    const { colour, dash } = look[line.name];
    const first = data.length;
    data.push(column(q => q.y), column(q => q.high ?? q.y), column(q => q.low ?? q.y));
    series.push({ label: line.name, stroke: colour, dash, width: 2, spanGaps: true, show: line.show !== false,
                  points: { show: line.name !== "lower bound", size: 6, fill: "#fff" }, value: (u, v) => v == null ? "-" : y(v) });
    for (const edge of [0, 1])
      series.push({ label: line.name + " edge", stroke: "transparent", width: 0, spanGaps: true, points: { show: false },
                    show: line.show !== false });
    bands.push({ series: [first + 1, first + 2], fill: colour + "30" });
  }
  const font = "12px system-ui, 'DejaVu Sans', sans-serif";
  // Labels only at powers of ten, because there is no room for more.
  const sparse = text => (u, splits) => {
    let last = -Infinity;
    return splits.map(v => v == null || Math.abs(Math.log10(v) - Math.round(Math.log10(v))) > 1e-9 || v === last
      ? null : (last = v, text(v)));
  };
  // The grid has lines between powers of ten, unless there are too many decades.
  const multiples = (u, axis, low, high) => {
    const first = Math.floor(Math.log10(low)), last = Math.ceil(Math.log10(high));
    const steps = last - first > 8 ? [1] : [1, 2, 3, 4, 5, 6, 7, 8, 9];
    return Array.from({ length: last - first + 1 }, (_, k) => steps.map(s => s * 10 ** (first + k))).flat()
      .filter(v => v >= low * 0.999 && v <= high * 1.001);
  };
  const axis = (text, name, size) => ({ splits: multiples, font, labelFont: font, label: name, values: sparse(text), size, stroke: "#1b1f24",
    filter: (u, splits) => splits, grid: { stroke: "#e5e9ed", width: 1 }, ticks: { stroke: "#c5ccd3", width: 1 } });
  // Whole powers of ten around the data, so that each axis has labels.
  const decades = (u, low, high) => low == null || !(low > 0) ? [1e-6, 1] : [10 ** Math.floor(Math.log10(low)),
    10 ** Math.max(Math.ceil(Math.log10(high)), Math.floor(Math.log10(low)) + 1)];
  const u = new uPlot({
    width: Math.max(260, place.clientWidth), height: 340, series, bands, legend: { show: false }, padding: [10, 22, 0, 0],
    scales: { x: { time: false, distr: 3, range: (u, low, high) => low === high ? [low / 3, high * 3] : [low / 1.25, high * 1.25] },
              y: { distr: 3, range: decades } },
    axes: [axis(x, "bytes", 50), axis(y, "time", 78)],
    cursor: { drag: { x: true, y: false } },
    hooks: { setCursor: [u => label(u.cursor.idx == null ? null : at[u.cursor.idx])] },
  }, data, place);
  const height = width => width < 480 ? 280 : 340;
  return {
    show: (name, yes) => series.forEach((s, k) => {
      if (k > 0 && (s.label === name || s.label === name + " edge")) u.setSeries(k, { show: yes });
    }),
    width: pixels => u.setSize({ width: Math.max(260, pixels), height: height(pixels) }),
  };
}
