import json
import pathlib
import tempfile

from expect import check, end

# tutti place: placements, their files, and what is refused.
by_rank, round_robin, found = json.loads(check("place --graph cart:16x16:periodic --per-node 16 --json").stdout)
assert found["between_nodes"] == by_rank["between_nodes"] / 2 and found["seconds"] < 0.6 * by_rank["seconds"], found
assert sorted(found["node_of"]) == sorted(by_rank["node_of"]) != round_robin["node_of"]
check("place --graph cart:4x3 --hosts a:4,b:3,c:9", out=["by rank", "round robin", "found"])
ranks = check("place --graph cart:4x3 --hosts a:4,b:3,c:9 -o -").stdout.splitlines()
assert len(ranks) == 12 and ranks[0].startswith("rank 0=") and sum("=b slot=" in line for line in ranks) == 3, ranks
hosts = check("place --graph cart:4x3 --hosts a:4,b:3,c:9 --for mpich -o -").stdout.split()
assert sorted(hosts) == ["a"] * 4 + ["b"] * 3 + ["c"] * 5, hosts
with tempfile.TemporaryDirectory() as folder:
    pairs = pathlib.Path(folder) / "pairs.txt"
    pairs.write_text("# pairs\n0 3 100\n1 2 50\nE\t1\t2\t50 bytes\t1 msgs sent\n")
    *_, found = json.loads(check(f"place --messages {pairs} --per-node 2 --json").stdout)
    assert found["between_nodes"] == 0 and "seconds" not in found, found
    pairs.write_text("0 3\n")
    check(f"place --messages {pairs} --per-node 2", status=2, err="line 1: expected FROM TO BYTES")
check("place --per-node 2", status=2, err="--graph or --messages")
check("place --graph cart:4x3", status=2, err="--per-node or --hosts")
check("place --graph cart:4x3 --hosts a,b", status=2, err="HOST:SLOTS")
check("place --graph cart:4x3 --hosts a:2,b:2", status=2, err="8 are left over")
check("place --graph cart:4x3 --per-node 4 -o -", status=2, err="--hosts")
check("place --graph cart:4x3 --hosts a:6,a:6 -o -", status=2, err="names a twice")
check("place --graph cart:4x3 --hosts a:12 -o - --json", status=2, err="not both")
check("place --graph cart:4x --per-node 4", status=2, err="--graph")
check("place --messages /nowhere --per-node 4", status=2, err="/nowhere")

# What stands in a file is quoted so that a terminal shows it.
with tempfile.TemporaryDirectory() as folder:
    pairs, ranks = pathlib.Path(folder) / "pairs.txt", pathlib.Path(folder) / "ranks"
    pairs.write_bytes(b"\xff\xfe\x00a\x1b[2J 1\t2\n")
    check(f"place --messages {pairs} --per-node 2", status=2,
          err=r"line 1: expected FROM TO BYTES, not '\xff\xfe\x00a\x1b[2J 1\t2'")
    pairs.write_text("0 1 100\n")
    check(f"place --messages {pairs} --hosts a:2 -o {ranks}", err=f"wrote {ranks}: 2 processes on 1 node\n")
    check(f"place --messages {pairs} --hosts a:1", status=2, err="2 processes do not fit, 1 is left over")
end()
