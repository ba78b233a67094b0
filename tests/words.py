"""Words that a native reader stumbles over (tests/words.txt), and units that are not those of docs/units.md, stand nowhere that a user
reads: README, docs, CHANGELOG, public headers, and the texts in the sources. Prose of the pages stays within 130 columns, so that
differences can be read. Usage: words.py SOURCE"""

import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1])
rules = []
for line in (source / "tests/words.txt").read_text().splitlines():
    if line and not line.startswith("#"):
        pattern, advice = line.rsplit(" => ", 1)
        rules.append((re.compile(pattern), advice))
# K is 1000 and Ki 1024, with B behind it; kB and kiB are nobody's.
rules.append((re.compile(r"\b\d+ ?(kB|kb|Kb|Kib|mb|Mib)\b"), "KB is 1000 bytes, KiB 1024 (docs/units.md)"))

literal = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')
comment = re.compile(r"(?:^[ \t]*//[^\n]*\n)+|//[^\n]*", re.M)


def texts(file):
    """Each with the line it begins in."""
    text = file.read_text()
    if file.suffix == ".md":
        for paragraph in re.finditer(r"(?:[^\n]+\n?)+", re.sub(r"(?ms)^```.*?^```", lambda m: "\n" * m[0].count("\n"), text)):
            yield text.count("\n", 0, paragraph.start()) + 1, " ".join(paragraph[0].split())
        return
    for found in literal.finditer(text):
        if re.search(r"//|_Pragma\($", text[text.rfind("\n", 0, found.start()) + 1:found.start()]):
            continue  # the title of a source, or the compiler's own words
        parts = re.findall(r'"((?:[^"\\\n]|\\.)*)"', found[0])
        yield text.count("\n", 0, found.start()) + 1, " ".join("".join(parts).replace("\\n", " ").split())
    if "include" in file.parts:
        for found in comment.finditer(text):
            yield text.count("\n", 0, found.start()) + 1, " ".join(re.sub(r"//+<?", " ", found[0]).split())


def long_lines(file):
    """Numbers of the lines of prose that are too long; tables, code and headings may be, and what has no blank to break at."""
    text = re.sub(r"(?ms)^ *```.*?^ *```", lambda m: "\n" * m[0].count("\n"), file.read_text())
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > 130 and not re.match(r" {4}| *[|#]", line) and " " in line[:131].strip():
            yield number, len(line)


files = [source / "README.md", source / "CHANGELOG.md", source / "CONTRIBUTING.md", *(source / "docs").rglob("*.md")]
files += [f for folder in ("src", "include", "examples") for ending in ("*.cpp", "*.hpp", "*.h") for f in (source / folder).rglob(ending)]
wrong = 0
for file in sorted(files):
    # Of these two the command has written the lines.
    if file.suffix == ".md" and file.name not in ("algorithms.md", "commands.md"):
        for line, length in long_lines(file):
            wrong += 1
            print(f"{file.relative_to(source)}:{line}: {length} columns of prose: at most 130")
    for line, text in texts(file):
        for pattern, advice in rules:
            for hit in pattern.finditer(text):
                wrong += 1
                around = text[max(0, hit.start() - 50):hit.end() + 30]
                print(f"{file.relative_to(source)}:{line}: '{hit[0]}' in '...{around}...': {advice}")
print(f"{len(files)} files, {len(rules)} rules, {wrong} wrong")
sys.exit(1 if wrong or len(files) < 100 else 0)
