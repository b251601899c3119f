"""Builds the Debian packages, each for one Debian, in a bare system of its own.

    sudo make deb ARGS="[--suite NAME ...] [--architecture NAME] [--into FOLDER]"

They are for one Debian each, as the rules are compiled for its Python.  What Debian does not
have is fetched from PyPI by the hashes in ``debian/*.txt`` before the build, which has no
network to ask.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

from tools.roots import TOOLS, System, bare_root, roots_folder

PROJECT = Path(__file__).resolve().parents[1]
SUITES = {"bookworm": 12, "trixie": 13}
NOT_COPIED = (".git", ".venv*", "__pycache__", ".*_cache", ".hypothesis", "build", "dist", "*.so")
BUILDING = ("build-essential", "ca-certificates", "lintian", "python3-pip", "python3-wheel")
SOURCES = "/build/board-companion"
FETCH = """
cd "$0"
pip="python3 -m pip --disable-pip-version-check --quiet"
$pip install --require-hashes --no-deps \\
    --target debian/fetched/tools --requirement debian/tools.txt
$pip download --require-hashes --no-deps --no-build-isolation \\
    --dest debian/fetched/gpio --requirement debian/gpio.txt
"""
BUILD = """
cd "$0"
unshare --net dpkg-buildpackage --no-sign --build=binary
lintian --fail-on error --tag-display-limit 0 ../board-companion_*.changes
"""


def build_packages() -> list[str]:
    """Return what a system needs to build them."""
    control = (PROJECT / "debian" / "control").read_text(encoding="utf-8")
    needed = re.search(r"^Build-Depends:\n((?: .*\n)+)", control, re.MULTILINE)
    assert needed, "expected Build-Depends in debian/control"
    # debhelper-compat and dh-sequence-python3 are names that two packages provide.
    virtual = {"debhelper-compat": "debhelper", "dh-sequence-python3": "dh-python"}
    names = re.findall(r"^ ([a-z0-9.+-]+)", needed[1], re.MULTILINE)
    return sorted({*BUILDING, *(virtual.get(name, name) for name in names)})


def marked(changelog: str, suite: str) -> str:
    """Return *changelog* with the newest version marked as the one for *suite*.

    It counts as older than the version itself, should Debian have that one day, and that for
    an older Debian as older than that for a newer one.
    """
    return re.sub(r"\(([^)]+)\) \S+;", rf"(\1~deb{SUITES[suite]}) {suite};", changelog, count=1)


def build(suite: str, architecture: str, into: Path) -> list[Path]:
    """Build the packages for *suite*, check them, and return them; none where that fails."""
    root = bare_root(suite, build_packages(), architecture)
    with tempfile.TemporaryDirectory(prefix="build-", dir=roots_folder()) as scratch:
        system = System(root, Path(scratch))
        sources = system.file(SOURCES)
        shutil.copytree(
            PROJECT, sources, symlinks=True, ignore=shutil.ignore_patterns(*NOT_COPIED)
        )
        changelog = sources / "debian" / "changelog"
        text = changelog.read_text(encoding="utf-8")
        changelog.write_text(marked(text, suite), encoding="utf-8")
        log = roots_folder() / f"deb-{suite}{architecture and f'-{architecture}'}.log"
        print(f"{suite}: {log}", flush=True)
        with log.open("w", encoding="utf-8") as said:
            for step in (FETCH, BUILD):
                if system.run("root", "sh", "-euc", step, SOURCES, log=said):
                    print("\n".join(log.read_text(errors="replace").splitlines()[-30:]))
                    return []
        into.mkdir(parents=True, exist_ok=True)
        for old in into.glob("board-companion*.deb"):
            old.unlink()
        made = sorted(path for path in sources.parent.glob("*.deb") if "-dbgsym" not in path.name)
        return [Path(shutil.copy(path, into)) for path in made]


def main() -> int:
    """Build what the command line names, and return 1 where something failed."""
    parser = argparse.ArgumentParser(prog="make deb", description=__doc__)
    parser.add_argument("--suite", nargs="+", choices=SUITES, default=list(SUITES))
    parser.add_argument("--architecture", default="", help="such as arm64, by qemu-user-static")
    parser.add_argument("--into", type=Path, default=PROJECT / "dist")
    args = parser.parse_args()
    if os.geteuid() != 0 or not all(map(shutil.which, TOOLS)):
        parser.error("expected to run as root, with mmdebstrap: sudo apt install mmdebstrap")
    for suite in args.suite:
        folder = "-".join(filter(None, ("debian", str(SUITES[suite]), args.architecture)))
        made = build(suite, args.architecture, args.into / folder)
        if not made:
            return 1
        for path in made:
            print(f"{path} {path.stat().st_size / 1e6:.1f} MB", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
