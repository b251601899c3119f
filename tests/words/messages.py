"""Where the program says its messages."""

import ast

from tests.program_sources import MODULES, nodes_of

MESSAGES = {"tr": (0, 1), "ntr": (0, 2), "ptr": (1, 2), "Phrase": (0, 1), "menu_line": (0, 2)}
"""What takes messages, and which of its arguments they are."""

FROM_DATA = {
    f"companion.words.{name}"
    for name in ("buttons", "command_line", "lessons", "names", "translate")
}
"""These have other messages, too: from files and rules, which the catalog reads there."""


def speaking_modules():
    """The modules in which there are messages."""
    return [module for module in MODULES if next(marked(module), None) is not None]


def marked(module):
    """Each call in *module* that takes a message."""
    calls = (node for node in nodes_of(module) if isinstance(node, ast.Call))
    for call in calls:
        if isinstance(call.func, ast.Name) and call.func.id in MESSAGES:
            yield call
