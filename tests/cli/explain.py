import json
import os
import tempfile

from expect import check, end

check("explain --help", out=["tutti explain bcast --p 560 --per-node 16", "TUTTI_EXPLAIN", "--round-robin"])


def explained(arguments, **more):
    return json.loads(check(f"explain {arguments} --json", **more).stdout)


def rank(x):
    """A candidate's key: its worst case, else its virtual time, else its price. Slower ones precede those that never ran."""
    without_time = 1e9 if "slower" in x else 2e9
    return x.get("worst_ratio", x.get("simulated_seconds", without_time + x["predicted_seconds"]))


# The choice is the candidate that is the fastest in virtual time, and those that cannot serve say why.
for c in ["bcast", "reduce", "allreduce", "allgather", "alltoall", "scan", "barrier", "gatherv", "reduce_scatter"]:
    for row in explained(f"{c} --p 1,6,100 --per-node 16 --bytes 8,1M"):
        able = [x for x in row["candidates"] if "predicted_seconds" in x]
        assert row["decided_by"] == ("virtual time" if row["p"] > 1 else "model"), row
        assert row["choice"] == able[0]["algorithm"] and able[1:] == sorted(able[1:], key=rank), row
        least = min(map(rank, able))
        assert rank(able[0]) <= 1.02 * (max(1, least) if "worst_ratio" in able[0] else least), row
        for x in row["candidates"]:
            assert "predicted_seconds" in x or "excluded" in x or x["algorithm"] == "native", x
(row,) = explained("allgather --p 6 --bytes 80K")
(doubling,) = [x for x in row["candidates"] if x["algorithm"] == "recursive_doubling"]
assert "power of two" in doubling["excluded"], doubling
assert row["bytes_least"] <= 80_000 <= row["bytes_most"], row
# All sizes between those two are decided alike.
low, high = row["bytes_least"], row["bytes_most"]
assert [r["choice"] for r in explained(f"allgather --p 6 --bytes {low},{high}")] == [row["choice"]] * 2
# Where not all know the size there is one answer, and it says so.
(row,) = explained("alltoallv --p 8 --bytes 1,1K,1M")
assert not row["size_known"] and "bytes_least" not in row and "not all processes know" in row["why"], row
check("explain scatterv --p 4", out=["compared with agreeing on the size", "less time, at worst "])
# A size that shares its decision says so, the one that is decided does not.
check("explain bcast --p 4 --bytes 1M", out="bcast, 896 KiB .. <1 MiB, 4 processes, one per node: chain\n  1 MB is one of these sizes")
check("explain bcast --p 4 --bytes 896Ki", not_out="one of these sizes")
# The sentence does not claim more than was simulated. A candidate with slowdowns has been run.
check("explain allreduce --p 560 --per-node 16 --bytes 1M", out=["in virtual time: the fastest of those simulated (", " not simulated\n"])
check("explain bcast --p 8 --bytes 8", out="in virtual time: the fastest (", not_out="not simulated")
check("explain scatterv --p 144 --per-node 12", out="in virtual time: never slow, and usually the fastest (", not_out="not simulated")
# Of those that are never slow, the one that is usually the fastest; within 2 %, the first one.
(row,) = explained("scatterv --p 144 --per-node 12")
able = [x for x in row["candidates"] if "worst_ratio" in x]
assert not any(x["worst_ratio"] <= 1 and 1.02 * x["usual_ratio"] < able[0]["usual_ratio"] for x in able[1:]), row
# On a machine with several ports, an algorithm that uses them all; with one port it is not tried.
with tempfile.NamedTemporaryFile("w", suffix=".json") as five:
    five.write('{"model": "linear:alpha=2us,beta=0.4ns", "ports": 5}')
    five.flush()
    for c, best in [("allgather", "bruck_ported"), ("bcast", "knomial_ported"), ("scan", "hillis_steele_ported"),
                    ("reduce_scatter", "circulant_ported"), ("gatherv", "linear_time_ported")]:
        (row,) = explained(f"{c} --p 100 --bytes 800 --machine {five.name}")
        assert c == "gatherv" or row["choice"] == best, row
        (ported,) = [x for x in row["candidates"] if x["algorithm"] == best]
        assert "predicted_seconds" in ported, ported
        (row,) = explained(f"{c} --p 100 --bytes 800")
        (ported,) = [x for x in row["candidates"] if x["algorithm"] == best]
        assert "several ports" in ported["excluded"], ported
        (row,) = explained(f"{c} --p 100 --bytes 800 --set {c}={best}")
        assert row["choice"] == best, row
# Operators.
(row,) = explained("allreduce --operator ordered --p 8 --bytes 8")
assert "commutative" in next(x for x in row["candidates"] if x["algorithm"] == "ring")["excluded"], row

