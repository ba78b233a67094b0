"""Shared by the tests of the command: run it, and compare its output with the expected one."""

import os
import subprocess
import sys

TUTTI = sys.argv[1]
PATIENCE = 120 * int(os.environ.get("SLOWNESS", "1"))  # seconds
failures = 0


def run(*arguments, env=None, **more):
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("TUTTI", "LD_PRELOAD"))}
    return subprocess.run([TUTTI, *arguments], capture_output=True, text=True, env={**environment, **(env or {})},
                          timeout=PATIENCE, **more)


def check(arguments, status=0, out=(), err=(), not_out=(), env=None, **more):
    """Runs `tutti arguments` and compares its exit status and outputs."""
    global failures
    done = run(*arguments.split() if isinstance(arguments, str) else arguments, env=env, **more)
    wrong = []
    if done.returncode != status:
        wrong.append(f"exit status {done.returncode}, expected {status}")
    for text in [out] if isinstance(out, str) else out:
        if text not in done.stdout:
            wrong.append(f"stdout lacks {text!r}")
    for text in [not_out] if isinstance(not_out, str) else not_out:
        if text in done.stdout:
            wrong.append(f"stdout has {text!r}")
    for text in [err] if isinstance(err, str) else err:
        if text not in done.stderr:
            wrong.append(f"stderr lacks {text!r}")
    if status == 2 and len(done.stderr.strip().splitlines()) != 1:
        wrong.append("stderr is not one sentence")
    # A line that names a file that was asked for is no surprise.
    if status == 0 and not err and any(not line.startswith("wrote ") for line in done.stderr.splitlines()):
        wrong.append("stderr is not empty")
    if wrong:
        failures += 1
        print(f"tutti {arguments}: {'; '.join(wrong)}\n--- stdout\n{done.stdout}--- stderr\n{done.stderr}")
    return done


def end():
    print(f"{failures} failed" if failures else "all as expected")
    sys.exit(failures > 0)
