"""TUTTI_PLUGIN: an algorithm in a shared object is listed, drawn, proved and predicted like one of the catalogue, and chosen only if it
is set, also by unmodified MPI programs. Usage: plugin.py TUTTI LIBTERNARY LIBWRONG MPI..."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

from expect import check, end, run

plugin, wrong, mpis = os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3]), sys.argv[4:]

mine = {"TUTTI_PLUGIN": plugin}
check("list bcast", env=mine, out="ternary")
check("list bcast", not_out="ternary")
check("verify bcast.ternary --p 1..40", env=mine, out=" passed, 0 failed")
check("verify allreduce.ternary --p 1..40", env=mine, out=" passed, 0 failed")
check("predict allreduce.ternary allreduce.ring --p 128 --bytes 8 --topology fat-tree:8x16,uplinks=4", env=mine, out="Fastest allreduce")
check("show bcast.ternary --p 13 --text", env=mine, out=["bcast.ternary, p = 13: 6 rounds", "0 -> 1"])
check("predict bcast.ternary bcast.binomial --p 64 --bytes 8", env=mine, out=["bcast.ternary", "Fastest bcast"])
check("explain bcast --p 8 --bytes 8", env=mine, out="of TUTTI_PLUGIN: serves if it is set")
check("explain bcast --p 8 --bytes 8 --set bcast=ternary", env=mine, out=["set by the user, TUTTI_BCAST=ternary", "* ternary"],
      not_out="serves if it is set")
both = {"TUTTI_PLUGIN": f"{wrong}:{plugin}:"}
check("list bcast", env=both, out=["ternary", "incomplete"])
check("list", env={"TUTTI_PLUGIN": f"{plugin}:no/such.so"}, status=2, err="TUTTI_PLUGIN: no/such.so cannot be loaded")
check("list", env={"TUTTI_PLUGIN": "no/such.so"}, status=2, err="TUTTI_PLUGIN: no/such.so cannot be loaded")
check("list", env={"TUTTI_PLUGIN": "libm.so.6"}, status=2, err="has no TUTTI_PLUGIN_ALGORITHMS")

# One that lacks tutti's functions was linked without them: which flag brings them is said.
with tempfile.TemporaryDirectory() as folder:
    subprocess.run(["cc", "-x", "c", "-shared", "-fPIC", "-", "-o", f"{folder}/lacking.so"], check=True, text=True,
                   input="void _ZN5tutti9pool_takeEm(void); void use(void) { _ZN5tutti9pool_takeEm(); }")
    check("list", env={"TUTTI_PLUGIN": f"{folder}/lacking.so"}, status=2, err="-ltutti-engine, of pkg-config --libs tutti")

# What is said of wrong ones begins with the smallest p, and fits on a screen, however many cases fail; the last line counts them all.
faulty = {"TUTTI_PLUGIN": wrong}
told = [check(f"verify bcast --p 1..64 --roots first --pieces 1 --jobs {jobs}", env=faulty, status=1,
              out="bcast.endless, p = 2, root 0, 0 elements: deadlock: 1 of 2 processes waits for ever\n").stdout
        for jobs in [1, 2]]
assert told[0] == told[1], told
said = told[0]
lines = said.splitlines()
assert lines[0] == "bcast.incomplete, p = 2, root 0, 1 element: process 1, element 0: expected x0[0], found nothing", said
cases = {}  # what is said of each
for line in lines[:-2]:
    if line.startswith("bcast."):
        case, _, line = line.partition(": ")
    cases.setdefault(case, []).append(line)
in_words = [(case.split(",")[0], *words) for case, words in cases.items()]
assert len(set(in_words)) == len(in_words), said  # of cases that fail alike only one
sizes = [int(re.search(r"p = (\d+)", case)[1]) for case in cases]
assert sizes == sorted(sizes), said
assert len(lines) <= 60, len(lines)
counted = re.fullmatch(r"failed cases not shown: (\d+) of bcast.endless, (\d+) of bcast.incomplete", lines[-2])
failed = int(re.fullmatch(r"\d+ passed, (\d+) failed", lines[-1])[1])
assert counted and sum(map(int, counted.groups())) + len(cases) == failed, said
assert {case.split(",")[0] for case in cases} == {"bcast.endless", "bcast.incomplete"}, said
# Of one case only the first differences.
check("verify bcast.incomplete --p 64 --roots first", env=faulty, status=1,
      out=["1 element: process 7, element 0: expected x0[0], found nothing\n", "1 element: and 28 more like these\n"])
# What ends the program is said with its case and its process. Of two jobs either may be the first to crash.
for jobs, case in [(1, "gather.crashing, p = 2, "), (2, "")]:
    check(f"verify gather.crashing --p 1..64 --jobs {jobs}", env=faulty, status=1,
          out=case + "root 0, 0 elements: the program crashed while process 1 ran: invalid address\n")
    check(f"verify barrier.leaving --p 2 --jobs {jobs}", env=faulty, status=1,
          out="barrier.leaving, p = 2: it called exit while process 1 ran\n")
# So it is by the other subcommands, on stderr.
for what, sentence in [("gather.crashing", "the program crashed while process 1 ran: invalid address"),
                       ("barrier.leaving", "it called exit while process 1 ran"),
                       ("scan.throwing", "there is nothing at 7")]:
    for name in ["show", "predict"]:
        check(f"{name} {what} --p 4", env=faulty, status=1, err=f"tutti {name}: {what}: {sentence}\n")
# A price that is no number is none.
check("verify barrier.priceless --p 2..4", env=faulty, status=1, out="rounds: the price says nan, found 1")

root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
        "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe"}
demo = pathlib.Path(__file__).parents[2] / "examples/demo.c"
for mpi in mpis:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([f"mpicc.{mpi}", "-O2", demo, "-o", f"{folder}/demo", "-lm"], check=True)
        served = run("run", "--set", "bcast=ternary", f"mpirun.{mpi}", "-n", "4", f"{folder}/demo", "100", "5", env={**mine, **root})
        assert served.returncode == 0 and " ternary " in served.stderr, served.stderr
        chosen = run("run", f"mpirun.{mpi}", "-n", "4", f"{folder}/demo", "100", "5", env={**mine, **root})
        assert chosen.returncode == 0 and " ternary " not in chosen.stderr, chosen.stderr
end()
