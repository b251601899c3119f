"""The one way from a message in the source to the player's language."""

from __future__ import annotations

import gettext
from functools import cache
from importlib import resources


@cache
def _catalog() -> gettext.NullTranslations:
    folder = resources.files("companion") / "locale"
    return gettext.translation("companion", str(folder), fallback=True)


def tr(message: str) -> str:
    """Return *message*, which is English, in the language of the environment."""
    return _catalog().gettext(message)


def ntr(one: str, many: str, count: int) -> str:
    """Return *one* or *many* as the language wants it for *count*, with the number filled in."""
    return _catalog().ngettext(one, many, count).format(count=count)
