#!/usr/bin/env python3
"""Programs that are compiled for the standard ABI of MPI 5: what serves them, and what is said where nothing does.

    standard_abi.py openmpi|mpich PRELOAD PROGRAM PRIVATE PRIVATE_LIBRARY TUTTI

The MPI library is the libmpi_abi.so.1 that LD_LIBRARY_PATH leads to. PRELOAD ends in the path of libtutti.so. PRIVATE opens
PRIVATE_LIBRARY, which calls MPI.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

mpi, preload, program, private, private_library, tutti = sys.argv[1:]
front = pathlib.Path(preload.split(":")[-1])
back_end = front.parent / "libtutti-abi.so"
of_mpi = front.parent / f"libtutti-{mpi}.so"
name = {"openmpi": "Open MPI", "mpich": "MPICH"}[mpi]
run = pathlib.Path(__file__).parent.parent / "run"
UNSERVED = "the collectives of this program are not served"


def start(preloaded, *command, status=0, **variables):
    words = [run, mpi, "2", f"LD_PRELOAD={preloaded}", *(f"{n}={v}" for n, v in variables.items()), "--", *command]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert (done.returncode == 0) == (status == 0), f"{words}: status {done.returncode}\n{done.stdout}"
    return done.stdout


def expect(text, *, served, says=()):
    assert (f"({name}, MPI 5 ABI)" in text) == served, text
    for one in [says] if isinstance(says, str) else says:
        assert one in text, f"expected: {one}\n{text}"
    assert served or "algorithms used for" not in text, text


report = {"TUTTI_REPORT": "1"}
with tempfile.TemporaryDirectory() as folder:
    place = pathlib.Path(folder)

    # By libtutti.so; by the object that it opens, alone and beside it; the MPI library opened privately.
    expect(start(front, program, **report), served=True)
    for preloaded in [back_end, f"{front}:{back_end}", f"{back_end}:{front}"]:
        text = start(preloaded, program, **report)
        expect(text, served=True)
        assert text.count("algorithms used for") == 1, text
    expect(start(front, private, private_library, **report), served=True)

    # The file of the MPI library may have another name: its DT_SONAME counts.
    library = os.path.realpath(pathlib.Path(os.environ["LD_LIBRARY_PATH"].split(":")[0]) / "libmpi_abi.so.1")
    (place / "libmine.so").symlink_to(library)
    expect(start(front, private, private_library, place / "libmine.so", **report), served=True)

    # No object for the ABI is there.
    shutil.copy(front, place)
    text = start(place / front.name, program, **report)
    expect(text, served=False, says=[f"there is no {place}/libtutti-abi.so", UNSERVED])
    assert text.count(UNSERVED) == 1, text

    # The object for programs with the MPI library's own ABI, and the other way round.
    text = start(of_mpi, program, status=1)
    expect(text, served=False, says=["this program runs the MPI 5 ABI", f"is built for {name}"])
    source = '#include <mpi.h>\nint main(void) { MPI_Init(0, 0); return MPI_Finalize(); }\n'
    subprocess.run([f"mpicc.{mpi}", "-x", "c", "-", "-o", place / "own"], input=source, text=True, check=True)
    expect(start(back_end, place / "own", status=1), served=False,
           says=[f"this program runs {name}", "is built for the MPI 5 ABI"])

    # tutti run.
    launch = [run, mpi, "2", "--", program]
    done = subprocess.run([tutti, "run", *launch], capture_output=True, text=True, check=True)
    expect(done.stderr, served=True)
    done = subprocess.run([tutti, "run", *launch], capture_output=True, text=True, check=True,
                          env={**os.environ, "TUTTI_LIBRARY": folder})
    expect(done.stderr, served=False, says=[f"there is no {place}/libtutti-abi.so", UNSERVED])
