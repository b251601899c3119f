"""How many of its random games a rules suite plays.

Uncompiled, the quick suite plays the first of them and the slow one all.  Compiled, which
is several times as fast, the quick suite plays all: ``make test-compiled``.
"""

import os

import pytest

MORE = () if os.environ.get("COMPANION_COMPILED") == "yes" else (pytest.mark.slow,)
"""Marks what uncompiled rules leave to the slow suite."""


def first_and_more(first, more):
    """Return parameters for one argument: *first* always, *more* where there is time for it."""
    return [pytest.param(first, id="first"), pytest.param(more, id="more", marks=MORE)]
