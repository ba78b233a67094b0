"""help, version, manual pages, completion and docs/commands.md come from the same declarations as --help."""

import difflib
import pathlib
import shutil
import subprocess
import tempfile

from expect import TUTTI, check, end

version = check("--version", out="tutti 0.").stdout
assert version.splitlines()[1].startswith("serves "), version
for other in ["-V", "version"]:
    assert check(other).stdout == version, other
assert check("help").stdout == check("--help").stdout
assert check("help run").stdout.splitlines() == check("run --help").stdout.splitlines()
check("help rum", status=2, err="run")
check("--help", not_out=["completion", "manual"])  # for installations, not for people

subcommands = ["run", "bench", "calibrate", "tune", "guidelines", "list", "verify", "predict", "bounds", "place", "plan", "explain", "show", "report", "compare", "doctor"]
for sub in ["", *subcommands]:
    page = check(f"manual {sub}", out=[".TH TUTTI", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH OPTIONS"]).stdout
    if shutil.which("groff"):
        said = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z"], input=page, capture_output=True, text=True).stderr
        assert not said, (sub, said)
check("manual show", out=["\\-\\-animate", "tutti show bcast.binomial"])

page = pathlib.Path(__file__).parents[2] / "docs" / "commands.md"
written = check("manual --markdown", out=["## tutti run", "`TUTTI_PLUGIN`"]).stdout
if written != page.read_text():
    print("\n".join(list(difflib.unified_diff(page.read_text().splitlines(), written.splitlines(), str(page), "now", lineterm="", n=0))[:40]))
    raise SystemExit("docs/commands.md is not up to date: tutti manual --markdown > docs/commands.md")

# What bash offers.
bash = check("completion bash", out="complete -o filenames -F _tutti tutti").stdout


def offered(*words):
    script = f"{bash}\nCOMP_WORDS=({' '.join(map(repr, words))}); COMP_CWORD={len(words) - 1}; _tutti; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout.split()


assert offered("tutti", "gui") == ["guidelines"], offered("tutti", "gui")
assert offered("tutti", "show", "bcast.cir") == ["bcast.circulant"], offered("tutti", "show", "bcast.cir")
assert "--animate" in offered("tutti", "show", "--an"), offered("tutti", "show", "--an")
# Bash splits --set bcast=ch at the =.
assert "allreduce=" in offered("tutti", "run", "--set", "allr"), offered("tutti", "run", "--set", "allr")
assert offered("tutti", "run", "--set", "bcast", "=", "scatter_r") == ["scatter_ring"], offered("tutti", "run", "--set", "bcast", "=", "scatter_r")
assert {"native", "chain"} <= set(offered("tutti", "run", "--set", "bcast", "=")), offered("tutti", "run", "--set", "bcast", "=")
assert "native" in offered("tutti", "run", "--set", "bcast", "=", "chain,scan", "="), "after a comma"
# --set=bcast=ch has one more =.
for words, expected in [(("--set", "=", "allg"), {"allgather=", "allgatherv="}), (("--set", "=", "bcast", "=", "scatter_r"), {"scatter_ring"}),
                        (("--set", "=", "bcast", "=", "chain,scan", "=", "hillis_steele_p"), {"hillis_steele_ported"})]:
    assert set(offered("tutti", "run", *words)) == expected, (words, offered("tutti", "run", *words))
assert "bcast=" in offered("tutti", "run", "--set", "="), offered("tutti", "run", "--set", "=")
# Options that take a file offer files, those that take another value no files, and no commands either.
with tempfile.TemporaryDirectory() as folder:
    machine = pathlib.Path(folder, "lsm.json")
    machine.touch()
    for words in [("explain", "--machine", f"{folder}/ls"), ("explain", "--machine", "=", f"{folder}/ls"), ("predict", "--model", f"{folder}/ls"),
                  ("report", f"{folder}/ls"), ("run", "--report", f"{folder}/ls")]:
        assert offered("tutti", *words) == [str(machine)], (words, offered("tutti", *words))
for words in [("explain", "--machine", "bash"), ("explain", "--machine", "=", "bash"), ("run", "--timeout", "bash"), ("predict", "--p", "=", "bash"), ("report", "bash")]:
    assert offered("tutti", *words) == [], (words, offered("tutti", *words))
assert "bash" in offered("tutti", "run", "bash"), offered("tutti", "run", "bash")
# What is offered after a comma has the words before it.
for words, expected in [(("tutti", "run", "--set", "bcast", "=", "chain,allr"), ["chain,allreduce="]),
                        (("tutti", "run", "--set", "bcast", "=", "chain,scan", "=", "hillis_steele_p"), ["hillis_steele_ported"]),
                        (("tutti", "explore", "--collective", "bcast,reduce.two_t"), ["bcast,reduce.two_tree"]),
                        (("tutti", "bench", "bcast", "--by", "native,tutti,two_t"), ["native,tutti,two_tree"]),
                        (("tutti", "guidelines", "--by", "nat"), ["native"]),
                        (("tutti", "bench", "bcast", "--by", "=", "native,two_t"), ["native,two_tree"]),
                        (("tutti", "replay", "t.json", "--by", "s"), ["size", "site"]),
                        (("tutti", "replay", "t.json", "--goal-by", "c"), ["chosen"]),
                        (("tutti", "waiting", "t.json", "--by", ""), ["collective", "communicator", "site"])]:
    assert offered(*words) == expected, (words, offered(*words))
check("completion zsh", out=["#compdef tutti", "'--animate[", ":value:($settings)", "bcast=chain"])
check("completion fish", out=["complete -c tutti", "-l set -r -a '", "bcast=chain"])
check("completion tcsh", status=2, err="tcsh")
end()
