"""Every table of the pages is rendered as one, with all its rows and cells, and no rendered text looks like a row of a table. The
pages are rendered by Python-Markdown with the extensions of mkdocs.yml, as mkdocs does. Usage: tables.py SOURCE"""

import html.parser
import os
import pathlib
import re
import sys

try:
    import markdown
except ImportError:
    debian = "/usr/bin/python3"  # for which scripts/setup installs it
    if sys.executable != debian and os.path.exists(debian):
        os.execv(debian, [debian, "-B", *sys.argv])
    print("SKIPPED: there is no Python-Markdown here (scripts/setup installs it)")
    sys.exit(77)


class rendered(html.parser.HTMLParser):
    """`tables`: for each table the number of cells in each row; `text`: the text outside of tables and code."""

    def __init__(self, page):
        super().__init__()
        self.tables, self.text, self.inside = [], "", []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        if tag in ("table", "pre", "code"):
            self.inside.append(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append(0)
        elif tag in ("th", "td"):
            self.tables[-1][-1] += 1
        elif tag in ("p", "li"):
            self.text += "\n"

    def handle_endtag(self, tag):
        if self.inside and tag == self.inside[-1]:
            self.inside.pop()

    def handle_data(self, data):
        self.text += "" if self.inside else data


def cells(row):
    """The number of cells of a row. A | in code separates cells here and on GitHub, but not for Python-Markdown: code must have none."""
    return len(re.split(r"(?<!\\)\|", re.sub(r"^\||(?<!\\)\|$", "", row.strip())))


def source_tables(text):
    """Blocks of lines that begin with |, outside of fences: of each its first line, the cells of its rows, and whether its second
    line is a rule."""
    text = re.sub(r"(?ms)^ *```.*?^ *```", lambda m: "\n" * m[0].count("\n"), text)
    for block in re.finditer(r"(?m)(?:^ *\|[^\n]*(?:\n|\Z))+", text):
        rows = block[0].splitlines()
        rule = len(rows) > 1 and re.fullmatch(r"[\s|:-]*-[\s|:-]*", rows[1]) is not None
        yield text.count("\n", 0, block.start()) + 1, [cells(r) for r in rows[:1] + rows[1 + rule:]], rule


def examine(text):
    """The rendered tables, and sentences about errors."""
    page = rendered(markdown.markdown(text, extensions=extensions))
    left, wrong = list(page.tables), []
    for line, rows, rule in source_tables(text):
        if not rule:
            wrong.append(f"{line}: the second line of a table is |---|---|")
        elif len(set(rows)) > 1:
            wrong.append(f"{line}: rows of this table have {sorted(set(rows))} cells")
        elif not left:
            wrong.append(f"{line}: this table is not rendered as one")
        elif left[0] != rows:
            wrong.append(f"{line}: {len(rows)} rows of {rows[0]} cells are rendered as {len(left[0])} of {left[0][0]}")
        else:
            left.pop(0)
            continue
        break  # the following ones cannot be told apart
    else:
        wrong += [" more tables are rendered than lines with | stand in the source"] if left else []
    for line in page.text.splitlines():
        if re.search(r"(^|\s)\|(\s|$)|\|--", line):
            wrong.append(f" rendered as text: {line.strip()[:80]}")
    return page.tables, wrong


source = pathlib.Path(sys.argv[1])
extensions = re.search(r"(?m)^markdown_extensions: \[([\w, ]+)\]$", (source / "mkdocs.yml").read_text())[1].split(", ")

# What has to be found, and what is right.
good = "Of |t|:\n\n| a | b |\n|---|--:|\n| `c` | d \\| e |\n| | |\n\n- item:\n\n    | a | b |\n    |---|---|\n    | c | d |\n"
bad = {
    "a paragraph of a whole table": "| a | b | |---|---| | c | d |\n",
    "a paragraph of a table in an item": "- item:\n\n  | a | b | |---|---| | c\n  and d | e |\n",
    "no line before the table": "Text:\n| a | b |\n|---|---|\n| c | d |\n",
    "no line after the table": "| a | b |\n|---|---|\n| c | d |\ntext\n",
    "a row in two lines": "| a | b |\n|---|---|\n| c\n| d |\n",
    "a cell too many": "| a | b |\n|---|---|\n| c | d | e |\n",
    "a cell too few": "| a | b |\n|---|---|\n| c |\n",
    "no rule": "| a | b |\n| c | d |\n",
    "a rule of other columns": "| a | b |\n|---|\n| c | d |\n",
    "a table as code": "Text:\n\n    | a | b |\n    |---|---|\n    | c | d |\n",
    "a line within a table": "| a | b |\n|---|---|\n| c | d |\n\n| e | f |\n",
    "a | in code": "| a | b |\n|---|---|\n| `c|d` | e |\n",
}
wrong = [f"this test does not see {what}" for what, text in bad.items() if not examine(text)[1]]
if examine(good) != ([[2, 2, 2], [2, 2]], []):
    wrong.append(f"this test finds fault with right tables: {examine(good)}")

pages = [source / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "tests/mpi/check/faults.md")]
pages += sorted((source / "docs").glob("*.md"))
tables = rows = 0
for page in pages:
    found, faults = examine(page.read_text())
    tables, rows = tables + len(found), rows + sum(len(t) for t in found)
    wrong += [f"{page.relative_to(source)}:{fault}" for fault in faults]

print(*wrong, sep="\n")
print(f"{len(pages)} pages, {tables} tables with {rows} rows, {len(wrong)} wrong")
sys.exit(1 if wrong or len(pages) < 40 or tables < 150 or rows < 1000 else 0)
