"""Has the program find the package as if it were installed, wherever the tests run."""

from __future__ import annotations

import os
import sys
import tempfile
import tomllib
from importlib.metadata import distributions
from pathlib import Path

NAME = "nine-mens-morris"
PACKAGE = Path(__file__).resolve().parents[1]


def _tell_of_the_package() -> tempfile.TemporaryDirectory[str]:
    """Put the metadata that an installer would write into a folder of the path."""
    folder = tempfile.TemporaryDirectory()
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text("utf-8"))["project"]
    info = Path(folder.name, f"{NAME}.dist-info")
    info.mkdir()
    (info / "METADATA").write_text(f"Name: {NAME}\nVersion: {project['version']}\n", "utf-8")
    lines = [
        line
        for group, entries in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in entries.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines), "utf-8")
    paths = [str(PACKAGE), folder.name]
    sys.path[:0] = paths
    # The program thinks in a process of its own.
    os.environ["PYTHONPATH"] = os.pathsep.join([*paths, os.environ.get("PYTHONPATH", "")])
    return folder


FOLDER = None
if not any(distribution.name == NAME for distribution in distributions()):
    FOLDER = _tell_of_the_package()
