"""The commands of docs/teaching.md and docs/tutorial.md that need no MPI run as printed there."""

import pathlib
import re
import shlex
import tempfile

from expect import check, end

docs = pathlib.Path(__file__).parents[2] / "docs"
commands = 0
with tempfile.TemporaryDirectory() as folder:
    for page in ["teaching.md", "tutorial.md", "how-to-ci.md"]:
        for block in re.findall(r"(?ms)^```sh\n(.*?)^```", (docs / page).read_text()):
            for line in block.splitlines():
                words = shlex.split(line, comments=True)
                if words[:1] == ["tutti"] and words[1] not in ("run", "doctor", "report", "calibrate") and ">" not in words:
                    commands += 1
                    check(words[1:], cwd=folder)
assert commands > 40, commands
end()
