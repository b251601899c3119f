"""What is a move in notation, and whether a sentence has it."""

import re

IN_NOTATION = re.compile(
    r"\b[a-m]\d+[-x^][a-m]\d"  # from here to there
    r"|\[\d"  # a chain that leaves
    r"|\d@|\d[wb]@|\|\d[x~]"  # a stone, a piece or a domino that comes, and one that takes
    r"|\bhuff [a-m]\d"
)
"""What no text but a list of moves has."""


def is_notation(text, board):
    """Whether *text* is more than a place and more than a word."""
    return text not in board.names and not text.isalpha()


def is_said(text, sentence):
    """Whether the move *text* stands in *sentence* and is not a part of something else."""
    start = sentence.find(text)
    while start >= 0:
        around = sentence[max(0, start - 1) : start] + sentence[start + len(text) :][:1]
        if not any(sign.isalnum() for sign in around):
            return True
        start = sentence.find(text, start + 1)
    return False
