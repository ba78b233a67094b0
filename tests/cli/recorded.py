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
