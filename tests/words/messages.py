"""Where the program says its messages."""

import ast

from tests.program_sources import nodes_of

MESSAGES = {"tr": (0, 1), "ntr": (0, 2), "ptr": (1, 2), "Phrase": (0, 1), "menu_line": (0, 2)}
"""What takes messages, and which of its arguments they are."""

FROM_DATA = {
    f"companion.words.{name}"
    for name in (
        "lessons",
        "parts.names",
        "parts.options",
        "scenes.line",
        "sheets",
        "translate",
    )
}
"""These are given their messages: by files and rules, which the catalog reads there, or words."""


def is_of_words(module):
    """Whether *module* makes sentences: of the screen, of a game, or of the command line."""
    parts = module.split(".")
    return parts[:2] in (
        ["companion", "words"],
        ["companion", "commands"],
        ["companion", "cli"],
    ) or (parts[:2] == ["companion", "games"] and parts[3:4] == ["words"])


def marked(module):
    """Each call in *module* that takes a message."""
    calls = (node for node in nodes_of(module) if isinstance(node, ast.Call))
    for call in calls:
        if isinstance(call.func, ast.Name) and call.func.id in MESSAGES:
            yield call