# How far blocks differ: by the longest, in bytes or as a multiple of the average; within half octaves all the same.
(equal,) = explained("allgatherv --p 64 --bytes 6400")
assert equal["lengths"] == "equal" and "longest_over_average" not in equal, equal
assert explained("allgatherv --p 64 --bytes 6400 --longest 100") == [equal]
assert explained("allgatherv --p 64 --bytes 6400 --longest 1x") == [equal]
assert explained("allgatherv --p 64 --bytes 6400 --longest 101") == explained("allgatherv --p 64 --bytes 6400 --unequal")
(spike,) = explained("allgatherv --p 64 --bytes 6400 --longest 400")
assert spike["lengths"] == "unequal" and 2**1.5 < spike["longest_over_average"] < 4, spike
assert explained("allgatherv --p 64 --bytes 6400 --longest 4x") == [spike]
assert explained("allgatherv --p 64 --bytes 6400 --longest 401") != [spike]
(one,) = explained("allgatherv --p 64 --bytes 1M --longest 64x")
(ring,) = [x for x in one["candidates"] if x["algorithm"] == "ring"]
(same,) = [x for x in explained("allgatherv --p 64 --bytes 1M")[0]["candidates"] if x["algorithm"] == "ring"]
assert ring["predicted_seconds"] > 20 * same["predicted_seconds"], (ring, same)  # all of it in each round
check("explain reduce_scatter --p 64 --bytes 8..1K --longest 4x", out="the longest block about 3.36 times the average")
check("explain allgatherv --p 4 --bytes 100 --longest 24", status=2, err="has from 25 to 100")
check("explain allgatherv --p 4 --bytes 100 --longest 101", status=2, err="has from 25 to 100")
check("explain allgatherv --p 4 --longest 5x", status=2, err="none is longer than 4 times")
check("explain allgatherv --longest 0.5x", status=2, err="expected at least 1x")
check("explain allgatherv --longest wide", status=2, err="--longest wide")
check("explain allgatherv --longest 2x --unequal", status=2, err="not both")
check("explain bcast --longest 2x", status=2, err="--longest belongs to allgatherv")

with tempfile.TemporaryDirectory() as folder:
    # A profile needs the number of the algorithms it was made for, which a refusal tells.
    profile = os.path.join(folder, "tuned.json")

    def write(catalogue, steps='{"from": 0, "use": "native"},\n{"from": 4096, "use": "chain"}'):
        with open(profile, "w") as f:
            f.write('{"format": "tutti profile", "version": 1, "mpi": "Any MPI 1.0",\n'
                    f'"catalogue": "{catalogue}", "entries": [\n'
                    f'{{"collective": "bcast", "p": 2, "per_node": 2, "steps": [{steps}],\n'
                    '"points": [{"bytes": 8, "seconds": {"native": 1e-6, "binomial": 2e-6}}]}\n]}\n')

    write("0")
    refusal = check(f"explain bcast --profile {profile}", status=2, err=f"{profile}:2: catalogue is 0").stderr
    write(refusal.split("algorithms is ")[1][:8])
    small, long = explained(f"bcast --p 2 --per-node 2 --bytes 8,1M --profile {profile}")
    assert small["choice"] == "native" and long["choice"] == "chain", (small, long)
    assert small["decided_by"] == "profile" and f"{profile}:3" in small["why"], small
    assert [x["algorithm"] for x in small["candidates"][:2]] == ["native", "binomial"], small
    assert small["candidates"][0]["measured_seconds"] == 1e-6, small
    # Times that were measured at another size say so.
    check(f"explain bcast --p 2 --per-node 2 --bytes 1M --profile {profile}", out="measured at 8 B: ")
    # The user's word above it, in the environment too; the model where it says nothing.
    at = f"explain bcast --p 2 --per-node 2 --bytes 8 --profile {profile}"
    check(at, out=["bcast, 8 B .. <10 B, 2 processes on one node: native\n  measured:", "1 us measured"])
    check(at + " --set bcast=star", out="set by the user, TUTTI_BCAST=star")
    check(at, env={"TUTTI_BCAST": "star"}, out="set by the user, TUTTI_BCAST=star")
    check(at, env={"TUTTI": "off"}, out="set by the user, TUTTI=off")
    check(f"explain bcast --p 3 --per-node 3 --profile {profile}", out="in virtual time")
    check(at, env={"TUTTI_BCAST": "stra"}, out="measured:", err="no such algorithm")
    # A calibrated machine.
    machine = os.path.join(folder, "m.json")
    with open(machine, "w") as f:
        f.write('{"model": "hierarchical:16=1us+1ns,40=7us+2ns"}')
    check(f"explain bcast --p 560 --per-node 16 --bytes 8 --machine {machine}",
          out=["560 processes on 35 nodes of 16:", f"{machine}: alpha 7 us, beta 2 ns a byte"])
    check(f"explain bcast --p 16 --per-node 16 --bytes 8 --machine {machine}", out="alpha 1 us, beta 1 ns a byte")
    with open(machine, "w") as f:
        f.write('{"model": "linear",\n"gama": 1}')
    check(f"explain bcast --machine {machine}", status=2, err=f"{machine}:2: gama is not known here")

