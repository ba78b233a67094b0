"""Every link of README, CHANGELOG, CONTRIBUTING and docs, to a page, a heading, a picture or a file of the tree, leads somewhere;
every page is in docs/index.md and in mkdocs.yml. Usage: links.py SOURCE"""

import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1])
pages = [source / "README.md", source / "CHANGELOG.md", source / "CONTRIBUTING.md", *sorted((source / "docs").glob("*.md"))]
wrong = []


def headings(page):
    """As GitHub and mkdocs name them, of a page without its code."""
    names, text = {}, re.sub(r"(?ms)^```.*?^```", "", page.read_text())
    for title in re.findall(r"(?m)^#+ (.*)$", text):
        slug = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", title).lower().replace("`", "")).strip().replace(" ", "-")
        names[slug] = names.get(slug, 0) + 1
    return {s for s in names} | {"-" + s.lstrip("-") for s in names}


links = 0
for page in pages:
    text = re.sub(r"(?ms)^```.*?^```", "", page.read_text())
    for target in re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:href|src)="([^"]+)"', text):
        if re.match(r"[a-z]+:", target):
            continue
        links += 1
        file, _, heading = target.partition("#")
        to = (page.parent / file).resolve() if file else page
        if not to.exists():
            wrong.append(f"{page.relative_to(source)}: there is no {target}")
        elif heading and heading not in headings(to):
            wrong.append(f"{page.relative_to(source)}: {file} has no heading #{heading}")

index, site = (source / "docs/index.md").read_text(), (source / "mkdocs.yml").read_text()
for page in pages:
    if page.parent.name == "docs" and page.name != "index.md":
        wrong += [f"{where}: {page.name} is missing" for where, text in (("docs/index.md", index), ("mkdocs.yml", site)) if page.name not in text]

print(*wrong, sep="\n")
print(f"{len(pages)} pages, {links} links, {len(wrong)} wrong")
sys.exit(1 if wrong or links < 100 else 0)
