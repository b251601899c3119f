"""Holds that every sentence is made where it can be translated, and written out there."""

import ast

from tests.program_sources import MODULES, nodes_of
from tests.words.messages import FROM_DATA, MESSAGES, is_of_words, marked

SOURCES = ("companion.words.translate", "companion.words.scenes.line")


def test_only_words_make_sentences():
    users = {name for name in MODULES if set(MESSAGES) & set(names_from_translate(name))}
    assert {name for name in users if not is_of_words(name)} == set()


def names_from_translate(module):
    """What *module* imports of what makes messages; which language is spoken is no sentence."""
    for node in nodes_of(module):
        if isinstance(node, ast.ImportFrom) and node.module in SOURCES:
            yield from (alias.name for alias in node.names)


def test_messages_are_written_out():
    for module in {name for name in MODULES if is_of_words(name)} - FROM_DATA:
        for node in marked(module):
            first, last = MESSAGES[node.func.id]
            texts = node.args[first:last]
            assert all(isinstance(text, ast.Constant) for text in texts), (module, node.lineno)
