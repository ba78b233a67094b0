"""A Fortran program of all collectives: the report has each of them as served by tutti.

    counted.py openmpi|mpich NP LIBRARY PROGRAM
"""

import json
import pathlib
import subprocess
import sys
import tempfile

mpi, np, library, program = sys.argv[1:]
with tempfile.TemporaryDirectory() as folder:
    report = pathlib.Path(folder) / "report.json"
    subprocess.run([pathlib.Path(__file__).parents[1] / "run", mpi, np, f"LD_PRELOAD={library}", f"TUTTI_REPORT={report}",
                    "--", program], check=True)
    rows = json.loads(report.read_text())["rows"]
wanted = {"barrier", "bcast", "gather", "gatherv", "scatter", "scatterv", "allgather", "allgatherv", "alltoall", "alltoallv",
          "alltoallw", "reduce", "allreduce", "reduce_scatter", "reduce_scatter_block", "scan", "exscan",
          "neighbor_allgather", "neighbor_allgatherv", "neighbor_alltoall", "neighbor_alltoallv", "neighbor_alltoallw"}
served = {r["collective"] for r in rows if r["served_by"] != "native"}
missing = {c for c in wanted if not served.intersection({c, f"i{c}", f"{c}_init"})}
if missing:
    sys.exit(f"FAILED: not served: {', '.join(sorted(missing))}")
