"""--problem: the blocks of irregular collectives, in predict and verify."""

import json

from expect import check, end


def predicted(arguments):
    return json.loads(check(f"predict {arguments} --json").stdout)


# Star: one message after the other, ints of 4 bytes, root p / 2 unless it is given.
model = "--model linear:alpha=1us,beta=1ns"
(star,) = predicted(f"gatherv.star --p 5 --problem alternating --block 5 {model}")
assert star["bytes"] == 4 * (7 + 3 + 7 + 3 + 7) and star["problem"] == "alternating" and star["b"] == 5, star
assert abs(star["seconds"] - (4e-6 + 4 * (7 + 3 + 3 + 7) * 1e-9)) < 1e-12, star
(star,) = predicted(f"scatterv.star --p 4 --problem given:3,0,0,2 --root 0 {model}")
assert abs(star["seconds"] - 1.008e-6) < 1e-12 and star["messages"] == 1 and "b" not in star, star
assert abs(star["lower_bound_seconds"] - star["seconds"]) < 1e-12, star

rows = predicted("gatherv scatterv --p 33 --problem all --block 1,100 --seed 7")
assert len({(r["problem"], r["b"]) for r in rows}) == 16, rows
assert all(r["seconds"] >= r["lower_bound_seconds"] * (1 - 1e-9) for r in rows), rows
spikes = "gatherv.star --p 100 --problem spikes --block 10 --seed "
assert predicted(spikes + "1") == predicted(spikes + "1") != predicted(spikes + "2")
check("predict gatherv --p 16 --problem spikes,two_blocks", out=["two_blocks  1000", "for p = 16, spikes, b = 1000: gatherv."])
check("predict gatherv.star --p 16 --problem same --block 3 --csv", out="algorithm,p,problem,b,bytes")

# 15 roots, eight types; in place, not in place, and in another layout.
check("verify gatherv.star --p 1..5 --problem all --block 3", out="360 passed, 0 failed")
check("verify allgatherv.ring --p 3 --problem given:2,0,1", out=" passed, 0 failed")
check("predict --help", out=["two_blocks", "--block 1,100,10000 --seed 7"])
check("verify --help", out=["two_blocks", "given:3,1,0,2"])

check("predict gatherv --p 4 --problem spiks", status=2, err="did you mean spikes?")
check("predict gatherv --p 4 --problem x", status=2, err="expected same, random")
check("predict gatherv --p 4 --block 3", status=2, err="--block belongs to a --problem")
check("verify gatherv --p 4 --seed 3", status=2, err="--seed belongs to a --problem")
check("predict gatherv --p 4 --problem same --block 0", status=2, err="--block 0: expected a whole number from 1")
check("predict gatherv --p 4 --problem same --bytes 8", status=2, err="not both")
check("predict bcast --p 4 --problem same", status=2, err="the blocks of bcast are equal")
check("verify bcast --p 4 --problem same", status=2, err="the blocks of bcast are equal")
check("verify gatherv --p 3..4 --problem given:1,2,3", status=2, err="there are 3 blocks for 4 processes")
check("predict gatherv --p 2 --problem given:1,-2", status=2, err="-2: expected a whole number from 0")

# The optimal tree: by hand, the root 3 has 1, then 4 with 5, then 0; or any other in three start-ups and 14 ints.
tree = "--p 6 --problem given:1,9,0,3,3,1"
check(f"show gatherv.optimal {tree}", out=["root 3, ints 1 9 0 3 3 1: 3 rounds", "4 -> 3    4-5"])
check(f"show scatterv.optimal {tree} --model linear:alpha=1s,beta=0", out=": 3 s")
check("show gatherv.optimal --p 8", out="3 rounds")
# What is not a block has no label.
check("show gatherv.binomial --p 7", out=["labels: whose blocks; without a label: lengths and roles", "1 -> 0    1"])
check("show allgatherv.ring --p 3 --problem given:2,0,1", out="0 -> 1    0")
rows = predicted("gatherv scatterv --p 21 --problem all --block 1,1000 --seed 3")
best = {(r["algorithm"], r["problem"], r["b"]): r["seconds"] for r in rows if r["algorithm"].endswith(".optimal")}
assert len(best) == 32, best
for r in rows:
    optimum = best[r["algorithm"].split(".")[0] + ".optimal", r["problem"], r["b"]]
    assert r["seconds"] >= optimum * (1 - 1e-9), r
check("predict gatherv --p 21 --problem spikes", out=["times the optimal tree's time", "optimal tree is found offline"])
check("predict gatherv.optimal --p 9 --problem same --model hierarchical:3=1us+1ns,3=9us+2ns", out="gatherv.optimal  9")
check("predict gatherv.optimal --p 5", status=2, err="expected a --problem")
check("predict gatherv.optimal --p 4 --problem same --topology ring", status=2, err="without a topology")
check("predict gatherv.optimal --p 4 --problem same --model piecewise:0=1us+1ns,9=5us+1ns", status=2, err="alpha + beta n")
check("verify gatherv.optimal", status=2, err="found offline")
check("predict gatherv.linear_time gatherv.optimal --p 11 --problem given:3,1,4,1,5,9,2,20,5,3,5 --root none",
      out="Lemma 1's root for p = 11, given: 5")
check("show gatherv.linear_time --p 8 --problem two_blocks --block 5 --root none", out="root 7")
check("predict gatherv --p 8 --root none", status=2, err="expected a --problem, whose lengths decide on the root")
check("predict gatherv.optimal gatherv.unordered_optimal scatterv.unordered_optimal --p 6 --problem given:1,1,1,1,50,50 --root 0 "
      "--model linear:alpha=14us,beta=0.25us", out=["159 us", "131 us"])
check("show gatherv.unordered_optimal --p 6 --problem given:1,1,1,1,50,50 --root 0 --model linear:alpha=14us,beta=0.25us",
      out=["p = 6, ints 1 1 1 1 50 50, linear:alpha=14us,beta=0.25us: 131 us", "5 -> 0    1-3,5"])
check("predict scatterv.unordered_optimal --p 17 --problem same", status=2, err="at most 16 processes with data, not 17")
check("predict gatherv.unordered_optimal --p 4 --problem same --model logp:L=1us,o=1us,g=1us", status=2, err="alpha + beta n")
check("show gatherv.optimal --p 4 --problem all", status=2, err="a picture needs one")
check("show reduce_scatter.ring --p 4 --problem same", status=2, err="equal blocks only")
check("show bcast.chain --p 4 --problem same", status=2, err="the blocks of bcast are equal")

end()
