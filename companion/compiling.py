"""Which rules are compiled, and whether those of this process are.

``setup.py`` has mypyc compile the hot modules where that can be done: all of them or none.
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

WRITTEN: Final = ("companion.games.alquerque_unrolled",)
"""What is compiled beside them: written by ``setup.py`` for the compiler, and only there."""

VARIABLE: Final = "COMPANION_COMPILED"
COMPILED_TEXT: Final = "rules compiled"
ROOT: Final = Path(__file__).resolve().parents[1]
"""Where the packages lie: the project's folder, or where it was installed."""


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
    """Finds the source of each hot module before Python finds what was compiled of it."""

    def find_spec(
        self, name: str, path: object = None, target: object = None
    ) -> ModuleSpec | None:
        """Return where *name* is to be loaded from; None for all that is not hot."""
        if name in WRITTEN:
            raise ModuleNotFoundError(f"expected {name} only where it is compiled", name=name)
        return spec_from_file_location(name, source_of(name)) if name in HOT else None


def choose() -> str:
    """Have the hot modules imported compiled or as sources, and return which in words."""
    if os.environ.get(VARIABLE) != "no" and compiled_of(WRITTEN[0]).exists():
        return COMPILED_TEXT
    sys.meta_path.insert(0, SourceFinder())
    return "rules not compiled"
