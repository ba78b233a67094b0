"""TUTTI_PLUGIN: an algorithm in a shared object is listed, drawn, proved and predicted like one of the catalogue, and chosen only if it
is set, also by unmodified MPI programs. Usage: plugin.py TUTTI LIBTERNARY MPI..."""

import os
import pathlib
import subprocess
import sys
import tempfile

from expect import check, end, run

plugin, mpis = os.path.abspath(sys.argv[2]), sys.argv[3:]

mine = {"TUTTI_PLUGIN": plugin}
check("list bcast", env=mine, out="ternary")
check("list bcast", not_out="ternary")
check("verify bcast.ternary --p 1..40", env=mine, out=" passed, 0 failed")
check("show bcast.ternary --p 13 --text", env=mine, out=["bcast.ternary, p = 13: 6 rounds", "0 -> 1"])
check("predict bcast.ternary bcast.binomial --p 64 --bytes 8", env=mine, out=["bcast.ternary", "Fastest bcast"])
check("explain bcast --p 8 --bytes 8", env=mine, out="of TUTTI_PLUGIN: serves if it is set")
check("explain bcast --p 8 --bytes 8 --set bcast=ternary", env=mine, out="set by the user, TUTTI_BCAST=ternary")
check("list", env={"TUTTI_PLUGIN": "no/such.so"}, status=2, err="TUTTI_PLUGIN: no/such.so cannot be loaded")
check("list", env={"TUTTI_PLUGIN": "libm.so.6"}, status=2, err="has no TUTTI_PLUGIN_ALGORITHMS")

root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}
demo = pathlib.Path(__file__).parents[2] / "examples/demo.c"
for mpi in mpis:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([f"mpicc.{mpi}", "-O2", demo, "-o", f"{folder}/demo", "-lm"], check=True)
        served = run("run", "--set", "bcast=ternary", f"mpirun.{mpi}", "-n", "4", f"{folder}/demo", "100", "5", env={**mine, **root})
        assert served.returncode == 0 and " ternary " in served.stderr, served.stderr
        chosen = run("run", f"mpirun.{mpi}", "-n", "4", f"{folder}/demo", "100", "5", env={**mine, **root})
        assert chosen.returncode == 0 and " ternary " not in chosen.stderr, chosen.stderr
end()
