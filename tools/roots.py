"""Systems of bare Debian packages, and commands that run in a throw-away copy of one.

What apt brings is kept in ``ROOTS_CACHE``, or in ``/var/cache/board-companion-roots``.
Remove that folder to get the packages of today.  All of this needs root's rights.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TextIO

PASSED_ON = re.compile(r"(PIP|SSL|REQUESTS|CURL)_\w+|\w+_proxy", re.IGNORECASE)
"""The variables that tell pip where it finds packages and whom it trusts."""

NETWORK = ("/etc/resolv.conf", "/etc/hosts")
TOOLS = ("mmdebstrap", "unshare")
PIP_FILES = ("/etc/pip.conf", "/etc/xdg/pip", "~/.config/pip", "~/.pip")
ENTER = """
root=$1 scratch=$2 user=$3
shift 3
mount -t overlay overlay \\
    -o "lowerdir=$root,upperdir=$scratch/changes,workdir=$scratch/work" "$scratch/root"
cd "$scratch/root"
mount -t proc proc proc
mount --rbind /dev dev
mount -t tmpfs -o mode=1777 tmpfs dev/shm
while [ "$1" != -- ]; do mount -o bind,ro "$1" ".$1"; shift; done
shift
exec chroot --userspec="$user:" . "$@"
"""
"""The name spaces of mounts and processes end with the command: nothing is left of either."""


def roots_folder() -> Path:
    """Return the folder for what is kept."""
    return Path(os.environ.get("ROOTS_CACHE") or "/var/cache/board-companion-roots")


def bare_root(
    suite: str,
    packages: Sequence[str],
    architecture: str = "",
    sources: Sequence[str] = (),
    options: Sequence[str] = (),
) -> Path:
    """Return a folder with Debian's *suite* and *packages*, and nothing else.

    Args:
        suite: a name of Debian's, such as ``trixie``.
        packages: what is there besides the packages that are essential.
        architecture: Debian's name of another kind of machine than this one.
        sources: lines for apt, instead of those of the *suite* with its corrections.
        options: more words for mmdebstrap.
    """
    digest = hashlib.sha256(" ".join([*packages, *sources, *options]).encode()).hexdigest()[:8]
    root = roots_folder() / "-".join(filter(None, (suite, architecture, digest)))
    if not root.exists():
        part = root.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        part.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["mmdebstrap", "--quiet", "--variant=minbase", "--format=directory",
             # A mirror may be a snapshot of some weeks ago.
             '--aptopt=Acquire::Check-Valid-Until "false"',
             *([f"--architectures={architecture}"] if architecture else []),
             *options, f"--include={','.join(packages)}", suite, str(part), *sources],
            check=True,
        )  # fmt: skip
        part.rename(root)
    return root


def known_to_pip() -> Iterator[Path]:
    """Yield the files and folders by which this machine's pip finds packages and trusts them."""
    words = [value for name, value in os.environ.items() if PASSED_ON.fullmatch(name)]
    for name in PIP_FILES:
        path = Path(name).expanduser()
        yield path
        files = [path] if path.is_file() else sorted(path.glob("*"))
        words += [file.read_text(encoding="utf-8") for file in files]
    for name in re.findall(r"(?:^|[\s=]|file://)(/[^\s,]+)", "\n".join(words), re.MULTILINE):
        # The index of a folder may name files beside itself.
        yield Path(name).parent if Path(name).name == "simple" else Path(name)


class System:
    """A system whose changes lie apart from it and go with their folder.

    Args:
        root: what `bare_root` has made.
        scratch: an empty folder for the changes.
        user: who works there, besides root.
        is_alone: nothing of how this machine reaches others is seen there.
    """

    def __init__(
        self, root: Path, scratch: Path, user: str = "root", is_alone: bool = False
    ) -> None:
        self.root = root
        self.scratch = scratch
        self.home = "/root" if user == "root" else f"/home/{user}"
        self.changes = scratch / "changes"
        for folder in (self.changes, scratch / "work", scratch / "root"):
            folder.mkdir()
        seen = () if is_alone else {*known_to_pip(), *map(Path, NETWORK)}
        self.seen = sorted(self._see(seen))
        if user != "root":
            self.run("root", "useradd", "--no-create-home", user)

    def file(self, path: str) -> Path:
        """Return where *path*, if it was made or changed there, lies here."""
        return self.changes / path.lstrip("/")

    def _see(self, paths: Iterable[Path]) -> Iterator[str]:
        """Copy what of *paths* are files; yield the folders, which are mounted."""
        own = Path.home()
        for path in paths:
            place = str(path).replace(str(own), self.home) if path.is_relative_to(own) else path
            inside = self.file(str(place))
            if path.is_file():
                inside.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, inside)
            elif path.is_relative_to(own) and path.is_dir():
                shutil.copytree(path, inside, dirs_exist_ok=True)
            elif path.is_dir():
                inside.mkdir(parents=True, exist_ok=True)
                yield str(path)

    def run(self, user: str, *command: str, log: TextIO | None = None) -> int:
        """Run *command* there as *user* and return its status; what it says goes into *log*."""
        kept = {key: value for key, value in os.environ.items() if PASSED_ON.fullmatch(key)}
        system = "/usr/local/sbin:/usr/sbin:/sbin:" if user == "root" else ""
        variables = {
            **kept, "HOME": self.home, "USER": user, "LOGNAME": user, "TERM": "dumb",
            "PATH": f"{system}/usr/local/bin:/usr/bin:/bin",
        }  # fmt: skip
        done = subprocess.run(
            ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-euc", ENTER, "sh",
             str(self.root), str(self.scratch), user, *self.seen, "--",
             "env", "-i", *(f"{key}={value}" for key, value in variables.items()), *command],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log and subprocess.STDOUT, check=False,
        )  # fmt: skip
        return done.returncode
