"""Which rules are compiled, and that only those compiled from the present sources are used.

``setup.py`` has mypyc compile the hot modules where that can be done.  Python takes a
compiled module before its source even where the source has changed since.  So the name
of the compiled group has the digest of what it was made from, and where the digest of
the sources is another, they run as they are.  Times of files would not do: installers
and version control set them as they like.

``COMPANION_COMPILED=no`` neither compiles nor uses what is compiled; with ``yes`` the
set-up fails where it would otherwise go on uncompiled.

Needs the standard library alone: ``setup.py`` and the Makefile run this file by its path.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Final

HOT: Final = (
    "companion.engine.evaluators.alquerque_glance",
    "companion.engine.evaluators.knocking_glance",
    "companion.engine.evaluators.mixing_glance",
    "companion.engine.evaluators.querni_glance",
    "companion.engine.evaluators.querni_turns",
    "companion.engine.evaluators.quincy_glance",
    "companion.games.alquerque_kernel",
    "companion.games.alquerque_loops",
    "companion.games.alquerque_play",
    "companion.games.alquerque_rules",
    "companion.games.chance",
    "companion.games.mixing_rules",
    "companion.games.querni_chains",
    "companion.games.querni_moving",
    "companion.games.querni_rules",
    "companion.games.quincala_core",
    "companion.games.quincala_routes",
    "companion.games.quincala_rules",
    "companion.games.quincala_towers",
    "companion.games.quincy_rules",
)
"""The modules to compile: what listing, counting and valuing moves spends its time in."""

SEEN: Final = (
    "companion.engine.limits",
    "companion.engine.reasons.reason",
    "companion.errors",
    "companion.games.board",
    "companion.games.board_table",
    "companion.games.contract",
    "companion.games.lattice",
    "companion.games.options",
)
"""What the hot modules import: the compiler takes types and constants from them."""

WRITTEN: Final = ("companion.games.alquerque_unrolled",)
"""What is compiled beside them: written by ``setup.py`` for the compiler, and only there."""

WRITTEN_BY: Final = ("companion/games/unrolling.py", "companion/games/boards/alquerque.toml")
"""What makes those out of hot modules."""

VARIABLE: Final = "COMPANION_COMPILED"
ROOT: Final = Path(__file__).resolve().parents[1]
"""Where the packages lie: the project's folder, or where it was installed."""


def source_of(module: str) -> Path:
    """Return the file of *module*'s source."""
    return ROOT.joinpath(*module.split(".")).with_suffix(".py")


def compiled_of(module: str) -> Path:
    """Return the file that *module* compiled for this Python has or would have."""
    return source_of(module).with_suffix(EXTENSION_SUFFIXES[0])


def group_name() -> str:
    """Return the name of the group compiled from the present sources."""
    # Here, because each start of the program would pay for it where nothing is compiled.
    import hashlib

    digest = hashlib.sha256()
    sources = [source_of(module) for module in (*HOT, *SEEN)]
    for file in (*sources, *(ROOT / name for name in WRITTEN_BY)):
        digest.update(file.read_bytes())
    return f"companion_rules_{digest.hexdigest()[:16]}"


def is_anything_compiled() -> bool:
    """Return whether Python would take any hot module compiled, of whatever sources."""
    return any(compiled_of(module).exists() for module in (*HOT, *WRITTEN))


def is_current() -> bool:
    """Return whether all hot modules are there compiled, and from the present sources."""
    if not all(compiled_of(module).exists() for module in (*HOT, *WRITTEN)):
        return False
    return compiled_of(f"{group_name()}__mypyc").exists()


def can_compile() -> bool:
    """Return whether a C compiler and Python's headers are there, and nobody said no."""
    import shutil
    import sysconfig

    compiler = os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "cc")
    headers = Path(sysconfig.get_path("include"), "Python.h")
    is_wanted = os.environ.get(VARIABLE) != "no"
    return is_wanted and shutil.which(compiler.split()[0]) is not None and headers.exists()


class SourceFinder:
    """Finds the source of each hot module before Python finds what was compiled of it."""

    def find_spec(
        self, name: str, path: object = None, target: object = None
    ) -> ModuleSpec | None:
        """Return where *name* is to be loaded from; None for all that is not hot."""
        if name in WRITTEN:
            raise ModuleNotFoundError(f"expected {name} only where it is compiled", name=name)
        return spec_from_file_location(name, source_of(name)) if name in HOT else None


def choose() -> str:
    """
    Have the hot modules imported compiled or as sources, and return which in words.

    All or none: compiled modules of one group rely on each other being compiled.
    """
    is_there = is_anything_compiled()
    is_wanted = os.environ.get(VARIABLE) != "no"
    if is_there and is_wanted and is_current():
        return "rules compiled"
    sys.meta_path.insert(0, SourceFinder())
    if is_there and is_wanted:
        return "rules not compiled: they have changed since they were"
    return "rules not compiled"


if __name__ == "__main__":
    # For the Makefile: the group that can be compiled and is not there yet, if any.
    if can_compile() and not is_current():
        print(group_name())
