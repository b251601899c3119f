"""The one way from a message in the source to the player's language."""

from __future__ import annotations

import gettext
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

DOMAIN = "companion"


@cache
def _catalog() -> gettext.NullTranslations:
    folder = resources.files("companion") / "locale"
    return gettext.translation(DOMAIN, str(folder), fallback=True)


def learn_from(locale: Traversable | None) -> None:
    """Look into the catalogs of *locale*, a game's folder, for what the program's do not have."""
    if locale is not None:
        _catalog().add_fallback(gettext.translation(DOMAIN, str(locale), fallback=True))


def tr(message: str) -> str:
    """Return *message*, which is English, in the language of the environment."""
    # To gettext an empty message means the heading of the catalog.
    return _catalog().gettext(message) if message else ""


def ntr(one: str, many: str, count: int) -> str:
    """Return *one* or *many* as the language wants it for *count*, with the number filled in."""
    return _catalog().ngettext(one, many, count).format(count=count)


def ptr(context: str, message: str) -> str:
    """Return *message* as `tr` does, where it stands for another thing than elsewhere."""
    return _catalog().pgettext(context, message)


@dataclass(frozen=True)
class Phrase:
    """
    A fixed text of the screen; called it is in the player's language.

    Attributes:
        message: in English, perhaps with values to be filled in.
        context: tells it from the same English that stands for another thing.
    """

    message: str = ""
    context: str = ""

    def __call__(self, **values: object) -> str:
        """Return it in the language of the environment, with *values* filled in."""
        told = ptr(self.context, self.message) if self.context else tr(self.message)
        return told.format(**values) if values else told
