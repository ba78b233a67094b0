# `tutti guidelines` in virtual time, where times are the model's to the last digit; MPI is tests/mpi/measure/guidelines.
import json
import pathlib
import tempfile

from expect import check, end

alpha_beta = "--model linear:alpha=1us,beta=1ns"

check("guidelines --list", out=["allreduce <= reduce+bcast", "gatherv <= allreduce+gather", "gather <= gatherv", "bcast <= packed",
                                "use Reduce + Bcast instead"])

# An algorithm that is known to be bad violates guidelines, tutti's choice beside it does not; the hint names what was faster.
bad = f"guidelines bcast --by star,tutti --p 64 --bytes 100K {alpha_beta}"
check(bad, out=["star violates 2 of 5 guidelines, at 2 of 5 points", "tutti violates 0 of 5 guidelines", "star, bcast <= scatter+allgather: use Scatter + Allgather instead"],
      not_out="confidence")
check(bad + " --strict", status=1, out="star violates 2 of 5")
check(f"guidelines bcast --by tutti --p 64 --bytes 100K --strict {alpha_beta}", out="tutti violates 0 of 5")
# What only the effect decides: the star takes 63 rounds, scattering and gathering far fewer, but not a thousandth.
check(bad + " --effect 1000", out="star violates 0 of 5")
check(bad + " --family larger --every", out=["bcast <= twice_as_much", "star violates 0 of 1"], not_out="scatter+allgather")
check(bad + " --every", out=["kept", "violated"])
# GL1 and GL2, for all problem types.
check(f"guidelines gather gatherv --p 8 --bytes 8K --problem all --family general,padded --every {alpha_beta}",
      out=["gather <= gatherv", "gatherv <= allreduce+gather", "of 8"])

with tempfile.TemporaryDirectory() as folder:
    times, findings = pathlib.Path(folder) / "g.csv", pathlib.Path(folder) / "g.json"
    check(f"{bad} -o {times} --json {findings}", out="star violates 2 of 5")
    found = json.loads(findings.read_text())
    assert found["format"] == "tutti guidelines" and found["version"] == 1, found
    assert [s["by"] for s in found["summary"]] == ["star", "tutti"] and found["summary"][0]["violated"] == 2, found["summary"]
    worst = max(found["verdicts"], key=lambda f: f["factor"])
    assert worst["verdict"] == "violated" and worst["factor"] == worst["left_seconds"] / worst["right_seconds"], worst
    assert worst["by"] == "star" and worst["p"] == 64 and worst["hint"], worst
    # The same from the file alone; with --json - nothing else is printed.
    check(f"guidelines {times}", out=["star violates 2 of 5", "tutti violates 0 of 5"])
    again = json.loads(check(f"guidelines {times} --json -").stdout)["verdicts"]
    assert [(f["guideline"], f["by"], f["verdict"]) for f in again] == \
           [(f["guideline"], f["by"], f["verdict"]) for f in found["verdicts"]], again
    # Again: nothing is left to do.
    before = times.read_text()
    check(f"{bad} -o {times}", out="star violates 2 of 5")
    assert times.read_text() == before
    # What tutti bench has measured is judged, too; where it has no two sides, that is said.
    other = pathlib.Path(folder) / "b.csv"
    check(f"bench allreduce --by ring --made all --p 9 --bytes 8 {alpha_beta} --no-table -o {other}")
    check(f"guidelines {other}", out=["allreduce <= reduce+bcast", "ring violates"])
    other.unlink()
    check(f"bench allreduce --p 9 --bytes 8 --no-table -o {other}")
    check(f"guidelines {other}", status=2, err="no guideline has both sides measured")
    other.write_text("mine\n")
    check(f"guidelines {other}", status=2, err=f"{other}:1: expected a file of tutti measurements")
    check(f"guidelines {times} --by star", status=2, err="--by has no effect on files, where nothing is measured")
    check(f"guidelines {other} bcast", status=2, err="files to judge or operations to measure, not both")
    check(f"guidelines {folder}/none.csv", status=2, err="none.csv: No such file")
    # A file that cannot be written is refused before anything is measured; if the disk is full then, nothing is lost.
    check(f"{bad} --json {folder}/none/x.json", status=2, not_out="star", err="cannot be written: No such file")
    check(f"{bad} --json /dev/full", status=2, out=["star", '"format": "tutti guidelines"'],
          err="cannot be written: No space left on device; the output goes to standard output instead")

# What cannot be followed.
check("guidelines", status=2, err="put mpirun -n 4 in front")
check("guidelines bcst --p 4", status=2, err="did you mean bcast?")
check("guidelines bcast --p 4 --family composd", status=2, err="did you mean composed?")
check("guidelines bcast --p 4 --effect -1", status=2, err="--effect")
check("guidelines bcast --p 4 --confidence 2", status=2, err="--confidence")
check("guidelines bcast --p 4 --bytes 8..4", status=2, err="an ascending range")
check("guidelines bcast --p 4 --by native", status=2, err="native is not available in virtual time")
check("guidelines bcast --p 4 --self-check", status=2, err="no noise")
check("guidelines bcast --p 4 --op exact", status=2, err="--op is for reductions, not for bcast")
check("guidelines --list --p 4", status=2, err="--p has no effect with --list")
check("guidelines ping --p 4", status=2, err="there is nothing to measure")
check("guidelines --help", out=["mpirun -n 4 tutti guidelines", "--strict", "--self-check", "docs/guidelines.md"])

end()
