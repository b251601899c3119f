"""Compiles the kernels where that can be done; all else is in pyproject.toml.

With a C compiler and Python's headers at hand mypyc compiles them, all of them or none;
without, or when that fails, everything is installed as it is and runs the same, only slower.
"""

import importlib
import os
import runpy
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CompileError, LinkError

ROOT = Path(__file__).resolve().parent
COMPILING = runpy.run_path(str(ROOT / "companion" / "building" / "compiling.py"))
MUST_COMPILE = os.environ.get(COMPILING["VARIABLE"]) == "yes"

LEVEL = "1"
"""How much gcc and clang optimize.

At 3, what mypyc asks for, gcc takes 39 s instead of 17 s for all rules; that counts moves and
searches 2 to 5 % faster.
"""

FLAGS = (
    # What the next level has that is worth its time: without it moves are counted 2 to 10 %
    # slower.
    "-finline-small-functions",
    # Else gcc takes it that any function may be replaced when the program starts, and puts
    # none into another: counting moves takes several times as long.
    "-fno-semantic-interposition",
    # Warnings about C that mypyc has written help nobody; to find them takes a third of
    # gcc's time, and mypyc has each of them end it.
    "-Wno-all",
    "-Wno-error",
    # Half as large.
    "-g0",
)
"""What gcc and clang are told besides, after what Python and mypyc tell them."""


def write_out() -> list[Path]:
    """Write the modules that are made for the compiler, and return their files."""
    # Nothing but the project's folder is sure to have it when pip builds.
    sys.path.insert(0, str(ROOT))
    files = []
    for maker in sorted(ROOT.glob("companion/games/*/*/unrolling.py")):
        name = ".".join(maker.relative_to(ROOT).with_suffix("").parts)
        file = maker.parent / COMPILING["FOLDER"] / f"{COMPILING['UNROLLED']}.py"
        file.write_text(importlib.import_module(name).unrolled_loops(), encoding="utf-8")
        files.append(file)
    return files


def extensions() -> list[Extension]:
    """Return what is to be compiled; nothing where there is no mypyc, or one that cannot."""
    try:
        from mypyc.build import mypycify
    except ImportError:
        if MUST_COMPILE:
            raise
        return []
    written = write_out()
    files = [module.replace(".", "/") + ".py" for module in COMPILING["kernel_modules"]()]
    files += [str(file.relative_to(ROOT)) for file in written]
    try:
        made = mypycify([*files, "--ignore-missing-imports"], opt_level=LEVEL)
    except (SystemExit, TypeError) as error:
        # How mypyc tells that a file does not suit it, and how another release of it fails.
        if MUST_COMPILE:
            raise
        print(f"the rules are left uncompiled: {error}", file=sys.stderr)
        return []
    finally:
        for file in written:
            file.unlink()
    for extension in made:
        if os.name == "posix":
            extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
    return made


class AllOrNone(build_ext):
    """Builds every extension or leaves none: those of one group cannot do without each other."""

    def run(self) -> None:
        """Build; a compiler that fails ends the installation only where it has to compile."""
        try:
            super().run()
        except (BaseError, CompileError, LinkError) as error:
            if MUST_COMPILE:
                raise
            print(f"the rules are left uncompiled: {error}", file=sys.stderr)
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []


if COMPILING["can_compile"]():
    setup(ext_modules=extensions(), cmdclass={"build_ext": AllOrNone})
else:
    setup()
