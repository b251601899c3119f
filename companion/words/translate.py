"""The one way from a message in the source to the player's language."""

from __future__ import annotations

import gettext
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Formatter
from typing import Final

DOMAIN: Final = "companion"
AUTO: Final = "auto"
"""The language of the environment, in place of one that was chosen."""

ENGLISH: Final = "en"
OWN_NAME: Final = ("what speakers of this language call it", "English")
"""Context and message of the name of a language in that language."""

_PROGRAM: Final = str(resources.files("companion") / "locale")

_catalogs = [_PROGRAM]
"""The folders in which messages are looked for: the program's, then those of games."""

_languages = [AUTO]
"""The language in force."""


def speak(language: str) -> None:
    """Have everything from now on said in *language*: a code such as ``de``, or `AUTO`."""
    _languages[0] = language


def language() -> str:
    """Return the code of the language in force, or `AUTO`."""
    return _languages[0]


def spoken_language() -> str:
    """Return the code of the language in which sentences are told."""
    if _languages[0] != AUTO:
        return _languages[0]
    return _catalog().info().get("language", ENGLISH) or ENGLISH


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of the languages that the program comes in; English is the first."""
    files = sorted(Path(_PROGRAM).glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (ENGLISH, *(file.parts[-3] for file in files))


def own_name(code: str) -> str:
    """Return what the language with *code*, one of `languages`, calls itself."""
    return OWN_NAME[1] if code == ENGLISH else _catalog_of(code, (_PROGRAM,)).pgettext(*OWN_NAME)


def learn_from(locale: Traversable | None) -> None:
    """Look into the catalogs of *locale*, a game's folder, for what the program's do not have."""
    if locale is not None and str(locale) not in _catalogs:
        _catalogs.append(str(locale))


def tr(message: str) -> str:
    """Return *message*, which is English, in the language in force."""
    # To gettext an empty message means the heading of the catalog.
    return _sound(message, _catalog().gettext(message)) if message else ""


def from_data(text: str) -> str:
    """Return *text*, of a lesson, sample game or board, as the catalog has it from that file."""
    return tr(text)


def ntr(one: str, many: str, count: int, **named: str) -> str:
    """Return *one* or *many* as the language wants it for *count*, filled in with *named*."""
    text = _catalog().ngettext(one, many, count)
    return _sound(one if count == 1 else many, text).format(count=count, **named)


def ptr(context: str, message: str) -> str:
    """Return *message* as `tr` does, where it stands for another thing than elsewhere."""
    return _sound(message, _catalog().pgettext(context, message))


def _catalog() -> gettext.NullTranslations:
    return _catalog_of(_languages[0], tuple(_catalogs))


@cache
def _catalog_of(language: str, folders: tuple[str, ...]) -> gettext.NullTranslations:
    wanted = None if language == AUTO else [language]
    first, *others = (
        gettext.translation(DOMAIN, folder, wanted, fallback=True) for folder in folders
    )
    for other in others:
        first.add_fallback(other)
    return first


@cache
def _sound(message: str, text: str) -> str:
    """Return *text*, or *message* where that cannot be filled in like it: better in English."""
    filled_in = places(message)
    if filled_in is None:
        return text
    named = places(text)
    return text if named is not None and named <= filled_in else message


@cache
def places(message: str) -> frozenset[str] | None:
    """Return the places of *message* to be filled in; None where it has loose braces."""
    try:
        return frozenset(name for _, name, _, _ in Formatter().parse(message) if name is not None)
    except ValueError:
        return None


@dataclass(frozen=True)
class Phrase:
    """A fixed text of the screen; called it is in the player's language.

    Attributes:
        message: in English, perhaps with values to be filled in.
        context: tells it from the same English that stands for another thing.
    """

    message: str = ""
    context: str = ""

    def __call__(self, **values: object) -> str:
        """Return it in the language in force, with *values* filled in."""
        text = ptr(self.context, self.message) if self.context else tr(self.message)
        return text.format(**values) if values else text
