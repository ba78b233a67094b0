# Traces that are damaged, edited, or of different runs: `tutti replay`, `replay --goal` and `tune --from` refuse each in one sentence that
# names the file, with status 2.
import json
import pathlib
import shutil
import tempfile

from expect import check, end
from recorded import call, compact, late, packed_number, written

folder = pathlib.Path(tempfile.mkdtemp())
commands = [["replay"], ["replay", "--goal", "-"], ["tune", "--p", "2", "--from"]]


def refused(why, file, by=commands):
    for command in by:
        check([*command, str(file)] if command[0] == "tune" else [command[0], str(file), *command[1:]], status=2, err=[file.name, why])


def edited(why, change, of=late, **more):
    refused(why, written(folder / "edited.json", change, of), **more)


# Cut off.
text = written(folder / "whole.json").read_text()
cut = folder / "cut.json"
for k, length in enumerate([0, 1, 2, *range(7, len(text), 61), len(text) - 2, len(text) - 1]):
    cut.write_text(text[:length])
    refused("cut.json", cut, by=[commands[k % len(commands)]])
cut.write_text(text[:700])
refused("cut.json:1: this is not JSON from here on", cut)


# Edited: each value in turn is of another type, or missing.
def places(value, path=()):
    if isinstance(value, (dict, list)):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inner, (*path, key))
    else:
        yield path


def put(path, value):
    def change(t):
        for key in path[:-1]:
            t = t[key]
        t[path[-1]] = value
    return change


def take(path):
    def change(t):
        for key in path[:-1]:
            t = t[key]
        del t[path[-1]]
    return change


unread = {"displayTimeUnit", "cat", "pid"}
optional = {"mpi", "bytes", "data", "site", "algorithm", "dur", "root"}
for path in places(late):
    if path[-1] not in unread:
        edited("edited.json", put(path, [[]]), by=commands[:1])
    if path[-1] not in unread | optional:
        edited("edited.json", take(path), by=commands[2:])

event = ("traceEvents", 0)
edited("event 1: key 'ts' not found", take((*event, "ts")))
edited("event 1: a time out of range", put((*event, "ts"), 1e300))
edited("event 1: a time out of range", put((*event, "dur"), -1e300))
edited("event 1: no number where one must be", put((*event, "ts"), "soon"))
edited("event 1: an unknown collective", put((*event, "name"), "broadcast"))
edited("event 1: an event of an unknown rank", put((*event, "tid"), 7))
edited("event 1: a place out of range", put((*event, "args", "communicator"), 1))
edited("event 1: a number out of range", put((*event, "args", "bytes"), -8))
edited("event 1: a number out of range", put((*event, "args", "bytes"), 2 ** 64))
edited("a call has more bytes than there can be", lambda t: [e["args"].update(bytes=2 ** 63) for e in t["traceEvents"][:2]])
edited("a call has more bytes than there can be", put((*event, "args", "data"), 2 ** 62))
edited("bcast has no root 5", lambda t: [e["args"].update(root=5) for e in t["traceEvents"][:2]])
edited("rank 1: no number where one must be", put(("ranks", 0, "ended"), None))
edited('"ranks" is no array', put(("ranks",), {"rank": 0}))
edited("no process is in this trace", put(("otherData", "processes"), 0), of={**late, "communicators": [], "ranks": [], "traceEvents": []})
edited("a number out of range", put(("otherData", "processes"), 2 ** 31 - 1))
edited("the trace has 2 of 1000000 processes: a part of it is missing", put(("otherData", "processes"), 10 ** 6))
edited("expected version 1 or 2 of the format", put(("otherData", "version"), 3))
edited("expected a trace, from tutti run --trace", put(("otherData", "format"), "tutti plan"))
nan = folder / "nan.json"
nan.write_text(text.replace('"started": 0', '"started": NaN'))
refused("nan.json:1: this is not JSON from here on", nan)
nan.write_text(text.replace('"started": 0', '"started": 1e999'))
refused("nan.json: a number in it is larger than numbers can be", nan)
nan.write_text("[" * 100000)
refused("nan.json: this is nested too deep", nan)
nan.write_bytes(text.encode().replace(b"MPI_COMM_WORLD", b"\xff\xfe"))
refused("nan.json", nan)

