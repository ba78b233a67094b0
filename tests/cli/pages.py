"""Shared by the tests of HTML pages: that they need nothing else, and what a browser makes of them."""

import html.parser
import json
import re
import shutil
import subprocess
import tempfile

chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def expect(good, what):
    assert good, what


class tags(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.seen = []

    def handle_starttag(self, tag, attributes):
        self.seen.append((tag, dict(attributes)))


def browse(page):
    """The page's elements and text after its scripts have run. Any connection would go to a closed port; none is tried."""
    alone = tempfile.mkdtemp()
    done = subprocess.run(
        [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
         "--proxy-server=127.0.0.1:9", "--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr", "--v=0",
         f"--user-data-dir={alone}", "--virtual-time-budget=3000", "--dump-dom", f"file://{page}"],
        capture_output=True, text=True, timeout=100)
    shutil.rmtree(alone, ignore_errors=True)
    said = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    expect(done.returncode == 0 and not said, f"{page}: {done.returncode} {said} {done.stderr[-500:]}")
    expect('data-ready="yes"' in done.stdout, f"{page}: its script did not come to its end")
    seen = tags()
    seen.feed(done.stdout)
    words = re.sub(r"<script.*?</script>", "", done.stdout, flags=re.S)
    return [tag for tag, _ in seen.seen], re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", words)), seen.seen


def alone(page):
    """The page, which loads nothing."""
    first = tags()
    first.feed(page.read_text())
    for tag, attributes in first.seen:
        for where in ("src", "href"):
            expect(not re.match(r"(https?:)?//", attributes.get(where) or ""), f"{page} loads {attributes}")
        expect(tag not in ("link", "img", "iframe"), f"{page} has a {tag}")
    return page


def data_of(page):
    return json.loads(re.search(r'id="data">(.*?)</script>', page.read_text(), re.S).group(1))
