# Files that are written: none is another one that is named, a failure leaves what was there, and pipes are written to, and read.
import os
import pathlib
import resource
import subprocess
import tempfile

from expect import PATIENCE, TUTTI, check, end
from recorded import written

folder = tempfile.TemporaryDirectory()
os.chdir(folder.name)
check("calibrate --p 4 -o machine.json --times times.csv", out="alpha")
machine, times = pathlib.Path("machine.json"), pathlib.Path("times.csv")
before = machine.read_text(), times.read_text()
os.symlink("machine.json", "link.json")

# No output overwrites an input or another output, by whatever name; endings say what is in a file.
for arguments, sentence in [
        ("plan machine.json --p 4 bcast -o machine.json", "-o machine.json would overwrite machine.json, which is read"),
        ("plan machine.json --p 4 bcast -o ./link.json", "-o ./link.json would overwrite machine.json"),
        ("plan machine.json --p 4 bcast --arrival measured:a.json -o a.json", "-o a.json would overwrite a.json"),
        ("plan machine.json --p 4 bcast -o plan.txt", "a plan is JSON, not txt; expected a name that ends in .json"),
        ("tune --from times.csv -o times.csv", "a profile is JSON, not csv"),
        ("tune bcast --p 4 --machine machine.json -o machine.json", "would overwrite machine.json, which is read"),
        ("tune bcast --p 4 --bytes 8 --times t.json -o t.json", "--times t.json: times are CSV, not json"),
        ("calibrate --p 4 -o a.json --times a.json", "--times a.json: times are CSV, not json"),
        ("calibrate --p 4 --model machine.json -o machine.json", "would overwrite machine.json, which is read"),
        ("calibrate --p 4 -o mach", "-o mach: a machine description is JSON; expected a name that ends in .json"),
        ("guidelines bcast --p 4 --by tutti -o g.csv --json g.csv", "verdicts are JSON, not csv"),
        ("guidelines times.csv --json link.csv", "verdicts are JSON, not csv"),
        ("waiting t.json --arrival t.json", "--arrival t.json would overwrite t.json, which is read"),
        ("report times.csv -o times.csv", "a report is HTML"),
        ("show bcast.chain -o x.svg --trace x.svg", "a trace is JSON"),
        ("show bcast.chain -o - --trace -", "--trace - would overwrite -o -"),
        ("bench bcast --p 4 -o times", "-o times: times are CSV; expected a name that ends in .csv"),
        ("bench bcast --p 4 -o -", "-o -: the times go to a file, from which an interrupted run resumes"),
        ("tune bcast --p 4 --times -", "--times -: the times go to a file"),
        ("calibrate --p 4 --times -", "--times -: the times go to a file")]:
    check(arguments, status=2, err=sentence)
assert before == (machine.read_text(), times.read_text()) and sorted(os.listdir()) == ["link.json", "machine.json", "times.csv"], os.listdir()

# A link stays one, and permissions what they were.
plan = "plan usual --p 4 bcast -o"
machine.chmod(0o640)
check(f"{plan} link.json", err="wrote link.json")
assert os.path.islink("link.json") and '"tutti plan"' in machine.read_text() and machine.stat().st_mode & 0o777 == 0o640
os.symlink("later.json", "dangling.json")
check(f"{plan} dangling.json", err="wrote")
assert os.path.islink("dangling.json") and '"tutti plan"' in pathlib.Path("later.json").read_text()

# What cannot be written to its end leaves what was there, and nothing else.
text, files = machine.read_text(), os.listdir()
for arguments in [f"{plan} machine.json", f"{plan} new.json", "report times.csv -o new.html", "show bcast.chain -o new.svg",
                  "show bcast.chain --goal new.goal"]:
    done = subprocess.run([TUTTI, *arguments.split()], capture_output=True, text=True, timeout=PATIENCE,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)))
    assert done.returncode == 2 and "cannot be written: File too large" in done.stderr, (arguments, done)
assert machine.read_text() == text and sorted(os.listdir()) == sorted(files), os.listdir()

# Pipes have a reader, and devices need no ending.
os.mkfifo("pipe")
for arguments, what in [(f"{plan} pipe", '"tutti plan"'), ("bench bcast --p 4 --bytes 8 --no-table -o pipe", '"tutti measurements"'),
                        ("show bcast.chain -o pipe", "</svg>")]:
    reader = subprocess.Popen(["cat", "pipe"], stdout=subprocess.PIPE, text=True)
    check(arguments, err="" if "bench" in arguments else "wrote pipe")
    found = reader.communicate(timeout=PATIENCE)[0]
    assert what in found, (arguments, found)
written(pathlib.Path("late.json"))
writer = subprocess.Popen("cat late.json > pipe", shell=True)
check("waiting pipe", out="bcast")
assert writer.wait(timeout=PATIENCE) == 0
for file in ["-", "/dev/stdout", "/proc/self/fd/1"]:
    check(f"{plan} {file}", out='"tutti plan"', err="" if file == "-" else "wrote")
    with open("redirected", "w") as to:
        subprocess.run([TUTTI, *f"{plan} {file}".split()], stdout=to, stderr=subprocess.DEVNULL, check=True, timeout=PATIENCE)
    assert pathlib.Path("redirected").read_text().endswith("}\n"), file
check(f"{plan} /dev/null", err="wrote")
end()
