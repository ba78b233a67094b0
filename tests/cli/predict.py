import csv
import io
import json
import os
import pathlib
import resource
import tempfile

from expect import check, end, run

check("predict --help", out=["tutti predict bcast --p 1000 --bytes 1.6M", "torus:32x32x16", "random:MOST", "--arrival"])


def predicted(arguments):
    return json.loads(check(f"predict {arguments} --json").stdout)


# Closed forms: binomial ceil(log2 p) (alpha + beta m), chain (p - 1 + M - 1) (alpha + beta m / M).
model = "--model linear:alpha=1us,beta=1ns"
(binomial,) = predicted(f"bcast.binomial --p 11 --bytes 1K {model}")
assert abs(binomial["seconds"] - 8e-6) < 1e-12 and binomial["rounds"] == 4, binomial
assert binomial["messages"] == 10 and binomial["bytes_sent"] == 10000, binomial
assert abs(binomial["lower_bound_seconds"] - 5e-6) < 1e-12, binomial
(chain,) = predicted(f"bcast.chain --p 5 --bytes 1K --pieces 4 {model}")
assert abs(chain["seconds"] - 7 * 1.25e-6) < 1e-12 and chain["blocks"] == 4, chain
# Where messages share links that do not keep their order, the formula's number of blocks is far from the best, and
# between it and better ones lie worse ones.
sharing = f"{model},eager=16K,in-order=no,overhead=0.2us --topology cluster:6x4"
(best,) = predicted(f"bcast.node_chain --p 24 --bytes 1M {sharing}")
by_hand = {m: predicted(f"bcast.node_chain --p 24 --bytes 1M --pieces {m} {sharing}")[0]["seconds"]
           for m in (30, 60, 120, 240, 480, best["blocks"])}
assert best["seconds"] == by_hand[best["blocks"]] and all(best["seconds"] <= 1.1 * t for t in by_hand.values()), (best, by_hand)
# Nothing is faster than the bound.
for collective in ["bcast", "reduce", "allreduce", "allgather", "alltoall", "gather", "scatter", "scan", "barrier"]:
    for row in predicted(f"{collective} --p 8,13 --bytes 8,1M"):
        assert row["seconds"] >= row["lower_bound_seconds"] * (1 - 1e-9), row
# With k ports the fastest takes ceil(log_{k+1} p) rounds, any k; with one port no algorithm for several is tried.
for ports, p, rounds in [(1, 27, 5), (5, 100, 3), (6, 49, 2), (6, 50, 3), (40, 41, 1)]:
    for collective in ["bcast", "reduce", "gather", "scatter", "allgather", "allgatherv", "alltoall", "allreduce",
                       "reduce_scatter", "reduce_scatter_block", "scan", "exscan"]:
        rows = predicted(f"{collective} --p {p} --bytes {p} --model linear:alpha=1s,beta=0,gamma=0,ports={ports}")
        assert min(row["seconds"] for row in rows) == rounds, (collective, ports, p, rows)
        ported = [row for row in rows if row["algorithm"].endswith("_ported")]
        assert (len(ported) == 0) == (ports == 1), (collective, ports, ported)
        assert all(row["rounds"] == row["seconds"] for row in ported), ported
# A shared link is no faster than one of one's own; where links are shared no bound is given.
alone = predicted("alltoall.direct --p 8 --bytes 64K")[0]["seconds"]
ring = predicted("alltoall.direct --p 8 --bytes 64K --topology ring")[0]
assert ring["seconds"] > alone and ring["lower_bound_seconds"] <= ring["seconds"], (alone, ring)
# On a topology, how the messages lie on its links: step i of recursive doubling crosses 2^i links of a ring that 2^i share.
doubling = "allgather.recursive_doubling --p 8 --bytes 64K --topology ring"
(crossed,) = predicted(doubling)
assert (crossed["dilation"], crossed["congestion"]) == (4, 4), crossed
check(f"predict {doubling}", out=["dilation  congestion\n", "ring 8: diameter 4, bisection width 2\n"])
check("predict bcast --p 8", not_out=["congestion", "bisection"])
# One link after the other they meet nobody: 1 + 2 + 4 hops of 1, 2, 4 blocks. Max-min speeds are no slower than equal ones.
stored = "--model store-and-forward:latency=1us,bandwidth=1GB"
(hops,) = predicted(f"{doubling} {stored}")
assert hops["congestion"] == 1 and abs(hops["seconds"] - (1 * 9 + 2 * 17 + 4 * 33) * 1e-6) < 1e-12, hops
mixed = "alltoall.direct --p 64 --bytes 64K --place random:1 --topology mesh:8x8"
fair, equal = predicted(f"{mixed},sharing=max-min")[0], predicted(f"{mixed},sharing=equal")[0]
assert fair["seconds"] < equal["seconds"], (fair, equal)
# From which size on another algorithm is the fastest does not depend on the order of the sizes.
lines = [[line for line in check(f"predict bcast.binomial bcast.scatter_allgather --p 16 --bytes {sizes} {model}").stdout.splitlines()
          if line.startswith("Fastest")] for sizes in ("1K,1M", "1M,1K")]