# Large, but there may be such calls: simulated at once, whatever their size.
big = written(folder / "big.json", lambda t: [e["args"].update(bytes=2 ** 53, data=2 ** 52) for e in t["traceEvents"][:2]])
check(["replay", str(big), "--machine", "usual"], out="bcast, 8 PiB .. <16 PiB")
check(["replay", str(big), "--model", "linear:alpha=0s,beta=1ns", "--goal", "-"], out="num_ranks 2")

check(["tune", "--from", str(big), "--p", "2"], out="barrier", err="67 % in calls that are too large to be measured")

# Tables of counts.
edited("table 1: a count out of range", lambda t: t.update(tables=[[1, 2, 3]]))
edited("table 1: a count out of range", lambda t: t.update(tables=[[[8, 2 ** 62]]]))
edited("table 1: a count out of range", lambda t: t.update(tables=[[-1]]))
edited("table 2: a table is no array", lambda t: t.update(tables=[[1, 1], 7]))
edited("more counts than there can be",
       lambda t: (t["otherData"].update(processes=10 ** 6), t.update(tables=[[[0, 10 ** 6]]] * 17)), by=commands[:1])
edited("event 1: a place out of range", put((*event, "args", "table"), 0))

# The compact form.
packed = compact(late)
check(["replay", str(written(folder / "packed.json", of=packed)), "--model", "linear"], out="measured 6.8 s, of it 3.3 s in collectives")
for path in places({key: packed[key] for key in ("ranks", "kinds")}):  # the rest is read in the same way
    if path[-1] not in unread:
        edited("edited.json", put(path, [[]]), of=packed, by=commands[:1])
    if path[-1] not in unread | optional:
        edited("edited.json", take(path), of=packed, by=commands[2:])
text_of_calls = packed["ranks"][1]["packed"]
for length in range(len(text_of_calls)):
    edited("rank 2: its calls: ", put(("ranks", 1, "packed"), text_of_calls[:length]), of=packed, by=commands[:1])


def packs(why, text, calls=2):
    edited(f"rank 2: its calls: {why}", lambda t: t["ranks"][1].update(packed=text, calls=calls), of=packed, by=commands[:1])


packs("they are cut off", text_of_calls[:-1])
packs("there are more of them than it says", text_of_calls, calls=1)
packs("there are fewer of them than it says", text_of_calls, calls=3)
packs("there are fewer of them than it says", text_of_calls, calls=10 ** 15)
packs("a character in them is no digit", "\t" + text_of_calls)
packs("one of an unknown kind", packed_number(2) + text_of_calls)
packs("one of an unknown kind", packed_number(1) + packed_number(2) + packed_number(0) + packed_number(9), calls=1)
packs("a number out of range", packed_number(1) + packed_number(0) + packed_number(2 * 2 ** 33) + packed_number(9), calls=1)
packs("a number out of range", packed_number(2 ** 64) + text_of_calls)
packs("a number out of range", packed_number(1) + packed_number(0) + packed_number(2 ** 64 - 2) + packed_number(9), calls=1)
packs("a time out of range", packed_number(4 * 2 ** 61 + 1) + packed_number(0) + packed_number(0) + packed_number(9), calls=1)
packs("a time out of range", packed_number(1) + packed_number(0) + packed_number(0) + packed_number(2 ** 61), calls=1)
edited("key 'traceEvents' not found", put(("otherData", "version"), 1), of=packed)
edited("key 'kinds' not found", put(("otherData", "version"), 2))
edited("call 1 on MPI_COMM_WORLD is bcast on rank 0 and barrier on rank 1: these are not processes of one run",
       lambda t: (t["ranks"][1].update(packed=packed_number(1) + packed_number(1) + packed_number(0) + packed_number(9), calls=1)), of=packed)

