"""Checks wording. No text that a user reads (README, docs, CHANGELOG, public headers, messages in the sources) may contain a phrase
of tests/words.txt or a unit other than those of docs/units.md. No comment of the C and C++ sources may contain a phrase of
tests/words.txt or tests/comment_words.txt. Prose of the pages is at most 130 columns wide, comments at most 110; a sentence of a
page has at most 60 words.
Usage: words.py SOURCE"""

import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1])


def rules_of(name):
    for line in (source / "tests" / name).read_text().splitlines():
        if line and not line.startswith("#"):
            pattern, advice = line.rsplit(" => ", 1)
            yield re.compile(pattern), advice


rules = list(rules_of("words.txt"))
comment_rules = [*rules, *rules_of("comment_words.txt")]
# K is 1000 and Ki 1024, followed by B; kB and kiB are ambiguous.
rules.append((re.compile(r"\b\d+ ?(kB|kb|Kb|Kib|mb|Mib)\b"), "KB is 1000 bytes, KiB 1024 (docs/units.md)"))

literal = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')
# A string, a character or a comment: `//` in a string begins no comment. Not a character: 1'000.
token = re.compile(r"""R"(\w*)\(.*?\)\1"|"(?:[^"\\\n]|\\.)*"|(?<!\w)'(?:[^'\\\n]|\\.)*'|(?P<line>//[^\n]*)|(?P<block>/\*.*?\*/)""", re.S)
widest_comment = 110
longest_sentence = 60  # words


def texts(file):
    """The paragraphs of a page or the messages in a source, each with the line it begins in."""
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


def comments(text):
    """Each with the line it begins in. Consecutive lines `//` in the same column are one comment; a line without words ends it."""
    first, words, last, column = 0, [], -1, 0
    for found in token.finditer(text):
        if not found["line"] and not found["block"]:
            continue
        line = text.count("\n", 0, found.start()) + 1
        begin = text.rfind("\n", 0, found.start()) + 1
        content = re.sub(r"^//+<?|^/\*+|\*/$|^[ \t]*\*+(?!/)", " ", found[0], flags=re.M).split()
        alone = found["line"] and not text[begin:found.start()].strip()
        if not alone or line != last + 1 or found.start() - begin != column or not content:
            if words:
                yield first, " ".join(words)
            first, words = line, []
        words += content
        last, column = (line if found["line"] and content else -1), found.start() - begin
    if words:
        yield first, " ".join(words)


def wide_comments(text):
    """Numbers of the lines of comments that are too wide."""
    lines = text.splitlines()
    for found in token.finditer(text):
        if found["line"] or found["block"]:
            first = text.count("\n", 0, found.start())
            for number in range(first, first + found[0].count("\n") + 1):
                if len(lines[number]) > widest_comment:
                    yield number + 1, len(lines[number])


def long_lines(file):
    """Numbers of the lines of prose that are too long; tables, code and headings may be, and what has no blank to break at."""
    text = re.sub(r"(?ms)^ *```.*?^ *```", lambda m: "\n" * m[0].count("\n"), file.read_text())
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > 130 and not re.match(r" {4}| *[|#]", line) and " " in line[:131].strip():
            yield number, len(line)


def long_sentences(file):
    """The sentences of prose with too many words, each with the line its paragraph begins in. Tables, code and headings may have
    more; names in `code` count for nothing, so that lists of names may be long, and each item of a list is by itself."""
    text = re.sub(r"(?ms)^ *```.*?^ *```", lambda m: "\n" * m[0].count("\n"), file.read_text())
    text = re.sub(r"(?m)^(?: *\||#).*$|^ {4,}(?! *(?:[-*]|\d+\.) ).*$", "", text)
    for part in re.finditer(r"(?m)^(?!$).*\n?(?:^(?!$| *(?:[-*]|\d+\.) ).*\n?)*", text):
        for sentence in re.split(r"(?<=[.!?])[*_)\"]*\s+", " ".join(part[0].split())):
            words = re.sub(r"`[^`]*`", "", sentence).split()
            if len(words) > longest_sentence:
                yield text.count("\n", 0, part.start()) + 1, len(words), " ".join(words[:6])


def sources(*folders):
    return {f for folder in folders for ending in ("*.c", "*.cpp", "*.hpp", "*.h") for f in (source / folder).rglob(ending)}


wrong = 0


def report(file, line, sentence):
    global wrong
    wrong += 1
    print(f"{file.relative_to(source)}:{line}: {sentence}")


def check(file, line, text, all_rules):
    for pattern, advice in all_rules:
        for hit in pattern.finditer(text):
            around = text[max(0, hit.start() - 50):hit.end() + 30]
            report(file, line, f"'{hit[0]}' in '...{around}...': {advice}")


files = {source / "README.md", source / "CHANGELOG.md", source / "CONTRIBUTING.md", *(source / "docs").rglob("*.md")}
files |= sources("src", "include", "examples")
for file in sorted(files):
    # Of these two the command has written the lines.
    if file.suffix == ".md" and file.name not in ("algorithms.md", "commands.md"):
        for line, length in long_lines(file):
            report(file, line, f"{length} columns of prose: at most 130")
        for line, length, beginning in long_sentences(file):
            report(file, line, f"a sentence of {length} words, '{beginning} ...': at most {longest_sentence}")
    for line, text in texts(file):
        check(file, line, text, rules)

commented = sources("src", "include", "examples", "lab", "tests")
read = 0
for file in sorted(commented):
    text = file.read_text()
    for line, length in wide_comments(text):
        report(file, line, f"{length} columns with a comment: at most {widest_comment}")
    for line, words in comments(text):
        read += 1
        # Titles and messages in quotes are quoted as they are.
        check(file, line, re.sub(r'"[^"]*"', '""', words), comment_rules)
print(f"{len(files)} files, {len(rules)} rules; {read} comments of {len(commented)} files, {len(comment_rules)} rules; {wrong} wrong")
sys.exit(1 if wrong or len(files) < 100 or len(commented) < 500 or read < 5000 else 0)
