#!/usr/bin/env python3
"""tutti's libmpi_abi.so.1, which stands in the place of the MPI library's where nothing can be preloaded.

    forwarded.py openmpi|mpich PRELOAD PROGRAM PRIVATE PRIVATE_LIBRARY BY_NAME

The MPI library is the libmpi_abi.so.1 that LD_LIBRARY_PATH leads to. PRELOAD ends in the path of libtutti.so. PRIVATE opens
PRIVATE_LIBRARY, which calls MPI. BY_NAME takes MPI's functions from a file by dlsym().
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

mpi, preload, program, private, private_library, by_name = sys.argv[1:]
front = pathlib.Path(preload.split(":")[-1])
forwarding = front.parent / "tutti/abi/libmpi_abi.so.1"
folder_of_mpi = os.environ.pop("LD_LIBRARY_PATH").split(":")[0]
library = f"{folder_of_mpi}/libmpi_abi.so.1"
name = {"openmpi": "Open MPI", "mpich": "MPICH"}[mpi]
run = pathlib.Path(__file__).parent.parent / "run"


def start(*command, fails=False, **variables):
    words = [run, mpi, "2", *(f"{n}={v}" for n, v in variables.items()), "--", *command]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert (done.returncode != 0) == fails, f"{words}: status {done.returncode}\n{done.stdout}"
    return done.stdout


def served(*command, **variables):
    text = start(*command, TUTTI_REPORT="1", **variables)
    assert f"of 2 processes ({name}, MPI 5 ABI)" in text and "\nallreduce " in text, text
    assert text.count("algorithms used for") == 1, text


# Found by the loader, without and with libtutti.so. The MPI library is named, or is the next in the loader's path.
first = {"LD_LIBRARY_PATH": f"{forwarding.parent}:{folder_of_mpi}"}
named = {"LD_LIBRARY_PATH": forwarding.parent, "TUTTI_MPI_ABI": library}
for where in [first, named]:
    for preloaded in [{}, {"LD_PRELOAD": front}]:
        served(program, **where, **preloaded)

# Opened with RTLD_DEEPBIND: a library that is linked with MPI, and the forwarding one itself, by its path, whose functions are
# taken by dlsym(), in C and in Python.
python = f"""
import ctypes, os
mpi = ctypes.CDLL({str(forwarding)!r}, mode=os.RTLD_NOW | os.RTLD_LOCAL | os.RTLD_DEEPBIND)
mpi.MPI_Init(None, None)
one, total, int_type, sum_op, world = ctypes.c_int(1), ctypes.c_int(), *map(ctypes.c_void_p, (0x209, 0x21, 0x101))
mpi.MPI_Allreduce(ctypes.byref(one), ctypes.byref(total), 1, int_type, sum_op, world)
mpi.MPI_Finalize()
assert total.value == 2, total
"""
for preloaded in [{}, {"LD_PRELOAD": front}]:
    served(private, private_library, "deep", **first, **preloaded)
    served(by_name, forwarding, TUTTI_MPI_ABI=library, **preloaded)
    served(sys.executable, "-c", python, TUTTI_MPI_ABI=library, **preloaded)

# Switched off, and a library that is none.
assert "algorithms used for" not in start(program, TUTTI="off", **named)
for wrong, says in [(forwarding, "it is tutti's own"), ("/nothing.so", "it cannot be opened")]:
    text = start(program, fails=True, LD_LIBRARY_PATH=forwarding.parent, TUTTI_MPI_ABI=wrong)
    assert f"TUTTI_MPI_ABI={wrong} is no MPI library of the MPI 5 ABI: {says}" in text, text

# Without libtutti-abi.so it passes everything on.
with tempfile.TemporaryDirectory() as folder:
    alone = pathlib.Path(folder) / "tutti/abi"
    alone.mkdir(parents=True)
    shutil.copy(forwarding, alone)
    text = start(program, LD_LIBRARY_PATH=alone, TUTTI_MPI_ABI=library)
    assert f"there is no {alone}/../../libtutti-abi.so: the collectives of this program are not served" in text, text
