"""docs/algorithms.md is equal to the output of the command, and the glossary explains each name of an algorithm."""

import difflib
import json
import pathlib
import re

from expect import check, end

page = pathlib.Path(__file__).parents[2] / "docs" / "algorithms.md"
written = check("list --markdown", out=["# The algorithms", "## bcast", "(10) broadcast in two steps"]).stdout
if written != page.read_text():
    changes = difflib.unified_diff(page.read_text().splitlines(), written.splitlines(), str(page), "now", lineterm="", n=0)
    print("\n".join(list(changes)[:40]))
    raise SystemExit("docs/algorithms.md is not up to date: tutti list --markdown > docs/algorithms.md")
# No run takes longer than its price.
for line in written.split("## The sources' formulas")[0].splitlines():
    cells = line.split("|")
    assert len(cells) < 10 or cells[8].strip() in ("-", "---:", "run / price", "1") or float(cells[8]) <= 1, line
# The first column of the glossary's last table has all names and no other.
names = {a["name"] for a in json.loads(check("list --json").stdout)}
table = (page.parent / "glossary.md").read_text().split("\n## Names of algorithms\n")[1]
explained = {name for row in re.findall(r"(?m)^\|(.*?)\|", table) for name in re.findall(r"`(\w+)`", row)}
assert len(names) > 100 and explained == names, f"docs/glossary.md lacks {names - explained}, and has {explained - names}"
end()
