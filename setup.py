"""Compiles the hot modules where that can be done; all else is in pyproject.toml.

With a C compiler and Python's headers at hand mypyc compiles them; without, or when
that fails, everything is installed as it is and runs the same, only slower.
"""

import os
import runpy
import sys
from pathlib import Path

from setuptools import Extension, setup

COMPILING = runpy.run_path(str(Path(__file__).parent / "companion" / "compiling.py"))
MUST_COMPILE = os.environ.get(COMPILING["VARIABLE"]) == "yes"


def extensions() -> list[Extension]:
    """Return what is to be compiled; nothing as long as mypy has not been fetched."""
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    files = [module.replace(".", "/") + ".py" for module in COMPILING["HOT"]]
    try:
        made = mypycify([*files, "--ignore-missing-imports"], group_name=COMPILING["group_name"]())
    except SystemExit as error:
        # How mypyc tells that a file does not suit it, which a later release may find.
        if MUST_COMPILE:
            raise
        print(f"the rules are left uncompiled: {error}", file=sys.stderr)
        return []
    for extension in made:
        # Else a compiler that fails would end the installation.
        extension.optional = not MUST_COMPILE
    return made


if COMPILING["can_compile"]():
    setup(setup_requires=["mypy>=1.13"], ext_modules=extensions())
else:
    setup()
