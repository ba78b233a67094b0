"""docs/algorithms.md is equal to the output of the command."""

import difflib
import pathlib

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
end()
