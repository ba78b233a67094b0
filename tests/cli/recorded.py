"""Shared by the tests of recorded runs: a trace with known times."""

import copy
import json


def call(name, rank, number, begin, end, communicator=0, **args):
    return {"ph": "X", "cat": "collective", "name": name, "pid": 0, "tid": rank, "ts": begin * 1e6, "dur": (end - begin) * 1e6,
            "args": {"communicator": communicator, "number": number, "state": "ended", "site": 0, **args}}


# Process 0 broadcasts from second 1 on, process 1 comes in second 3. A second later both enter a barrier.
late = {"displayTimeUnit": "ns",
        "otherData": {"format": "tutti trace", "version": 1, "program": "app", "mpi": "Open MPI", "processes": 2},
        "communicators": [{"name": "MPI_COMM_WORLD", "size": 2, "members": [[0, 1, 1]]}],
        "sites": [{"file": "app", "offset": 16}],
        "ranks": [{"rank": 0, "host": "a", "started": 0, "ended": 6.8, "missed": 0},
                  {"rank": 1, "host": "b", "started": 0, "ended": 6.3, "missed": 0}],
        "traceEvents": [call("bcast", r, 1, entry, 4.2, bytes=8, data=8, root=0, algorithm="bcast.binomial") for r, entry in ((0, 1), (1, 3))] +
                       [call("barrier", r, 2, 5.2, 6.3, algorithm="barrier.dissemination") for r in (0, 1)]}


def written(file, change=None, of=late):
    """Writes a copy of the trace, changed by a function."""
    t = copy.deepcopy(of)
    if change:
        change(t)
    file.write_text(json.dumps(t))
    return file


# Digits of a compact trace: the last one of a number is one of the first 46.
DIGITS = [chr(c) for c in range(0x21, 0x7f) if chr(c) not in '"\\\\']


def packed_number(n):
    text = ""
    while n >= 46:
        text += DIGITS[46 + n % 46]
        n //= 46
    return text + DIGITS[n]


def folded(n):
    return 2 * n if n >= 0 else -2 * n - 1


class Packer:
    """The calls of a process in a compact trace: docs/files.md."""

    def __init__(self):
        self.text, self.calls, self.now = [], 0, 0
        self.followers, self.last, self.numbers = {}, (None, None), {}

    def add(self, kind, communicator, number, begin, took, blocking=True):
        """Times in nanoseconds."""
        gap, expected = begin - self.now, self.numbers.get(communicator, 0) + 1
        if kind == self.followers.get(self.last) and number == expected and gap >= 0:
            self.text.append(packed_number(2 * gap))
        else:
            self.text.append(packed_number(2 * folded(gap) + 1) + packed_number(kind) + packed_number(folded(number - expected)))
        self.text.append(packed_number(took))
        self.followers[self.last] = kind
        self.last = self.last[1], kind
        self.numbers[communicator] = number
        self.now = begin + (took if blocking else 0)
        self.calls += 1


def compact(trace):
    """The same trace in the compact form."""
    kinds, packers = [], {r["rank"]: Packer() for r in trace["ranks"]}
    ends = {e["id"]: e["ts"] for e in trace["traceEvents"] if e["ph"] == "e"}
    for e in trace["traceEvents"]:
        if e["ph"] not in "Xb":
            continue
        args = {k: v for k, v in e["args"].items() if k != "number"}
        kind = {"name": e["name"], "args": args}
        if kind not in kinds:
            kinds.append(kind)
        begin, end = round(e["ts"] * 1000), round((e["ts"] + e["dur"] if e["ph"] == "X" else ends[e["id"]]) * 1000)
        packers[e["tid"]].add(kinds.index(kind), args["communicator"], e["args"]["number"], begin, end - begin, e["ph"] == "X")
    ranks = [{**r, "calls": packers[r["rank"]].calls, "packed": "".join(packers[r["rank"]].text)} for r in trace["ranks"]]
    rest = {k: v for k, v in trace.items() if k not in ("traceEvents", "ranks")}
    return {**rest, "otherData": {**trace["otherData"], "version": 2}, "ranks": ranks, "kinds": kinds}
