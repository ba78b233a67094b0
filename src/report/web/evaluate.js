"use strict";

// Reads the schedules that `tutti explore` has recorded (src/cli/picture/schedule_text.hpp), and computes from
// them the times of the linear model as tutti's engine does (src/engine). No algorithm is written down here.

const evaluation = (() => {
  // --- Reading

  const sets = (text) => {  // "0-3.5"
    const all = [];
    if (text)
      for (const range of text.split(".")) {
        const [first, last = first] = range.split("-").map(Number);
        for (let k = first; k <= last; ++k) all.push(k);
      }
    return all;
  };

  const numbers = (text) => text.split(",").flatMap((word) => {  // "5*3,2"
    const [number, times = 1] = word.split("*").map(Number);
    return Array(times).fill(number);
  });

  const words = (text) => {  // "9x2 a b c": a b nine times, then c
    const short = text ? text.split(" ") : [], all = [];
    for (let at = 0; at < short.length; ++at) {
      const repeated = /^(\d+)x(\d+)$/.exec(short[at]);
      if (!repeated) {
        all.push(short[at]);
        continue;
      }
      const width = Number(repeated[2]), these = short.slice(at + 1, at + 1 + width);
      for (let k = 0; k < Number(repeated[1]); ++k) all.push(...these);
      at += width;
    }
    return all;
  };

  const step = (word, rank, p) => {
    if (word[0] === "c") return {combined: Number(word.slice(1))};
    const above = (distance) => (rank + Number(distance)) % p;
    return {
      transfers: word.split(",").map((text) => {
        const [, to, amount, from] = /^(?:s(\d+)\.(\d+))?(?:r(\d+))?$/.exec(text);
        return {to: to === undefined ? -1 : above(to), amount: Number(amount), from: from === undefined ? -1 : above(from)};
      }),
    };
  };

  /** The schedule of p processes whose data have `parts` parts. */
  const read = (text, rows, p, parts) => {
    const [units, amounts, programs, contents] = text.split("|");
    const wordsOf = new Map();
    const row = (k) => {
      if (!wordsOf.has(k)) wordsOf.set(k, words(rows[k]));
      return wordsOf.get(k);
    };
    const ranks = numbers(programs);
    const s = {
      p, parts, units: Number(units),
      amounts: (amounts ? amounts.split(",") : []).map((a) => {
        const [n, more = 0] = a.split("+").map(Number);
        return {units: n, more};
      }),
      programs: ranks.map((k, rank) => row(k).map((word) => step(word, rank, p))),
      contents: numbers(contents).map(row),
    };
    for (const program of s.programs) {  // numbers the sends of each process
      let sends = 0;
      for (const one of program)
        for (const t of one.transfers || [])
          if (t.to >= 0) t.number = sends++;
    }
    return s;
  };

  /** What send `number` of a process carries: sets of parts, each with contributors or destinations. */
  const contents = (s, rank, number) => {
    const word = s.contents[rank][number];
    if (!word || word === "-") return [];
    const above = (k) => (rank + k) % s.p;
    return word.split("+").map((group) => {
      const [first, second] = group.split(":");
      return {parts: s.parts === s.p ? sets(first).map(above) : sets(first), ranks: second === undefined ? null : sets(second).map(above)};
    });
  };

  // --- Virtual time

  // Future events, the earliest first. Of several at once, messages end before others begin.
  class events {
    constructor() { this.heap = []; }
    static before(a, b) { return a.time !== b.time ? a.time < b.time : a.kind < b.kind; }
    get empty() { return this.heap.length === 0; }
    get next() { return this.heap[0].time; }
    add(event) {
      const h = this.heap;
      let at = h.push(event) - 1;
      for (let up; at > 0 && events.before(event, h[up = (at - 1) >> 1]); at = up) h[at] = h[up];
      h[at] = event;
    }
    take() {
      const h = this.heap, first = h[0], last = h.pop();
      if (h.length === 0) return first;
      let at = 0;
      for (;;) {
        let down = 2 * at + 1;
        if (down >= h.length) break;
        if (down + 1 < h.length && events.before(h[down + 1], h[down])) ++down;
        if (!events.before(h[down], last)) break;
        h[at] = h[down];
        at = down;
      }
      h[at] = last;
      return first;
    }
  }

  // The order in which messages that wait for the same port are served.
  const order = (a, b) => a.ready - b.ready || a.sendAt - b.sendAt || a.receiveAt - b.receiveAt || a.from - b.from || a.to - b.to;

  // Messages that wait for a port of one side of a process, in the order of service.
  class line {
    constructor() { this.row = []; }
    place(message) {
      let low = 0, high = this.row.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (order(this.row[middle], message) < 0) low = middle + 1;
        else high = middle;
      }
      return low;
    }
    add(message) { this.row.splice(this.place(message), 0, message); }
    remove(message) { this.row.splice(this.place(message), 1); }
  }

  /**
   * Runs the schedule. `on`: {alpha, beta, gamma, ports, bytes}. Returns {time, ends, messages, combines}: a message
   * is {from, to, number, bytes, start, end}; `number` counts the sends of its sender. `combines`: {rank, start, end}.
   */
  const run = (s, on) => {
    const {p} = s, {alpha, beta, gamma, ports = 1} = on;
    const bytesOf = s.amounts.map((a) => a.units * on.bytes / s.units + a.more);
    const unitsOf = s.amounts.map((a) => a.units * on.bytes / s.units);
    const processes = s.programs.map((program) => ({
      program, next: 0, clock: 0, step: null, open: 0, sends: 0, receives: 0, sending: 0, receiving: 0,
      combinesFrom: 0, combinesUntil: 0, combined: 0, toSend: new line(), toReceive: new line(),
    }));
    const sends = new Map(), receives = new Map(), pending = new events(), messages = [], combines = [];
    let now = 0, waiting = 0, changed = new Set();

    const oldest = (queues, key) => {
      const queue = queues.get(key);
      return queue && queue.length > 0 ? queue.shift() : undefined;
    };
    const put = (queues, key, at) => {
      if (!queues.has(key)) queues.set(key, []);
      queues.get(key).push(at);
    };
    const begin = (m) => {
      ++processes[m.from].sending;
      ++processes[m.to].receiving;
      m.end = m.start + alpha + beta * m.bytes;
      messages.push(m);
      pending.add({time: m.end, kind: 1, message: m});
    };
    const pair = (from, sendAt, to, receiveAt) => {
      const a = processes[from], b = processes[to], t = a.step[sendAt];
      const m = {from, to, number: t.number, amount: t.amount, bytes: bytesOf[t.amount], sendAt, receiveAt, ready: Math.max(a.clock, b.clock), start: 0, end: 0};
      m.start = m.ready;
      if (a.sends <= ports && b.receives <= ports) begin(m);
      else pending.add({time: m.ready, kind: 3, message: m});
    };
    const post = (rank) => {
      const me = processes[rank];
      me.sends = me.step.filter((t) => t.to >= 0).length;
      me.receives = me.step.filter((t) => t.from >= 0).length;
      me.open = me.sends + me.receives;
      me.step.forEach((t, at) => {
        if (t.to >= 0) {
          const partner = oldest(receives, rank * p + t.to);
          if (partner === undefined) put(sends, rank * p + t.to, at);
          else pair(rank, at, t.to, partner);
        }
        if (t.from >= 0) {
          const partner = oldest(sends, t.from * p + rank);
          if (partner === undefined) put(receives, t.from * p + rank, at);
          else pair(t.from, partner, rank, at);
        }
      });
    };
    // Combinations that follow each other directly take as long as one of all their bytes.
    const combine = (rank, me, bytes) => {
      const start = me.clock;
      if (me.clock !== me.combinesUntil) {
        me.combinesFrom = me.clock;
        me.combined = 0;
      }
      me.combined += bytes;
      me.clock = me.combinesUntil = me.combinesFrom + gamma * me.combined;
      if (me.clock > start) combines.push({rank, start, end: me.clock});
    };
    const resume = (rank) => {
      const me = processes[rank];
      while (me.next < me.program.length) {
        const one = me.program[me.next++];
        if (one.transfers) {
          me.step = one.transfers;
          return post(rank);
        }
        combine(rank, me, unitsOf[one.combined]);
      }
    };
    const sideEnded = (rank) => {
      const me = processes[rank];
      if (--me.open > 0) return;
      me.clock = now;
      resume(rank);
    };
    const end = (m) => {
      --processes[m.from].sending;
      --processes[m.to].receiving;
      if (waiting > 0) changed.add(m.from).add(m.to);
      sideEnded(m.from);
      sideEnded(m.to);
    };
    const startable = (m) => processes[m.from].sending < ports && processes[m.to].receiving < ports;
    // The first message of one side of a process that can start, beginning with `first`.
    const nominee = (queue, first) => {
      for (let k = first ? queue.place(first) : 0; k < queue.row.length; ++k)
        if (startable(queue.row[k])) return {message: queue.row[k], queue};
      return null;
    };
    const settle = () => {
      let nominees = [...changed].flatMap((rank) => [processes[rank].toSend, processes[rank].toReceive]).map((q) => nominee(q)).filter(Boolean);
      changed.clear();
      while (nominees.length > 0) {
        let best = 0;
        for (let k = 1; k < nominees.length; ++k)
          if (order(nominees[k].message, nominees[best].message) < 0) best = k;
        const {message, queue} = nominees[best];
        nominees.splice(best, 1);
        if (!message.begun && startable(message)) {
          message.begun = true;
          processes[message.from].toSend.remove(message);
          processes[message.to].toReceive.remove(message);
          --waiting;
          message.start = now;
          begin(message);
        }
        const next = nominee(queue, message);  // earlier ones cannot start any more
        if (next) nominees.push(next);
      }
    };

    for (let rank = 0; rank < p; ++rank) resume(rank);
    while (!pending.empty) {
      const instant = pending.next + 1e-12 * pending.next;
      while (!pending.empty && pending.next <= instant) {
        const {time, kind, message} = pending.take();
        now = time;
        if (kind === 1) {
          end(message);
          continue;
        }
        processes[message.from].toSend.add(message);
        processes[message.to].toReceive.add(message);
        ++waiting;
        changed.add(message.from);
      }
      if (changed.size > 0) settle();
    }
    const ends = processes.map((one) => one.clock);
    return {time: Math.max(0, ...ends), ends, messages, combines};
  };

  /** The messages of a run in which each takes one unit of time, whatever its length, with their rounds from 1. */
  const inRounds = (s, ports) => {
    const {messages, time} = run(s, {alpha: 1, beta: 0, gamma: 0, ports, bytes: s.units});
    for (const m of messages) m.round = Math.round(m.start) + 1;
    return {messages: messages.sort((a, b) => a.round - b.round || a.from - b.from || a.to - b.to), rounds: Math.round(time)};
  };

  // --- Holdings: for each process and part, a set of contributors or destinations as the bits of a number

  const bit = (rank) => 1n << BigInt(rank);
  const below = (rank) => bit(rank) - 1n;

  /** What processes hold at the beginning. */
  const atFirst = (c, p, parts, root) => Array.from({length: p}, (_, r) => Array.from({length: parts}, (_, part) => {
    if (c.sends === "nothing" || (c.sender === "root" && r !== root)) return 0n;
    const personal = c.sends === "blocks" && c.receives === "blocks";
    if (personal) return part === r ? below(p) : 0n;
    if (c.sends === "block" || c.shifts) return part === r ? 1n : 0n;
    return c.combines === "none" ? 1n : bit(r);
  }));

  /** What they have to hold in the end. */
  const wanted = (c, p, parts, root) => Array.from({length: p}, (_, r) => Array.from({length: parts}, (_, part) => {
    if (c.receives === "nothing" || (c.receiver === "root" && r !== root)) return 0n;
    if (c.sends === "blocks" && c.receives === "blocks") return bit(r);
    if (c.shifts) return part === (r - root + p) % p ? 1n : 0n;
    if (c.receives === "block" && part !== r) return 0n;
    return {none: 1n, all: below(p), "up to": below(r + 1), before: below(r)}[c.combines];
  }));

  /** Adds to `held` what a message carries. */
  const receive = (held, s, m) => {
    for (const {parts, ranks} of contents(s, m.from, m.number)) {
      const these = ranks ? ranks.reduce((all, r) => all | bit(r), 0n) : 1n;
      for (const part of parts) held[m.to][part] |= these;
    }
  };

  // --- Bounds and crossings

  /** The largest lower bound: {name, time}. */
  const bound = (c, p, on) => {
    let best = {name: "", time: 0};
    for (const [name, [a, b, g]] of Object.entries(c.bounds[p][(on.ports || 1) - 1])) {
      const time = a * on.alpha + (b * on.beta + g * on.gamma) * on.bytes;
      if (time > best.time) best = {name, time};
    }
    return best;
  };

  /** Where two curves cross that are given as functions of x: between the points `xs`, which ascend. */
  const crossings = (xs, first, second, whole) => {
    const all = [], sign = (x) => {
      const a = first(x), b = second(x);
      return Math.abs(a - b) <= 1e-9 * Math.max(a, b) ? 0 : Math.sign(a - b);
    };
    let before = 0, beforeX = xs[0];
    for (const x of xs) {
      const now = sign(x);
      if (now !== 0 && before !== 0 && now !== before) {
        let low = beforeX, high = x;
        for (let k = 0; !whole && k < 24 && high / low > 1.005; ++k) {
          const middle = Math.sqrt(low * high);
          if (sign(middle) === before) low = middle;
          else high = middle;
        }
        all.push({x: high, faster: now < 0 ? 0 : 1});
      }
      if (now !== 0) [before, beforeX] = [now, x];
    }
    return all;
  };

  return {read, contents, run, inRounds, atFirst, wanted, receive, bound, crossings};
})();

if (typeof module !== "undefined") module.exports = evaluation;
