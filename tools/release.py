"""The tag of a release: `make release` asks before its checks, and again for the tag after them.

The tag is that of the commit that was checked.  What the checks themselves write, the dates of
their runs, may differ from it and belongs to the next commit.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

WRITTEN_BY_CHECKS = ("docs/reliability.md", "docs/installing.md")
UNRELEASED = "Unreleased"


def git(*words: str) -> str:
    """What git prints, a `subprocess.CalledProcessError` if it refuses."""
    done = subprocess.run(["git", *words], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def section(changelog: str, title: str) -> str:
    """The text under this title, a pattern, empty if there is none."""
    found = re.search(rf"^## {title}$\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def obstacle(version: str, checked: str) -> str:
    """Why the present commit cannot be that version, or nothing; *checked* is the one that was."""
    if git("tag", "--list", f"v{version}"):
        return f"expected a new version in pyproject.toml, got {version}: its tag exists"
    changelog = Path("CHANGELOG.md").read_text(encoding="utf-8")
    if not section(changelog, rf"{re.escape(version)} - \d{{4}}-\d\d-\d\d"):
        return f"expected a dated section for {version} in CHANGELOG.md"
    if section(changelog, UNRELEASED):
        return f"expected all changes under {version} in CHANGELOG.md, got some under {UNRELEASED}"
    apart = [f":!{name}" for name in WRITTEN_BY_CHECKS] if checked else []
    if changed := git("status", "--porcelain", "--", ".", *apart).splitlines():
        return f"expected everything committed, got {len(changed)} changed files: {changed[0]}"
    if checked and checked != (head := git("rev-parse", "HEAD")):
        return f"expected the commit that was checked, {checked[:8]}, got {head[:8]}"
    return ""


def main(checked: str = "") -> int:
    """Print which commit can be tagged, or tag the one that was *checked*; return the status."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = project["version"]
    try:
        git("var", "GIT_COMMITTER_IDENT")
        if reason := obstacle(version, checked):
            print(f"release: {reason}", file=sys.stderr)
            return 2
        if checked:
            git("tag", "--annotate", f"v{version}", "--message", f"Version {version}")
            print(f"v{version}: git push origin v{version}")
        else:
            print(git("rev-parse", "HEAD"))
    except subprocess.CalledProcessError as error:
        print(f"release: {error.stderr.strip()}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
