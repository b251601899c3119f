"""Holds that every sentence is written out where it is translated."""

import ast

from tests.words.messages import FROM_DATA, MESSAGES, marked, speaking_modules


def test_messages_are_written_out():
    for module in set(speaking_modules()) - FROM_DATA:
        for node in marked(module):
            first, last = MESSAGES[node.func.id]
            texts = node.args[first:last]
            assert all(isinstance(text, ast.Constant) for text in texts), (module, node.lineno)