check("explain bcast --p 24 --per-node 8 --round-robin --bytes 8", out="non-consecutive ranks")
check("explain", status=2, err="missing collective")
check("explain bcst", status=2, err="bcast")
check("explain bcast --p 0", status=2, err="--p 0")
check("explain bcast --per-node 0", status=2, err="--per-node 0")
check("explain bcast --bytes many", status=2, err="--bytes many")
check("explain bcast --operator exact", status=2, err="belongs to reductions")
check("explain reduce --operator odd", status=2, err="expected exact, commutative or ordered")
check("explain bcast --unequal", status=2, err="belongs to allgatherv")
check("explain bcast scan --set bcast=chain,scan=native --p 8", out=["TUTTI_BCAST=chain", "TUTTI_SCAN=native"])
# What runs only if it is set is then listed like what may be chosen.
check("explain bcast --p 6 --per-node 6 --set bcast=leaders", out=["TUTTI_BCAST=leaders", "* leaders "])
# Calls that are begun and waited for: their own wish, otherwise that of those which block.
posted = explained("ibcast bcast iscan bcast_init --p 8 --set bcast=chain,ibcast=star,scan=native")
assert [r["choice"] for r in posted] == ["star", "chain", "native", "star"], posted
assert [r.get("posted", False) for r in posted] == [True, False, True, True], posted
check("explain ibcast --p 8", env={"TUTTI_IBCAST": "star"}, out=["ibcast, ", "TUTTI_IBCAST=star"])
check("explain iscan --p 8", env={"TUTTI_SCAN": "chain"}, out=["iscan ", "TUTTI_SCAN=chain"])
check("explain bcast --set ibcast=star --p 8", out="in virtual time")
# Sums that are rounded once: the ways; other calls and operators as ever.
once = {"TUTTI_REPRODUCIBLE": "1"}
check("explain allreduce --p 1024 --bytes 64", env=once,
      out=["allreduce (sum, reproducible), 64 B and more, 1024 processes", "* short accumulators combined:", "contributions gathered:",
           "rounded at each addition:"])
check("explain scan --p 3 --bytes 8", env=once, out="* contributions gathered:", not_out="short accumulators")
check("explain allreduce --operator exact --p 3 --bytes 8", env=once, out="allreduce (exact operator)", not_out="reproducible")
check("explain bcast --p 3 --bytes 8", env=once, not_out="reproducible")
check("explain allreduce --p 3 --bytes 8", env={"TUTTI_REPRODUCIBLE": "maybe"}, err="expected 1, accumulators, short, gathered, exchanged or 0",
      not_out="reproducible")
# A number of blocks that is set is that of every pipelined candidate.
for given in [{"env": {"TUTTI_PIECES": "7"}}, {"arguments": "--pieces 7"}]:
    (row,) = explained("bcast --p 8 --bytes 1M " + given.get("arguments", ""), env=given.get("env", {}))
    assert {x["blocks"] for x in row["candidates"] if "blocks" in x} == {7}, row
check("explain bcast --pieces 0", status=2, err="--pieces 0")
# Nodes of so many ranks; a plan that only a job can make.
assert explained("bcast --p 8", env={"TUTTI_NODE_SIZE": "4"})[0]["per_node"] == 4
check("explain bcast --p 2 --bytes 8", env={"TUTTI_PLAN": "job"}, out="in virtual time", err="none is running")
check("explain bcast --set bcast", status=2, err="expected COLLECTIVE=ALGORITHM")
check("explain bcast --set bcast=binomal", status=2, err="did you mean bcast.binomial")
check("explain bcast", status=2, err="TUTTI_MACHINE: cannot read none.json", env={"TUTTI_MACHINE": "none.json"})
check("explain bcast --p 4", err="expected a number from 0 to 2^30", env={"TUTTI_DOMAIN_SIZE": "x"})
check("explain bcast --machine none.json", status=2, err="cannot read none.json")
check("explain bcast --profile none.json", status=2, err="cannot read none.json")

check("explain bcast --p 10 --per-node 100", status=2, err="--per-node 100: there are only 10 processes")
check("explain bcast --p 1..64 --per-node 16 --json", out="per_node")
check("explain neighbor_alltoall --graph moore:8x8:1 --per-node 8 --bytes 8", out=["at most 8 neighbours", "on 8 nodes of 8", "combining"])
check("explain neighbor_allgather --p 7 --json", out='"degree": 6')
check("explain neighbor_alltoall --graph moore:8x8:1 --p 63", status=2, err="--graph moore:8x8:1 has 64 processes, not 63")
check("explain bcast --graph ring:4", status=2, err="--graph is for neighbourhood collectives")
check("explain neighbor_alltoall --p 1000000", status=2, err="--p")
check("explain bcast --profile /dev/zero", status=2, err="/dev/zero is not a file")

end()
