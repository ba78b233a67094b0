# What every subcommand does where it cannot say what it has to say, and with values that are no values.
import os
import pathlib
import subprocess
import tempfile

from expect import PATIENCE, TUTTI, check, end

said = ["list", "list bcast --json", "list --help", "--help", "--version", "show bcast.chain", "predict bcast --p 8",
        "predict bcast --p 8 --csv", "explain bcast", "verify bcast.chain --p 2", "guidelines --list", "bench barrier --p 4",
        "calibrate --p 2 --bytes 8..80 -o -", "tune barrier --p 4"]


def into(stdout, arguments, closed=None):
    done = subprocess.run([TUTTI, *arguments.split()], stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=PATIENCE,
                          preexec_fn=closed and (lambda: os.close(closed)))
    return done.returncode, done.stderr


# A full disk, or nobody there to be told, is no success: one sentence, and status 2.
for arguments in said:
    with open("/dev/full", "w") as full:
        status, err = into(full, arguments)
    lines = [line for line in err.splitlines() if "standard output cannot be written" in line]
    assert status == 2 and len(lines) == 1, (arguments, status, err)
    status, err = into(None, arguments, closed=1)
    assert status == 2 and "standard output cannot be written" in err, (arguments, status, err)

with tempfile.TemporaryDirectory() as folder:
    csv, page, svg = (pathlib.Path(folder) / name for name in ["t.csv", "r.html", "p.svg"])
    check(f"bench barrier --p 4 -o {csv} --no-table")
    check(f"report {csv} -o /dev/full", status=2, err="/dev/full cannot be written: No space left on device")
    with open("/dev/full", "w") as full:
        status, err = into(full, f"report {csv} -o -")
    assert status == 2 and "standard output cannot be written: No space left on device" in err, (status, err)
    # A file does not become standard output where that is closed.
    status, err = into(None, f"show bcast.chain -o {svg} --text", closed=1)
    assert status == 2 and svg.read_text().endswith("</svg>\n"), (status, err)

# An empty text is no value: not "whatever is usual".
for arguments in [["list", ""], ["list", "--p", ""], ["verify", "--pieces", ""], ["predict", "bcast", "--topology", ""],
                  ["show", "bcast.chain", "-o", ""], ["explain", "bcast", "--machine", ""], ["report", ""],
                  ["bench", "--p", "4", "--model", ""], ["tune", "--p", "4", "--total", ""],
                  ["calibrate", "--p", "2", "--times", ""], ["guidelines", "--json", ""], ["run", "--set", "", "true"],
                  ["run", "--machine", "", "true"]]:
    check(arguments, status=2, err="expected a value, not ''")
for arguments in ["list --p 4 --p 8", "predict bcast --model linear --model linear", "show bcast.chain -o a.svg -o b.svg"]:
    check(arguments, status=2, err="is given more than once")

# Values that pass for numbers, files that have no end.
for arguments, sentence in [
        ("bench barrier --p 4 --precision nan", "expected a number, not 'nan'"), ("tune barrier --p 4 --within inf", "expected a number"),
        ("tune barrier --p 4 --reluctance nan", "expected a number"), ("guidelines bcast --p 4 --effect nan", "expected a number"),
        ("guidelines bcast --p 4 --confidence nan", "expected a number"), ("bench barrier --p 4 --seed -1", "--seed"),
        ("bench barrier --p 4 --total 0", "a positive time"), ("bench barrier --p 4 --budget 5", "a time with a unit"),
        ("bench barrier --p 4 --seed 99999999999999999999", "--seed: expected a whole number from 0 to 2^64 - 1"),
        ("bench barrier --p 4 --mpi lam", "--mpi lam: expected openmpi or mpich"),
        # Words that nothing asks for here.
        ("bench barrier --p 4 --problem spike", "there is no problem called spike; did you mean spikes?"),
        ("bench barrier --p 4 --neighbours 8", "--neighbours 8: expected k+K"),
        ("guidelines gatherv --p 4 --layout tile", "there is no layout called tile; did you mean tiled?"),
        ("manual nosuch", "no subcommand is called nosuch"), ("help nosuch", "no subcommand is called nosuch"),
        ("who nosuch", "there is no job nosuch on this node"), ("who --from nosuch", "--from nosuch: there is no such folder"),
        ("who --from /dev/null", "--from /dev/null: there is no such folder"), ("who --waiting --for soon", "--for must be a time with a unit"),
        ("who --host-timeout 5", "--host-timeout must be a time with a unit"), ("waiting nosuch.json", "cannot read nosuch.json"),
        ("bench bcast --p 4 --op sum", "expected exact, commutative or ordered"), ("report /dev/zero", "/dev/zero is not a file"),
        ("tune --from /dev/zero", "/dev/zero is not a file"), ("guidelines /dev/zero", "/dev/zero is not a file"),
        ("report . ", ". is not a file"), ("list .chain", "no collective is called ''"), ("run --report= true", "--report=: expected a file")]:
    check(arguments, status=2, err=sentence)
check([""], status=2, err="no subcommand is called ''")
check(["run", ""], status=2, err="the program to run has no name")
# Files that are not what they should be.
with tempfile.TemporaryDirectory() as folder:
    torn = pathlib.Path(folder) / "torn.json"
    for text, sentence in [('{"a":', "this is not JSON"), ("{}", "expected a trace"), ("[]", "expected a trace"),
                           ('{"otherData": {"format": "tutti trace", "version": 1}}', "not a valid trace")]:
        torn.write_text(text)
        check(f"waiting {torn}", status=2, err=sentence)
    check(f"report {torn}", status=2, err="not a valid trace")
with tempfile.TemporaryDirectory(suffix=".json") as folder:
    check(f"predict bcast --model {folder}", status=2, err="cannot read the machine description")

end()
