# What `tutti doctor` says of launchers that are not there, not tutti's, or do not work. Those that work: tests/cli/demo.
import pathlib
import tempfile

from expect import check, end

with tempfile.TemporaryDirectory() as folder:
    place = pathlib.Path(folder).resolve()

    def program(name, text):
        file = place / name
        file.write_text(f"#!/bin/sh\n{text}\n")
        file.chmod(0o755)

    def doctor(out, status, **env):
        return check("doctor", out=out, status=status, env={"PATH": f"{place}", **env})

    for tool in ["sh", "timeout", "cat"]:
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
    said = doctor("in the environment\n  TUTTI_MACHINE=", 1, TUTTI_MACHINE=str(usable))
    assert "cannot be used" not in said.stdout, said.stdout
    for variable in ["TUTTI_MACHINE", "TUTTI_PROFILE", "TUTTI_PLAN"]:
        doctor(f"  cannot be used: {variable}: cannot read nothere.json: No such file or directory\n", 1, **{variable: "nothere.json"})
    doctor("  cannot be used: TUTTI_PLAN: ", 1, TUTTI_PLAN=str(usable))
    doctor(["  TUTTI=off: every call goes to the MPI library\n", "  cannot be used: TUTTI_MACHINE: "], 1, TUTTI="off", TUTTI_MACHINE="nothere.json")
    check("doctor now", status=2, err="now")

end()
