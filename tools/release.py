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


def git(*words: str) -> str:
    """What git prints, a `subprocess.CalledProcessError` if it refuses."""
    done = subprocess.run(["git", *words], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def section(changelog: str, version: str) -> str:
    """The text about this version, empty if there is no dated section for it."""
    head = rf"^## {re.escape(version)} - \d{{4}}-\d\d-\d\d$"
    found = re.search(rf"{head}\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def obstacle(version: str, is_checked: bool) -> str:
    """Why this commit cannot be that version, or nothing."""
    if git("tag", "--list", f"v{version}"):
        return f"expected a new version in pyproject.toml, got {version}: its tag exists"
    if not section(Path("CHANGELOG.md").read_text(encoding="utf-8"), version):
        return f"expected a dated section for {version} in CHANGELOG.md"
    apart = [f":!{name}" for name in WRITTEN_BY_CHECKS] if is_checked else []
    if changed := git("status", "--porcelain", "--", ".", *apart).splitlines():
        return f"expected everything committed, got {len(changed)} changed files: {changed[0]}"
    return ""


def main(is_checked: bool) -> int:
    """Ask whether there can be a tag, make it if all is checked, and return the exit status."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = project["version"]
    try:
        git("var", "GIT_COMMITTER_IDENT")
        if reason := obstacle(version, is_checked):
            print(f"release: {reason}", file=sys.stderr)
            return 2
        if is_checked:
            git("tag", "--annotate", f"v{version}", "--message", f"Version {version}")
            print(f"v{version}: git push origin v{version}")
    except subprocess.CalledProcessError as error:
        print(f"release: {error.stderr.strip()}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main("tag" in sys.argv[1:]))
