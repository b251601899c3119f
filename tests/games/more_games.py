"""Which of its random games a rules suite plays where.

The sources play the first of them in the quick suite and all in the slow one.  Compiled rules,
which are several times as fast, play the others: ``make test-compiled``.  So each game is
played once before anything lands.
"""

import os

import pytest

IS_COMPILED = os.environ.get("COMPANION_COMPILED") == "yes"

FIRST = (pytest.mark.slow,) if IS_COMPILED else ()
"""Marks what the sources have played in the quick suite."""

MORE = () if IS_COMPILED else (pytest.mark.slow,)
"""Marks what uncompiled rules leave to the slow suite."""


def first_and_more(first, more):
    """Return parameters for one argument: *first* for the sources, *more* for compiled rules."""
    return [
        pytest.param(first, id="first", marks=FIRST),
        pytest.param(more, id="more", marks=MORE),
    ]
