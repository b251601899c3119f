"""Which rules are compiled, and whether those of this process are.

``setup.py`` has mypyc compile the kernels where that can be done: all of them or none.
What is compiled is never put beside sources that people edit; see `companion.building`.

``COMPANION_COMPILED=no`` neither compiles nor uses what is compiled; with ``yes`` the
set-up fails where it would otherwise go on uncompiled.

Needs the standard library alone: ``setup.py`` runs this file by its path.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Final

FOLDER: Final = "kernel"
"""Each module in a folder of this name is compiled: plain integers in hot loops."""

UNROLLED: Final = "unrolled"
"""What a module there is called that is written for the compiler, and is only there compiled."""

SURE: Final = "companion.contract.kernel.chance"
"""Compiled where anything is: all of it is, or nothing."""

VARIABLE: Final = "COMPANION_COMPILED"
COMPILED_TEXT: Final = "rules compiled"
ROOT: Final = Path(__file__).resolve().parents[2]
"""Where the packages lie: the project's folder, or where it was installed."""


def kernel_modules() -> list[str]:
    """Return the names of the modules to compile that have a source, sorted."""
    files = (ROOT / "companion").rglob(f"{FOLDER}/[!_]*.py")
    names = (".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files)
    return sorted(name for name in names if not name.endswith(f".{UNROLLED}"))


def source_of(module: str) -> Path:
    """Return the file of *module*'s source."""
    return ROOT.joinpath(*module.split(".")).with_suffix(".py")


def compiled_of(module: str) -> Path:
    """Return the file that *module* compiled for this Python has or would have."""
    return source_of(module).with_suffix(EXTENSION_SUFFIXES[0])


def can_compile() -> bool:
    """Return whether a C compiler and Python's headers are there, and nobody said no."""
    import shutil
    import sysconfig

    compiler = os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "cc")
    headers = Path(sysconfig.get_path("include"), "Python.h")
    is_wanted = os.environ.get(VARIABLE) != "no"
    return is_wanted and shutil.which(compiler.split()[0]) is not None and headers.exists()


class SourceFinder:
    """Finds the source of each module of a kernel before Python finds what was compiled of it."""

    def find_spec(
        self, name: str, path: object = None, target: object = None
    ) -> ModuleSpec | None:
        """Return where *name* is to be loaded from; None for all that is never compiled."""
        package, _, last = name.rpartition(".")
        if not (name.startswith("companion.") and package.endswith(f".{FOLDER}")):
            return None
        if last == UNROLLED:
            raise ModuleNotFoundError(f"expected {name} only where it is compiled", name=name)
        return spec_from_file_location(name, source_of(name))


def choose() -> str:
    """Choose whether kernels are imported compiled or as sources, and return which, in words."""
    if os.environ.get(VARIABLE) != "no" and compiled_of(SURE).exists():
        return COMPILED_TEXT
    sys.meta_path.insert(0, SourceFinder())
    return "rules not compiled"
