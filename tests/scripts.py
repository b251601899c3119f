"""The scripts in ``docs`` that make files of the program, as modules."""

import importlib
import sys
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"


def script(name):
    """Return the script called *name*; those beside it are found as when it runs."""
    sys.path.insert(0, str(DOCS))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(DOCS))
