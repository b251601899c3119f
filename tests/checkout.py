"""The sources as somebody gets them, without what was made from them."""

import shutil
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "version"
]
PARTS = (
    "LICENSE", "README.md", "pyproject.toml", "setup.py", "Makefile",
    "companion", "hardware", "sim", "systemd",
)  # fmt: skip
"""What it takes to install; the tests are not among it."""


def copy_of_the_sources(folder: Path) -> None:
    """Copy them into *folder*, which is made."""
    folder.mkdir(parents=True)
    made = shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info")
    for name in PARTS:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=made)
        else:
            shutil.copy(ROOT / name, folder)


def kept_files() -> list[str]:
    """Return the files in version control, with those that are about to be."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]