assert lines[0] == lines[1] and "bcast.binomial, from" in lines[0][0], lines
# BSP: four supersteps of 1000 bytes, max(g h, L) + l each.
(supersteps,) = predicted("bcast.binomial --p 16 --bytes 1K --bsp g=2ns,L=1us,l=5us")
assert supersteps["supersteps"] == 4 and abs(supersteps["bsp_seconds"] - 4 * 7e-6) < 1e-15, supersteps
# On a graph: what agreeing on it costs, and after how many calls that is saved.
combined, straight = predicted(f"neighbor_alltoall.combining neighbor_alltoall.direct --graph moore:8x8:1 --bytes 8 {model}")
assert combined["seconds"] < straight["seconds"] and "pays_off_calls" not in straight, (combined, straight)
calls = combined["agreeing_seconds"] / (straight["seconds"] - combined["seconds"])
assert calls <= combined["pays_off_calls"] < calls + 1 and combined["agreed_memory_bytes"] > 0, combined
check("predict neighbor_alltoall --p 10 --bytes 8", out=["direct", "To agree on a grid with eight neighbours each"])
check("predict bcast --graph moore:8x8:1", status=2, err="--graph is for neighbourhood collectives")
check("predict neighbor_alltoall --graph moore:8x8:1 --bytes 8", out=["pays off after", "To agree on moore:8x8:1, once: "])
check("predict neighbor_alltoall --p 64", out=["pays off", "To agree on a grid with eight neighbours each"])
# Few blocks that are not empty.
few = predicted("alltoallv.batched --p 100 --partners 7 --bytes 700")[0]
assert (few["messages"], few["bytes_sent"], few["most_messages"]) == (700, 70000, 7), few
check("predict alltoallv --p 8 --partners 8", status=2, err="--partners 8: expected a whole number from 1 to 7")
check("predict alltoallv --p 1 --partners 1", status=2, err="a process has 0 others")
check("predict bcast.chain --p 8 --partners 3", status=2, err="bcast.chain has no blocks that may be empty")
check("predict alltoallv --p 8 --partners 3 --problem same --block 1", status=2, err="expected --partners or a --problem, not both")
check("predict bcast --bsp g=-1ns", status=2, err="--bsp g=-1ns: bsp: g must not be negative")
check("predict bcast --bsp h=1", status=2, err="there is no 'h', only g, l, L")
check("predict bcast --topology ring:64,sharing=fair", status=2, err="sharing must be equal or max-min, not 'fair'")
# The same question has the same answer, noise or not; another seed has another.
noisy = "bcast.binomial --p 16 --bytes 1K --arrival random:50us,seed="
assert predicted(noisy + "1") == predicted(noisy + "1") != predicted(noisy + "2")

# Interruptions delay a collective; by how much is told in their lengths.
quiet = predicted("allreduce.recursive_doubling --p 16 --bytes 1K")[0]["seconds"]
(delayed,) = predicted("allreduce.recursive_doubling --p 16 --bytes 1K --noise period=100us,length=10us,random,seed=3")
assert delayed["quiet_seconds"] == quiet and abs(delayed["seconds"] - quiet - 1e-5 * delayed["amplification"]) < 1e-12, delayed
check("predict bcast.binomial --p 8 --noise period=1ms,length=10us", out=["quiet", "amplification"])
check("predict bcast --p 8 --noise period=1ms", status=2, err="--noise period=1ms: noise: length is missing")

