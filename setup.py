"""Compiles the hot modules where that can be done; all else is in pyproject.toml.

With a C compiler and Python's headers at hand mypyc compiles them; without, or when
that fails, everything is installed as it is and runs the same, only slower.
"""

import os
import runpy
import sys
from pathlib import Path

from setuptools import Extension, setup

ROOT = Path(__file__).resolve().parent
COMPILING = runpy.run_path(str(ROOT / "companion" / "compiling.py"))
MUST_COMPILE = os.environ.get(COMPILING["VARIABLE"]) == "yes"


def write_out() -> list[Path]:
    """Write the modules that are made for the compiler, and return their files."""
    # Nothing but the project's folder is sure to have it when pip builds.
    sys.path.insert(0, str(ROOT))
    from companion.games import unrolling

    files = [ROOT.joinpath(*name.split(".")).with_suffix(".py") for name in COMPILING["WRITTEN"]]
    for file in files:
        file.write_text(getattr(unrolling, file.stem)(), encoding="utf-8")
    return files


def extensions() -> list[Extension]:
    """Return what is to be compiled; nothing as long as mypy has not been fetched."""
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    written = write_out()
    modules = (*COMPILING["HOT"], *COMPILING["WRITTEN"])
    files = [module.replace(".", "/") + ".py" for module in modules]
    try:
        made = mypycify([*files, "--ignore-missing-imports"], group_name=COMPILING["group_name"]())
    except SystemExit as error:
        # How mypyc tells that a file does not suit it, which a later release may find.
        if MUST_COMPILE:
            raise
        print(f"the rules are left uncompiled: {error}", file=sys.stderr)
        return []
    finally:
        for file in written:
            file.unlink()
    for extension in made:
        # Else gcc takes it that any function may be replaced when the program starts, and
        # puts none into another: counting Alquerque takes several times as long.
        if os.name == "posix":
            extension.extra_compile_args.append("-fno-semantic-interposition")
        # Else a compiler that fails would end the installation.
        extension.optional = not MUST_COMPILE
    return made


if COMPILING["can_compile"]():
    setup(setup_requires=["mypy>=1.13"], ext_modules=extensions())
else:
    setup()
