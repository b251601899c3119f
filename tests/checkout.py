"""The sources as somebody gets them, without what was made from them."""

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[1]
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
