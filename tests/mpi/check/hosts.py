"""The roll call of a program on two nodes, one of them remote: tutti who --hosts reaches it by a command in place of ssh.

  hosts.py MPI TUTTI PROGRAM
"""

import os
import pathlib
import subprocess
import sys
import tempfile

from launchers import ENVIRONMENT, LAUNCHERS

mpi, tutti, program = sys.argv[1:]
LAUNCH = LAUNCHERS[mpi]
JOB = f"hosts-{os.getpid()}"
SHM = pathlib.Path("/dev/shm")
environment = ENVIRONMENT


def run(*command, **more):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=60, env=environment | more)
    return done.returncode, done.stdout, done.stderr


def expect(right, *what):
    if not right:
        sys.exit(f"wrong: {what}")


def who(*options, limit="2s"):
    return run(tutti, "who", JOB, "--with", fake, "--host-timeout", limit, *options)


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    fake = folder / "fake-ssh"
    fake.write_text(f"""#!/bin/sh
case $1 in
other) echo "Welcome to node $1"; eval "$2 --from {folder}/elsewhere" ;;
silent) exec sleep 30 ;;
stays) exec >&-; exec sleep 100 ;;
noise) echo nothing of use ;;
*) exit 255 ;;
esac
""")
    fake.chmod(0o755)
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    # Rank 1 is killed while the others wait for it. Ranks 0 and 1 are one node, 2 and 3 another, whose records go elsewhere.
    run(tutti, "run", "--no-report", *LAUNCH.split(), 4, program, "killed", TUTTI_RECORD=JOB, TUTTI_NODE_SIZE="2")
    files = sorted(SHM.glob(f"tutti.{JOB}.*"))
    try:
        expect(len(files) == 2, "records of two nodes", files)
        status, _, _ = run(tutti, "who", JOB, "--collect", elsewhere)
        (elsewhere / files[0].name).unlink()
        files[1].unlink()
        status, said, _ = run(tutti, "who", JOB)
        expect("2 without a record here" in said, said)
        for limit in ("2s", "3000000h"):
            status, said, complaint = who("--hosts", "other", limit=limit)
            expect(status == 0 and complaint == "", limit, status, complaint)
        expect("1 of 4 processes has not entered allreduce #4" in said and "rank 1: " in said, said)
        status, said, complaint = who("--hosts", "silent,other,stays,noise,down")
        expect("1 of 4 processes has not entered allreduce #4" in said, said)
        for line in ("no records from silent: no answer in 2 s", "no records from stays: no answer in 2 s",
                     "no records from noise: an answer that is no record", "no records from down: exit status 255"):
            expect(line in complaint, line, complaint)
        status, said, _ = run(tutti, "who", "--with", fake, "--hosts=-oProxyCommand=x")
        expect(status == 2, "a host that is an option")
    finally:
        for file in files:
            file.unlink(missing_ok=True)
