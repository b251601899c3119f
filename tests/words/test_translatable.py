"""Holds that every sentence is made where it can be translated, and written out there."""

import ast

from tests.test_imports import MODULES, imports_of, tree_of

MESSAGES = {"tr": (0, 1), "ntr": (0, 2), "ptr": (1, 2), "Phrase": (0, 1)}
"""What takes messages, and which of its arguments they are."""

FROM_DATA = {
    f"companion.words.{name}"
    for name in ("lessons", "parts.names", "parts.options", "sheets", "translate")
}
"""These have messages from files and rules, which the catalog reads there."""


def is_of_words(module):
    parts = module.split(".")
    return parts[:2] == ["companion", "words"] or (
        parts[:2] == ["companion", "games"] and parts[3:4] == ["words"]
    )


def marked(module):
    """Each call in *module* that takes a message."""
    calls = (node for node in ast.walk(tree_of(module)) if isinstance(node, ast.Call))
    for call in calls:
        if isinstance(call.func, ast.Name) and call.func.id in MESSAGES:
            yield call


def test_only_words_make_sentences():
    users = {name for name in MODULES if "companion.words.translate" in imports_of(name)}
    assert {name for name in users if not is_of_words(name)} == set()


def test_messages_are_written_out():
    for module in {name for name in MODULES if is_of_words(name)} - FROM_DATA:
        for node in marked(module):
            first, last = MESSAGES[node.func.id]
            texts = node.args[first:last]
            assert all(isinstance(text, ast.Constant) for text in texts), (module, node.lineno)