# With the lecture's harmful numbering all wait for the root's four steps, with the other one for the first receiver's one.
for name, late in (("binomial", 4e-6), ("binomial_bit_reversed", 1e-6)):
    (placed,) = predicted(f"bcast.{name} --p 16 --bytes 1K {model} --step 1us")
    assert placed["most_steps"] == 4 and abs(placed["without_steps_seconds"] - 8e-6) < 1e-12, placed
    assert abs(placed["seconds"] - 8e-6 - late) < 1e-12, placed
(uncounted,) = predicted(f"bcast.scatter_allgather --p 16 --bytes 1K {model} --step 1us")
assert "most_steps" not in uncounted, uncounted
check("predict bcast.binomial --p 16 --bytes 8 --step 2ns", out=["steps", "without"])
check("predict bcast --p 4 --step fast", status=2, err="--step")

# All at once is what no arrival is, for every algorithm; the columns of the arrival come on top.
measured = {"last_arrival_seconds", "after_last_seconds", "together_seconds", "absorbed", "mean_inside_seconds",
            "mean_inside_together_seconds", "held_up"}
both = f"bcast reduce alltoall scan barrier neighbor_allgather --p 12 --bytes 12K {model},overhead=0.2us,eager=4K"
for without, at_once in zip(predicted(both), predicted(both + " --arrival skews:" + ",".join(12 * "0"))):
    assert set(at_once) - set(without) == measured - {"absorbed"} and not set(without) & measured, at_once
    assert {k: v for k, v in at_once.items() if k not in measured} == without, (without, at_once)
    assert at_once["after_last_seconds"] == at_once["together_seconds"] == without["seconds"], at_once
    assert (at_once["held_up"], at_once["last_arrival_seconds"]) == (0, 0), at_once
# All wait for the root of a broadcast. A chain has reduced what it has when its root comes: 7 of 8 messages.
(root,) = predicted(f"bcast.binomial --p 8 --bytes 1K {model} --arrival late:0:50us")
assert abs(root["seconds"] - 56e-6) < 1e-12 and abs(root["absorbed"]) < 1e-9 and root["held_up"] == 7, root
(root,) = predicted(f"reduce.chain --p 8 --bytes 1K --pieces 1 {model},gamma=0 --arrival late:0:50us")
assert abs(root["after_last_seconds"] - 2e-6) < 1e-12 and abs(root["absorbed"] - 12 / 14) < 1e-9, root
assert abs(root["together_seconds"] - 14e-6) < 1e-12 and root["held_up"] == 1, root
text = check(f"predict reduce.chain --p 8 --bytes 1K --pieces 1 {model},gamma=0 --arrival late:0:50us").stdout
assert "after last  together  absorbed  mean inside  held up\n" in text and " 86 % " in text, text
assert "\nArrival for p = 8: the last 50 us after the first, 6.25 us on average\n" in text, text
check("predict bcast --p 8 --bytes 8", not_out=["after last", "Arrival"])
check("predict bcast --p 3 --arrival late:3:1us", status=2, err="rank 3 is not one of the processes 0..2")
with tempfile.TemporaryDirectory() as folder:
    file = os.path.join(folder, "a.json")
    with open(file, "w") as f:
        json.dump({"format": "tutti arrival", "version": 1, "seconds": [3] + 7 * [1]}, f)
    same = f"bcast.binomial --p 8 --bytes 1K {model} --arrival"
    assert predicted(f"{same} measured:{file}") == predicted(f"{same} late:0:2s")
    check(f"predict bcast --p 9 --arrival measured:{file}", status=2,
          err="a.json:1: seconds has the times of 8 processes, not of 9")
    check(f"predict bcast --p 9 --arrival measured:{folder}", status=2, err="cannot read the arrival pattern")
    for option in ["--model nothere.json", "--arrival measured:nothere.json"]:
        check(f"predict bcast --p 9 {option}", status=2, err="'nothere.json': No such file or directory")

