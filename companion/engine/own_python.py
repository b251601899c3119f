"""How a process of this program starts another one with the same Python."""

from __future__ import annotations

import sys


def own_python() -> tuple[str, ...]:
    """Return the first words of a command for this Python, as shut off from elsewhere as this one.

    An installed program is started with ``-I``: neither PYTHONPATH nor the folder in which
    somebody stands brings other modules in, and they are not to come in through its children.
    """
    return (sys.executable, "-I") if sys.flags.isolated else (sys.executable,)
