// The times of schedules by src/report/web/evaluate.js, under Node.js or within the page:
// node explore.js EVALUATE.JS PAGE.html < settings
// A setting is {collective, algorithm, p, root, blocks, bytes, alpha, beta, gamma, ports}. Prints, for each, {seconds, rounds, bound, units, wrong}:
// `wrong` names a process that has not what it wants in the end.
const answersOf = (evaluation, table, settings) => settings.map((o) => {
  const c = table.collectives.find((one) => one.name === o.collective);
  const a = c.algorithms.find((one) => one.name === o.algorithm);
  const parts = c.receives === "vector" && !c.shifts && a.pipelined ? o.blocks : o.p;
  const s = evaluation.read(a.schedules[`${o.p},${o.root},${o.blocks}`], table.rows, o.p, parts);
  const held = evaluation.atFirst(c, o.p, parts, o.root), wanted = evaluation.wanted(c, o.p, parts, o.root);
  const {messages, rounds} = evaluation.inRounds(s, o.ports);
  for (const m of messages) evaluation.receive(held, s, m);
  let wrong = "";
  held.forEach((row, r) => row.forEach((has, part) => {
    if ((has & wanted[r][part]) !== wanted[r][part]) wrong = `process ${r} lacks part ${part}`;
  }));
  const bytes = o.bytes === undefined ? o.times * s.units : o.bytes;
  return {seconds: evaluation.run(s, {...o, bytes}).time, rounds, bound: evaluation.bound(c, o.p, {...o, bytes}).time, units: s.units, wrong};
});

if (typeof require !== "undefined") {
  const fs = require("fs");
  const page = fs.readFileSync(process.argv[3], "utf8");
  const data = JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)[1]);
  console.log(JSON.stringify(answersOf(require(fs.realpathSync(process.argv[2])), data, JSON.parse(fs.readFileSync(0, "utf8")))));
}