text = check("predict bcast.binomial bcast.circulant --p 64 --bytes 8..1M").stdout
assert "Fastest bcast for p = 64: bcast.binomial and bcast.circulant, from " in text and " on bcast.circulant\n" in text, text
rows = list(csv.DictReader(io.StringIO(check("predict bcast --p 4,5 --bytes 8,1K --csv").stdout)))
assert {(r["p"], r["bytes"]) for r in rows} == {("4", "8"), ("4", "1000"), ("5", "8"), ("5", "1000")}, rows
check("predict bcast.binomial --p 100000 --bytes 8", out="100000")
# A collective leaves out what does not take this p; named itself, it is an error.
check("predict allgather --p 6", not_out="recursive_doubling")
check("predict allgather.recursive_doubling --p 6", status=2, err="needs a power of two of processes, not 6")

check("predict", status=2, err="missing algorithm")
check("predict bcst", status=2, err="no algorithm is called bcst")
check("predict bcast.binomal", status=2, err="did you mean bcast.binomial")
check("predict bcast --p 0", status=2, err="--p 0: expected a whole number from 1")
check("predict bcast.binomial --p 4 --root 4", status=2, err="--root 4: expected a whole number from 0 to 3")
check("predict bcast --bytes 4K..1K", status=2, err="an ascending range")
check("predict bcast --pieces 0", status=2, err="--pieces 0")
check("predict bcast --csv --json", status=2, err="not both")
check("predict allreduce scan.chain --root 2", status=2, err="--root 2 is for rooted collectives, not for allreduce or scan.chain")
check("predict bcast --by 1", status=2, err="--by 1 is for shifts, not for bcast")
check("predict bcast.binomial --pieces 7", status=2, err="--pieces 7 is for pipelined algorithms, not for bcast.binomial")
check("predict bcast.binomial --pieces 1 --p 4", out="bcast.binomial")
check("predict bcast allreduce --root 2 --p 4 --bytes 8", out="allreduce.ring")
check("predict bcast --model linear:alpha=-1us,beta=1ns", status=2, err="alpha")
check("predict bcast --model lnear", status=2, err="lnear")
check("predict bcast --topology torus:2x2 --p 8", status=2, err="8")
check("predict bcast --topology hypercube:2 --p 6", status=2, err="6")
check("predict bcast --place given:0,1 --p 3", status=2, err="3")
check("predict bcast --arrival skews:1us --p 3", status=2, err="3")
# Numbers that make no sense, or no end.
check("predict gatherv.optimal --p 30000 --problem same", status=2, err="at most 8192 processes, not 30000")


def little_memory(limit=2 << 30):
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


if run("--version", preexec_fn=little_memory).returncode == 0:  # sanitizers reserve more than that
    check("predict barrier.dissemination --p 134217728", status=2, preexec_fn=little_memory,
          err="needs at least 53.7 GB of memory, and 2 GiB are available")
    check("predict allreduce.reduce_bcast --p 1300000", status=2, preexec_fn=lambda: little_memory(512 << 20), err="out of memory")
with tempfile.NamedTemporaryFile("w", suffix=".json") as nothing:
    nothing.write("{}")
    nothing.flush()
    check(f"predict bcast --p 4 --model {nothing.name}", status=2, err="is empty: expected at least")
check("predict bcast --p 8 -- --bytes", status=2, err="--bytes was not expected behind --; see tutti predict --help")
check("predict bcast --p 8 --topology cluster:2x4,lane=1", status=2, err="what may follow is lanes=, memory=, leaf=, uplinks= or sharing=")
check("predict bcast.chain --p 4 --bytes 10 --pieces 11", status=2, err="10 bytes cannot be cut into more than 10 pieces")
check("predict bcast.chain --p 4 --bytes 10 --pieces 10", out="bcast.chain")
check("predict allgather.ring --p 1000000 --bytes 1M", status=2, err="1e+12 messages, too many to run")
check("predict bcast --model linear:alpha=1e308s,beta=1ns", status=2, err="alpha must be at most 1e12 s")
check("predict bcast --model linear:alpha=60", status=2, err="alpha must be a time with a unit (h, min, s, ms, us, ns or ps)")
check("predict bcast --model linear:ports=99999999999", status=2, err="ports must be from 1 to 1073741824, not 99999999999")
check("predict bcast --arrival random:1us,seed=-1", status=2, err="seed must not be negative")
check(["predict", "bcast", "--model", ""], status=2, err="--model: expected a value, not ''")
assert predicted("bcast.binomial --p 8 --topology ring,sharing=max-min") == predicted(
    "bcast.binomial --p 8 --topology ring:8,sharing=max-min")

