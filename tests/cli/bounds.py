import json

from expect import check, end


def bounded(arguments):
    (call,) = json.loads(check(f"bounds {arguments} --json").stdout)
    return call, {b["name"]: b["seconds"] for b in call["bounds"]}


# The bounds, and the reason if there are none.
(bound,) = json.loads(check("bounds alltoall --p 64 --bytes 1M --topology torus:8x8 --json").stdout)
assert bound["binds"] == "bisection" and len(bound["bounds"]) == 3, bound
(times,) = json.loads(check("predict alltoall.direct --p 64 --bytes 1M --topology torus:8x8 --json").stdout)
assert times["lower_bound_seconds"] == bound["seconds"] <= times["seconds"], (times, bound)
check("bounds bcast allreduce --p 560 --bytes 8 --topology cluster:35x16", out=["rounds", "node", "bcast", "allreduce"])
check("bounds", status=2, err="missing collective")
check("bounds bcats", status=2, err="bcast")
check("bounds neighbor_alltoall", status=2, err="graph")
check("bounds bcast --p 8 --model logp:L=6us,o=2us,g=4us", status=2, err="LogP")
check("bounds bcast --p 8 --arrival random:1ms", status=2, err="arrive together")
check("bounds bcast --p 8 --root 8", status=2, err="--root")

# --ports is that of --model linear:ports=K, and overrides it.
for model in ("", "--model linear:ports=3"):
    assert bounded(f"bcast --p 27 --bytes 1M --ports 2 {model}") == bounded("bcast --p 27 --bytes 1M --model linear:ports=2")
assert abs(bounded("allgather --p 27 --bytes 1M --ports 2")[1]["rounds"] - 6e-6) < 1e-12
for ports in ("0", "-1", "x"):
    check(f"bounds bcast --ports {ports}", status=2, err=f"--ports {ports}: expected a whole number from 1")
check("bounds bcast --p 8 --ports 2 --model linear:overhead=1us", status=2, err="leave them out")

# Broadcasts of M blocks: M - 1 + ceil(log2 p) rounds of a block each.
call, _ = bounded("bcast --p 100 --bytes 1M --pieces 16")
(blocks,) = call["trade_offs"]
assert (blocks["if"], blocks["rounds"], blocks["bytes_sent"]) == ("in 16 blocks", 22, 1e6), blocks
assert abs(blocks["seconds"] - 22 * (2e-6 + 0.4e-9 * 1e6 / 16)) < 1e-12 and "pipelining" in blocks["source"], blocks
for p in (2, 7, 64, 100):  # the schedules that reach it
    (run,) = json.loads(check(f"predict bcast.circulant --p {p} --bytes 1600 --pieces 16 --model linear:alpha=1s,beta=0 --json").stdout)
    assert run["seconds"] == bounded(f"bcast --p {p} --bytes 1600 --pieces 16")[0]["trade_offs"][0]["rounds"], run
assert "trade_offs" not in bounded("bcast --p 64 --bytes 1M")[0]
check("bounds bcast --p 64 --bytes 1M --pieces 16", out=["Trade-offs", "in 16 blocks", "21"])
check("bounds reduce --pieces 16", status=2, err="--pieces 16 is for bcast, not for reduce")
check("bounds bcast --pieces 16 --ports 2", status=2, err="--pieces 16: the rounds of blocks are known for 1 port, not for 2")
check("bounds bcast --pieces 16 --bytes 8", status=2, err="cannot be cut into more than 8 pieces")
check("bounds bcast --pieces 0", status=2, err="--pieces 0")

# Alltoall: few rounds or few bytes.
call, _ = bounded("alltoall --p 64 --bytes 64K")
rounds, volume = call["trade_offs"]
assert (rounds["if"], rounds["rounds"], rounds["bytes_sent"]) == ("in the fewest rounds", 6, 6 * 32000), rounds
assert (volume["if"], volume["rounds"], volume["bytes_sent"]) == ("with the least bytes", 63, 63000), volume
assert abs(volume["seconds"] - (63 * 2e-6 + 0.4e-9 * 63000)) < 1e-12 and "Bruck" in rounds["source"], call
for name, least in (("bruck", rounds), ("direct", volume)):  # each reaches one
    (run,) = json.loads(check(f"predict alltoall.{name} --p 64 --bytes 64K --json").stdout)
    assert run["most_bytes_sent"] == least["bytes_sent"] and abs(run["seconds"] - least["seconds"]) < 1e-12, (run, least)
rounds, volume = bounded("alltoall --p 27 --bytes 27K --ports 2")[0]["trade_offs"]
assert (rounds["rounds"], rounds["bytes_sent"], volume["rounds"]) == (3, 54000, 13), (rounds, volume)
rounds, _ = bounded("alltoall --p 60 --bytes 60K")[0]["trade_offs"]  # no power of two
assert rounds["rounds"] == 6 and "bytes_sent" not in rounds and "seconds" not in rounds, rounds
check("bounds alltoall --p 64", out=["Trade-offs", "in the fewest rounds", "with the least bytes", "Bruck"])
check("bounds alltoall --p 60", out="fewest rounds       6           -")
check("bounds allgather", not_out="Trade-offs")

# The memory of a node, and its link: 16 processes receive 63 blocks each.
_, by = bounded("allgather --p 64 --bytes 64K --topology cluster:4x16,memory=2")
assert abs(by["memory"] - (2e-6 + 16 * 63000 * 0.4e-9 / 3)) < 1e-12, by
_, by = bounded("allreduce --p 16 --bytes 64K --topology cluster:1x16,memory=2")
assert abs(by["memory"] - (2e-6 + 2 * 15 * 64000 * 0.4e-9 / 2)) < 1e-12, by
assert "memory" not in bounded("allgather --p 64 --bytes 64K --topology cluster:4x16")[1]
check("bounds allgather --p 64 --bytes 64K --topology cluster:4x16,memory=2", out=" memory ")
# No algorithm is faster, nor on levels where process 0 has no near neighbour.
for where in ("--p 12 --topology cluster:3x4,memory=0.5", "--p 12 --topology cluster:3x4,memory=1,lanes=3 --place cyclic",
              "--p 8 --topology cluster:1x8,memory=2", "--p 7 --topology cluster:2x4,memory=0.1 --place given:0,4,1,5,6,2,3",
              "--p 5 --model hierarchical:4=0.3us+0.1ns,4=1us+0.4ns --place given:0,4,5,6,7"):
    for what in ("bcast", "gather", "scatter", "allgather", "alltoall", "reduce", "allreduce", "reduce_scatter", "scan", "exscan"):
        for row in json.loads(check(f"predict {what} {where} --bytes 84,840K --json").stdout):
            assert row["lower_bound_seconds"] <= row["seconds"] * (1 + 1e-9), (where, row)
end()
