# `tutti calibrate` finds in virtual time what the model says, within 2 %.
import json
import pathlib
import tempfile

from expect import check, end


def number(value):
    for unit, factor in [("us", 1e-6), ("ns", 1e-9)]:
        if isinstance(value, str) and value.endswith(unit):
            return float(value[: -len(unit)]) * factor
    return float(value)


def expect_near(found, made, what):
    assert abs(number(found) - made) <= 0.02 * made, f"{what}: {found}, expected {made}"


def expect_pieces(found, made, what):
    pieces = found.get("pieces", [{"from": 0, **found}])
    assert [x["from"] for x in pieces] == [x[0] for x in made], f"{what}: {pieces}"
    for x, (_, alpha, beta) in zip(pieces, made):
        expect_near(x["alpha"], alpha, f"{what}: alpha")
        expect_near(x["beta"], beta, f"{what}: beta")


with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder) / "machine.json"

    def calibrate(options, out=()):
        check(f"calibrate {options} -o {file}", out=["alpha", *out])
        check(f"predict bcast.binomial --p 2 --bytes 1K --model {file}", out="binomial")
        return json.loads(file.read_text())

    # One kind of messages.
    found = calibrate("--p 2 --model linear:alpha=2us,beta=0.5ns,gamma=0.2ns")
    assert found["model"]["kind"] == "linear" and "overhead" not in found, found
    expect_pieces(found["model"], [(0, 2e-6, 0.5e-9)], "linear")
    expect_near(found["gamma"], 0.2e-9, "gamma")
    assert found["from"]["processes"] == 2 and found["from"]["command"].startswith("tutti calibrate"), found
    found = calibrate("--p 3 --model piecewise:0=1us+1ns,8192=5us+0.4ns,262144=40us+0.25ns")
    expect_pieces(found["model"], [(0, 1e-6, 1e-9), (8192, 5e-6, 0.4e-9), (262144, 40e-6, 0.25e-9)], "piecewise")
    # A sender that is free before its message has arrived.
    found = calibrate("--p 4 --model loggp:L=1us,o=0.5us,g=0.6us,G=1ns", out=["overhead"])
    expect_pieces(found["model"], [(0, 2e-6, 1e-9)], "loggp")
    expect_near(found["overhead"], 0.5e-6, "overhead")
    # Nodes, and links that their processes share, in both placements.
    for place in ["consecutive", "cyclic"]:
        found = calibrate(f"--p 32 --model hierarchical:8=0.3us+0.1ns,4=2us+0.4ns,lanes=2 --place {place}",
                          out=["lanes 2 of 8"])
        inner, outer = found["model"]["levels"]
        assert (inner["size"], outer["size"]) == (8, 4), found
        expect_pieces(inner, [(0, 0.3e-6, 0.1e-9)], "within")
        expect_pieces(outer, [(0, 2e-6, 0.4e-9)], "between")
        expect_near(found["topology"]["lanes"], 2, "lanes")
    # A machine description is found again, pieces and all, and from its times once more.
    once = pathlib.Path(folder) / "once.json"
    once.write_text(json.dumps({
        "model": {"kind": "hierarchical", "levels": [
            {"size": 4, "pieces": [{"from": 0, "alpha": "0.4us", "beta": "0.2ns"},
                                   {"from": 4096, "alpha": "0.9us", "beta": "0.05ns"}]},
            {"size": 4, "pieces": [{"from": 0, "alpha": "2.4us", "beta": "0.079ns"},
                                   {"from": 32768, "alpha": "5.1us", "beta": "0.12ns"}]}]},
        "topology": {"kind": "cluster", "nodes": 4, "places": 4, "lanes": 1}, "gamma": "0.15ns"}))
    times = pathlib.Path(folder) / "times.csv"
    found = calibrate(f"--p 16 --model {once} --times {times}")
    inner, outer = found["model"]["levels"]
    expect_pieces(inner, [(0, 0.4e-6, 0.2e-9), (4096, 0.9e-6, 0.05e-9)], "within")
    expect_pieces(outer, [(0, 2.4e-6, 0.079e-9), (32768, 5.1e-6, 0.12e-9)], "between")
    expect_near(found["topology"]["lanes"], 1, "lanes")
    expect_near(found["gamma"], 0.15e-9, "gamma")
    text = times.read_text()
    calibrate(f"--p 16 --model {once} --times {times}")
    assert times.read_text() == text, "measured again what was there"
    again = calibrate(f"--from {times}")
    assert again == found, (again, found)
    # And from a file that has been through Windows.
    times.write_bytes(text.replace("\n", "\r\n").encode())
    assert calibrate(f"--from {times}") == found
    times.write_text(text.replace('"processes": 16', '"processes": 8'))
    check(f"calibrate --from {times}", status=2, err="p is 16: expected that of the launch, 8")
    # Found once more from itself.
    once.write_text(json.dumps(found))
    second = calibrate(f"--p 16 --model {once}")
    expect_pieces(second["model"]["levels"][1], [(0, 2.4e-6, 0.079e-9), (32768, 5.1e-6, 0.12e-9)], "from itself")

    # What MPI libraries do: overheads, an eager limit, and a memory that lets two messages of four through at once.
    once.write_text(json.dumps({
        "model": {"kind": "hierarchical", "levels": [{"size": 4, "alpha": "1us", "beta": "0.2ns"},
                                                     {"size": 2, "alpha": "2us", "beta": "0.4ns"}]},
        "topology": {"kind": "cluster", "nodes": 2, "places": 4, "lanes": 1, "memory_lanes": 2},
        "overhead": "0.3us", "eager": 16384}))
    found = calibrate(f"--p 8 --model {once}", out=["eager to 16 KiB", "memory lanes 2 of 4"])
    expect_near(found["overhead"], 0.3e-6, "overhead")
    expect_near(found["topology"]["lanes"], 1, "lanes")
    expect_near(found["topology"]["memory_lanes"], 2, "memory lanes")
    assert found["eager"] == 16384, found

    # Leaf switches whose uplinks two nodes can fill, and messages of a row that share a link; and one process on each node, in order.
    once.write_text(json.dumps({
        "model": {"kind": "hierarchical", "levels": [{"size": 2, "alpha": "1us", "beta": "0.2ns"},
                                                     {"size": 8, "alpha": "2us", "beta": "0.4ns"}]},
        "topology": {"kind": "cluster", "nodes": 8, "places": 2, "lanes": 1, "leaf": 4, "uplinks": 2},
        "overhead": "0.3us", "eager": 16384, "in_order": "no"}))
    found = calibrate(f"--p 16 --model {once}", out=["4 nodes per leaf switch", "share the link"])
    assert found["topology"]["leaf"] == 4 and found["in_order"] == "no", found
    expect_near(found["topology"]["uplinks"], 2, "uplinks")
    once.write_text(json.dumps({"model": "linear:alpha=2us,beta=0.4ns", "overhead": "0.3us",
                                "topology": "cluster:8x1,leaf=2,uplinks=1"}))
    found = calibrate(f"--p 8 --model {once}", out=["2 nodes per leaf switch"])
    assert found["topology"]["leaf"] == 2 and "in_order" not in found, found
    expect_near(found["topology"]["uplinks"], 1, "uplinks")

    check("calibrate --p 8 --bytes 8", status=2, err="--bytes 8: expected several sizes, such as 8..1M: one size determines no slope")

    # What tutti bench has measured serves too; what has no ping-pongs does not.
    times.unlink()
    check(f"bench ping_pong --p 2 --bytes 8..1M --model linear:alpha=3us,beta=1ns --no-table -o {times}")
    expect_pieces(calibrate(f"--from {times}")["model"], [(0, 3e-6, 1e-9)], "bench")
    times.unlink()
    check(f"bench bcast --p 2 --bytes 8 --no-table -o {times}")
    check(f"calibrate --from {times}", status=2, err="there are no ping-pongs of several sizes with 2 processes")
    check(f"calibrate --from {times} --bytes 8", status=2, err="--bytes has no effect with --from")
    check(f"calibrate --from {times} --p 3", status=2, err="no measurements with 3 processes")
    times.write_text("mine\n")
    check(f"calibrate --from {times}", status=2, err=f"{times}:1: expected a file of tutti measurements")

check("calibrate --from /none.csv", status=2, err="/none.csv: No such file")
check("calibrate", status=2, err="put mpirun -n 4 in front")
check("calibrate --p 1", status=2, err="no ping-pongs of 1 process: tutti calibrate needs at least two processes")
check("calibrate --p 2 --bytes 8..4", status=2, err="an ascending range")
check("calibrate --p 2 --lines 0", status=2, err="--lines")
check("calibrate --help", out=["mpirun -n 32 tutti calibrate", "TUTTI_MACHINE", "docs/calibrating.md"])

end()
