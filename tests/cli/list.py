import json

from expect import check, end

check("", out=["tutti run", "Subcommands:"])
check("--help", out="Subcommands:")
check("--version", out="tutti 0.")
check("lst", status=2, err="no subcommand is called lst; did you mean list?")
check("frobnicate", status=2, err="known are")

check("list --help", out=["tutti list bcast.chain --json", "alpha + beta n"])
check("list", out=["bcast.binomial", "bcast.chain", "algorithms."])
check("list bcast", out=["bcast.binomial", "binomial tree"], not_out="allreduce.")
check("list bcast.chain", out=["1 algorithm."], not_out="bcast.binomial")
check("list bcst", status=2, err="no collective is called bcst; did you mean bcast?")
check("list bcast.binomal", status=2, err="did you mean bcast.binomial")
check("list bcast --markdown", status=2, err="COLLECTIVE[.ALGORITHM] has no effect with --markdown")
check("list --markdown --json", status=2, err="--json has no effect with --markdown")
check("list --p 0", status=2, err="--p 0: expected a whole number from 1 to 134217728")
check("list --p x", status=2, err="--p x: expected a whole number")
check("list --bytes 1.5", status=2, err="expected whole bytes")
check("list --bytes 1X", status=2, err="1K, 1.6M or 1KiB")
check("list --bytes -1", status=2, err="--bytes -1")
check("list --beta -1", status=2, err="--beta must not be negative, but is -1")
check("list --hep", status=2, err="there is no option --hep; did you mean --help")

check("list allreduce", out=["same for", "elements, placements, ranks, processes", "TUTTI_REDUCTIONS"])
check("list bcast", not_out="same for")
(ring,) = json.loads(check("list allreduce.ring --json").stdout)
assert ring["same_for"] == ["processes"], ring

(binomial,) = json.loads(check("list bcast.binomial --p 11 --bytes 1KiB --json").stdout)
assert binomial["price"]["rounds"] == 4 and binomial["price"]["bytes"] == 4096, binomial
for size, bytes_ in [("8", 8), ("1K", 1000), ("1.6M", 1600000), ("1KiB", 1024), ("2GB", 2 * 10**9), ("0", 0)]:
    assert json.loads(check(f"list bcast.binomial --bytes {size} --json").stdout)[0]["bytes"] == bytes_
(priced,) = json.loads(
    check("list bcast.binomial --p 2 --bytes 1000 --alpha 3us --beta 2ns --json").stdout)
assert abs(priced["price"]["seconds"] - 5e-6) < 1e-15, priced

# The time over the lower bound, as tutti predict has it.
for what in ("bcast", "allreduce", "alltoall"):
    listed = {f"{a['collective']}.{a['name']}": a for a in json.loads(check(f"list {what} --p 16 --bytes 64K --json").stdout)}
    compared = 0
    for run in json.loads(check(f"predict {what} --p 16 --bytes 64K --json").stdout):
        a = listed[run["algorithm"]]
        assert a["lower_bound_seconds"] == run["lower_bound_seconds"] and a["x_bound"] >= 1 - 1e-9, (a, run)
        assert abs(a["x_bound"] - a["price"]["seconds"] / a["lower_bound_seconds"]) < 1e-12, a
        compared += 1
    assert compared > 5, what
check("list bcast --p 2 --bytes 1000 --alpha 3us --beta 2ns", out=["x bound", " 5 us     1.00 ", "x bound:"])
assert "x_bound" not in json.loads(check("list neighbor_alltoall.direct --json").stdout)[0]
(alone,) = json.loads(check("list bcast.binomial --p 1 --json").stdout)
assert alone["lower_bound_seconds"] == 0 and "x_bound" not in alone, alone

check("list --p 99999999999", status=2, err="--p 99999999999: expected a whole number from 1 to 134217728")
check("list --alpha 60", status=2, err="--alpha must be a time with a unit (h, min, s, ms, us, ns or ps), such as 1.5us or 60s, not '60'")
check("list --alpha 0", out="alpha = 0 s")
for time in ["inf", "nan", "1e308", "1e308s", "-1us"]:
    check(f"list --alpha {time}", status=2, err="--alpha must")

# The MPI library's own algorithms.
check("list --library lam", status=2, err="--library")
check("list bcst --library openmpi", status=2, err="did you mean bcast?")
check("list --library openmpi --p 4", status=2, err="--p has no effect with --library")

end()
