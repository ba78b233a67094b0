"""The commands of pages for learners and of some others run as printed there, where they need no MPI."""

import pathlib
import re
import shlex
import subprocess
import tempfile

from expect import check, end

docs = pathlib.Path(__file__).parents[2] / "docs"
# Each page, and the heading from which on its commands are run.
pages = {"teaching.md": "", "tutorial.md": "", "how-to-ci.md": "", "how-to-tune.md": "## Without a cluster at hand", "placing.md": "",
         "bounds.md": "", "how-to-replay.md": "## For other simulators"}
need_mpi = {"run", "doctor", "report", "replay"}
# These take many seconds, or need a file that such a command writes.
slow = {"predict allreduce --p 560", "plan there.json --p 560", "explain allreduce --p 560 --per-node 16 --bytes 1M --machine there.json --plan",
        "predict bcast reduce --p 27,64,100,343"}


def commands_of(text):
    """The lines of blocks of the shell, and indented lines that begin with `tutti`, without what explains them beside."""
    for found in re.finditer(r"(?ms)^```sh\n(.*?)^```|^ {4}(tutti .*?)(?: {2,}.*?)?$", text):
        yield from (found[1] or found[2]).splitlines()


commands, left_out = 0, set()
with tempfile.TemporaryDirectory() as folder:
    for page, heading in pages.items():
        text = (docs / page).read_text()
        for line in commands_of(text[text.index(heading):]):
            words = shlex.split(line, comments=True)
            if words[:1] == ["echo"]:
                subprocess.run(line, shell=True, cwd=folder, check=True)
            if words[:1] != ["tutti"] or words[1] in need_mpi or "mpirun" in words or ">" in words:
                continue
            arguments = " ".join(words[1:])
            beginnings = {s for s in slow if arguments.startswith(s)}
            left_out |= beginnings
            if not beginnings:
                commands += 1
                check(words[1:], cwd=folder)
assert commands > 50, commands
assert left_out == slow, f"no page has these any longer: {slow - left_out}"
end()