# A machine that was described with some nodes, with as many as there are processes for.
on = "--model hierarchical:2=1us+0.1ns,4=2us+0.2ns,overhead=0.4us"
check(f"predict bcast.binomial --p 20 {on}", status=2, err="describes 8 places")
check(f"predict bcast.binomial --p 8 {on} --per-node 2", out="cluster of 4 x 2")
check(f"predict bcast.binomial --p 20 {on} --per-node 3", out="cluster of 7 x 3")
check(f"predict bcast.binomial --p 20 {on} --per-node 30", status=2, err="there are only 20 processes")
check(f"predict bcast.binomial --p 20 {on} --per-node 3 --topology ring", status=2, err="not both")
check(f"predict bcast.binomial --p 20 {on} --per-node 3 --place random:1", status=2, err="expected consecutive or cyclic")
plain, same, dealt = [json.loads(check(f"predict scan.chain --pieces 1 --p 8 --bytes 1K {on} --json {how}").stdout)
                      for how in ("", "--per-node 2", "--per-node 2 --place cyclic")]
assert abs(plain[0]["seconds"] - same[0]["seconds"]) < 1e-12 and dealt[0]["seconds"] > 1.2 * same[0]["seconds"], (plain, same, dealt)

# Why there are no bounds.
check("predict bcast --p 8 --model logp:L=6us,o=2us,g=4us", out="No lower bounds are known under LogP")
# Those of unequal blocks, on any network whose messages take alpha + beta n. Of gatherv to process 8 of 16, all in its node's link.
gathered = "gatherv --p 16 --problem same --block 1000"
(star,) = predicted(f"gatherv.star {gathered[8:]} --topology ring")
assert abs(star["lower_bound_seconds"] - (2e-6 + 15 * 4000 * 0.4e-9)) < 1e-12 and star["seconds"] >= star["lower_bound_seconds"], star
(star,) = predicted(f"gatherv.star {gathered[8:]} --topology cluster:4x4,lanes=0.5")
assert abs(star["lower_bound_seconds"] - (2e-6 + 12 * 4000 * 0.4e-9 / 0.5)) < 1e-12, star
for where in ("--topology cluster:4x4", "--model hierarchical:4=0.3us+0.1ns,4=1us+0.4ns", "--model linear:ports=2",
              "--model linear:alpha=2us,beta=0.4ns,hop=1us --topology linear", "--topology cluster:4x4,memory=0.5 --place random:7"):
    for what in ("gatherv", "scatterv"):
        for problem in ("spikes", "two_blocks", "given:" + ",".join(["0"] * 9 + ["70"] * 7)):
            for row in predicted(f"{what} --p 16 --problem {problem} {where}"):
                assert 0 < row["lower_bound_seconds"] <= row["seconds"] * (1 + 1e-9), (where, problem, row)
check("predict gatherv.star --p 16 --problem same --topology ring", not_out=" - ")
check("predict allgatherv --p 16 --problem same", out="No lower bounds are known for unequal blocks of allgatherv.\n")
check("predict gatherv --p 16 --problem same --model logp:L=6us,o=2us,g=4us", out="No lower bounds are known under LogP")
# What is given twice, and values that links cannot have.
check("predict bcast --model linear:alpha=1us,gamma=0.1ns,ports=1,gamma=20ns", status=2, err="linear: gamma is given twice")
check("predict bcast --topology cluster:2x4,lanes=1,lanes=2", status=2, err="cluster: lanes is given twice")
for command in ("predict bcast --p 8", "bounds bcast --p 8", "show", "show bcast.binomial --p 8", "bench bcast --p 8"):
    for what in ("lanes", "memory"):
        check(f"{command} --topology cluster:2x4,{what}=0", status=2, err="must be a number between 1e-9 and 1e9, not 0.0")
check("predict bcast --p 1 --per-node 2", status=2, err="--per-node 2: there is only 1 process")
check("predict bcast --p 2 --topology ring:1", status=2, err="ring 1 has 1 place, too few for 2 processes")

check("predict bcast.chain --p 8 --progress", err="tutti predict: 0 of ")
check("predict bcast.chain --p 8 --progress --no-progress", status=2, err="expected --progress or --no-progress, not both")
end()
