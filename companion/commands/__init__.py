"""The commands of the command line, one module each, and what several of them read alike.

`companion.cli` lists them.  Those that need no screen import no pygame.
"""

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import argparse

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""The list of commands to which each module adds its own."""
