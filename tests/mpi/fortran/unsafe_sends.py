"""A Fortran program that sends before it receives: it ends, but with `tutti run --check=unsafe` its circle is named.

  unsafe_sends.py MPI TUTTI PROGRAM
"""

import concurrent.futures
import os
import subprocess
import sys

mpi, tutti, program = sys.argv[1:]
PROCESSES = "3"
LAUNCH = {"openmpi": "mpirun.openmpi --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 --mca pml ob1 -n",
          "mpich": "mpiexec.mpich -n"}[mpi].split()
environment = {k: v for k, v in os.environ.items() if not k.startswith(("TUTTI", "LD_PRELOAD"))}
environment |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "TUTTI_MACHINE": "usual"}


def run(check, *arguments):
    command = [tutti, "run", "--no-report", check, "--timeout", "3s", "--timeout-abort", *LAUNCH, PROCESSES, program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, env=environment, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout + done.stderr


def fault(variant):
    """What is wrong with the messages on a variant: its arguments, and the call that waits."""
    arguments, name = variant
    status, said = run("--check", *arguments)
    if status != 0:
        return f"--check {arguments}: status {status}\n{said}"
    status, said = run("--check=unsafe", *arguments)
    if status == 0 or "3 processes wait in a circle, each for the next one: rank 0 -> 1 -> 2 -> 0" not in said or name not in said:
        return f"--check=unsafe {arguments}: status {status}\n{said}"
    return None


variants = ((), "MPI_Send to rank 1"), (("isend",), "MPI_Wait for a send to rank 1")
with concurrent.futures.ThreadPoolExecutor() as at_once:  # they mostly wait for the time limit
    faults = [f for f in at_once.map(fault, variants) if f]
if faults:
    sys.exit("\n".join(faults))
print("named")
