"""How these scripts start programs: the launcher of each MPI, and the environment of a user who sets nothing of tutti."""

import os

LAUNCHERS = {"openmpi": "mpirun.openmpi --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 -n", "mpich": "mpiexec.mpich -n"}
ENVIRONMENT = {k: v for k, v in os.environ.items() if not k.startswith(("TUTTI", "LD_PRELOAD"))}
ENVIRONMENT |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "TUTTI_MACHINE": "usual"}
