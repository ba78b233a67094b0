# What `tutti doctor` says of launchers that are not there, not tutti's, or do not work. Those that work: tests/cli/demo.
import os
import pathlib
import subprocess
import tempfile

from expect import TUTTI, check, end, run

with tempfile.TemporaryDirectory() as folder:
    place = pathlib.Path(folder).resolve()

    def program(name, text):
        file = place / name
        file.write_text(f"#!/bin/sh\n{text}\n")
        file.chmod(0o755)

    nothing = place / "nothing"  # where no object of tutti is
    nothing.mkdir()

    def doctor(out, status, **env):
        return check("doctor", out=out, status=status, env={"PATH": f"{place}", "TUTTI_LIBRARY": str(nothing), **env})

    for tool in ["sh", "timeout", "env"]:
        (place / tool).symlink_to(f"/usr/bin/{tool}")
    doctor(["tutti ", "processors", "no launcher in PATH"], 1)
    program("srun", "exit 0")
    doctor(["srun", "not tried", "tutti run srun"], 1)
    program("mpiexec", 'echo "Intel(R) MPI Library for Linux* OS"')
    doctor(["mpiexec", "not served", "an MPI that tutti is not built for"], 1)
    def openmpi(otherwise):
        program("mpirun", f'[ "$1" != --version ] || {{ echo "mpirun (Open MPI) 4.1.4"; exit; }}\n{otherwise}')

    openmpi("exit 0")
    doctor(["mpirun", "openmpi", "not served", "there is no libtutti-openmpi.so"], 1, TUTTI_LIBRARY=str(place))

    # What libtutti.so opens lies beside it, is whole, and of the command's version. (It does not get as far as loading it.)
    objects = place / "objects"
    objects.mkdir()
    (objects / "libtutti.so").touch()
    version = run("version").stdout.split()[1]

    def object_of(mpi, of_version, bytes_missing=0):
        file = objects / f"libtutti-{mpi}.so"
        source = f'const char tutti_back_end_version[] = "{of_version}";\n' if of_version else "int other;\n"
        subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", file], input=source, text=True, check=True)
        os.truncate(file, file.stat().st_size - bytes_missing)
        return file

    def beside_front(out):
        doctor(["mpirun", *out], 1, TUTTI_LIBRARY=str(objects))

    for what, says in [((version, 10), "is damaged\n"), (("",), "is no object of tutti for an MPI library\n"),
                       (("9.9.9",), f"is of version 9.9.9, and this command of version {version}\n")]:
        beside_front(["openmpi", "does not work", f"{object_of('openmpi', *what)} {says}"])
    object_of("openmpi", version)
    right = doctor("openmpi", 1, TUTTI_LIBRARY=str(objects)).stdout
    assert not any(says in right for says in ["damaged", "of version", "no object of tutti"]), right
    plain = [pathlib.Path(TUTTI).resolve().parent.parent / f"libexec/tutti-plain-{mpi}" for mpi in ["openmpi", "mpich"]]
    if plain[0].exists():  # a program that can be started: not by this launcher
        assert "a program was not served: no process on this host has loaded libtutti.so" in right, right
    abi = object_of("abi", version)
    beside_front(["MPI 5 ABI  not tried", "libtutti.so finds its object"])
    abi.write_text("no object")
    beside_front(["MPI 5 ABI  does not work", f"{abi} is damaged\n"])

    openmpi('echo ------------; echo "there is no more room"; exit 3')
    doctor(["mpirun", "openmpi", "starts nothing, even without tutti", "there is no more room\n"], 1)
    openmpi('echo "mpirun has detected an attempt to run as root."; exit 1')
    doctor(["attempt to run as root; set OMPI_ALLOW_RUN_AS_ROOT=1 and OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"], 1)
    openmpi('echo; echo "There are not enough slots available in the system to satisfy the 2"; exit 1')
    doctor(["satisfy the 2; set OMPI_MCA_rmaps_base_oversubscribe=1"], 1)
    doctor("TUTTI_BCST; did you mean TUTTI_BCAST", 1, TUTTI_BCST="chain")
    # The files that a program would read. With TUTTI=off it reads none, and neither does it choose.
    usable = place / "usable.json"
    usable.write_text('{"model": "linear:alpha=1us,beta=1ns"}')
    said = doctor(["in the environment\n", "  TUTTI_MACHINE="], 1, TUTTI_MACHINE=str(usable))
    assert "cannot be used" not in said.stdout, said.stdout
    for variable in ["TUTTI_MACHINE", "TUTTI_PROFILE", "TUTTI_PLAN"]:
        doctor(f"  cannot be used: {variable}: cannot read nothere.json: No such file or directory\n", 1, **{variable: "nothere.json"})
    doctor("  cannot be used: TUTTI_PLAN: ", 1, TUTTI_PLAN=str(usable))
    doctor(["  TUTTI=off: every call goes to the MPI library\n", "  cannot be used: TUTTI_MACHINE: "], 1, TUTTI="off", TUTTI_MACHINE="nothere.json")
    # A program that does not use tutti: without a launcher, without preloading, and two that do not find each other.
    (place / "mpirun").unlink()
    (place / "mpiexec").unlink()
    alone = {"TUTTI_LIBRARY": "", "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
             "OMPI_MCA_ess_singleton_isolated": "1"}  # without ssh in PATH
    sanitized = any(p.exists() and b"san_init" in p.read_bytes() for p in plain)  # these do not start behind libtutti.so
    for mpi, program_of_mpi in zip(["openmpi", "mpich"], plain):
        if program_of_mpi.exists() and not sanitized:
            doctor([f"{mpi} ", "works", "one process, without a launcher\n"], 0, **alone)
    if plain[0].exists() and not sanitized:
        openmpi('[ "$3" != sleep ] || exit 0; for program; do :; done; exec "$program"')
        doctor(["mpirun", "does not work", "a program was not served: no process on this host has loaded libtutti.so"], 1, **alone)
        openmpi('[ "$3" != sleep ] || exit 0; while [ $# -gt 1 ]; do [ "$1" != -x ] || export "$2"; shift; done; exec "$1"')
        doctor(["mpirun", "does not work", "it starts programs of Open MPI apart from each other"], 1, **alone)
    check("doctor now", status=2, err="now")

end()