# Communicators.
edited("communicator 1: members out of range", put(("communicators", 0, "members"), [[0, 2, 1]]))
edited("communicator 1: a process is twice in a communicator", put(("communicators", 0, "members"), [[0, 0, 1], [0, 0, 1]]))
edited("communicator 1: a communicator has more members than processes", put(("communicators", 0, "size"), 3))
edited("communicator 1: type must be boolean, but is string", put(("communicators", 0, "inter"), "yes"))
edited("rank 1 calls bcast on MPI_COMM_WORLD, of which it is no member", lambda t: t["communicators"][0].update(size=1, members=[[0, 0, 1]]))
edited("rank 2: a rank is there twice, or out of range", put(("ranks", 1, "rank"), 0))
edited("rank 1 makes call 1 on MPI_COMM_WORLD twice", put(("traceEvents", 3, "args", "number"), 1))

# Processes of different runs.
edited("call 1 on MPI_COMM_WORLD is bcast on rank 0 and reduce on rank 1: these are not processes of one run", put(("traceEvents", 1, "name"), "reduce"))
edited("is bcast with root 0 on rank 0 and root 1 on rank 1: these are not processes of one run", put(("traceEvents", 1, "args", "root"), 1))
edited("is bcast with 8 bytes on rank 0 and 16 bytes on rank 1: these are not processes of one run", put(("traceEvents", 1, "args", "bytes"), 16))
edited("rank 1 lacks call 2 on MPI_COMM_WORLD, the barrier of rank 0: these are not processes of one run", lambda t: t["traceEvents"].pop())
edited("the trace has 1 of 2 processes: a part of it is missing", lambda t: (t["ranks"].pop(), t["traceEvents"].pop(), t["traceEvents"].pop(1)))
edited("call 1 on a\nb is".replace("\n", " "), lambda t: (put(("communicators", 0, "name"), "a\nb")(t), put(("traceEvents", 1, "name"), "reduce")(t)))
edited("no collective in this trace can be replayed", lambda t: t["traceEvents"].clear(), by=commands[:2])
edited("no call on 2 processes that a profile could have", lambda t: t["traceEvents"].clear(), by=commands[2:])


# Clocks that jump.
def later(rank, by, first=0):
    """All calls of a rank from the given one on are `by` seconds later."""
    def change(t):
        for e in [e for e in t["traceEvents"] if e["tid"] == rank][first:]:
            e["ts"] += by * 1e6
        t["ranks"][rank]["ended"] += by
        if first == 0:
            t["ranks"][rank]["started"] += by
    return change


edited("barrier of rank 1 begins before its last collective has ended: its clock has jumped", put(("traceEvents", 3, "ts"), 3.5e6))
edited("barrier of rank 0 ends before it begins: its clock has jumped", put(("traceEvents", 2, "dur"), -1e6))
edited("barrier of rank 1 is not between MPI_Init and MPI_Finalize: its clock has jumped", put(("traceEvents", 3, "dur"), 1e9))
edited("bcast of rank 1 is not between MPI_Init and MPI_Finalize: its clock has jumped", put(("traceEvents", 1, "ts"), -1e9))
edited("rank 1 ends before it begins", put(("ranks", 1, "ended"), -1))
edited("rank 0 has left call 2 on MPI_COMM_WORLD, barrier, 999 s before rank 1 enters it: a clock has jumped", later(1, 1000))
edited("rank 1 has left call 2 on MPI_COMM_WORLD, barrier, 999 s before rank 0 enters it: a clock has jumped", later(0, 1000, first=1))

# Threads that call collectives at the same time cannot be replayed either.
edited("or several threads call collectives, which cannot be replayed",
       lambda t: t["traceEvents"].extend(call("barrier", r, 3, 5.3, 6.2) for r in (0, 1)))

shutil.rmtree(folder)
end()
