"""The one way from a message in the source to the player's language."""

from __future__ import annotations

import copy
import errno
import gettext
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Any, Final

from companion.damage import note_damaged
from companion.errors import CompanionError, Message

DOMAIN: Final = "companion"
AUTO: Final = "auto"
"""The language of the environment, in place of one that was chosen."""

ENGLISH: Final = "en"
OWN_NAME: Final = ("what speakers of this language call it", "English")
"""Context and message of the name of a language in that language."""

QUOTED: Final = "'{text}'"
"""How a word that somebody has written is quoted."""

PLURAL_COUNTS: Final = 200
"""With so many counts each part of a rule for plurals is met: rules look at two last digits."""

_PROGRAM: Final = str(resources.files("companion") / "locale")

_catalogs = [_PROGRAM]
"""The folders in which messages are looked for: the program's, then those of games."""

_languages = [AUTO]
"""The language in force."""

_heard: dict[str, str] = {}
"""What is told by ear in place of which message."""

_is_by_ear = [False]


def speak(language: str) -> None:
    """Use *language* from now on: a code such as ``de``, or `AUTO`."""
    _languages[0] = language


def language() -> str:
    """Return the code of the language in force, or `AUTO`."""
    return _languages[0]


def spoken_language() -> str:
    """Return the code of the language in which sentences are told."""
    catalog = _catalog()
    if _languages[0] != AUTO and isinstance(catalog, gettext.GNUTranslations):
        return _languages[0]
    return catalog.info().get("language", ENGLISH) or ENGLISH


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of the languages that the program comes in; English is the first."""
    files = sorted(Path(_PROGRAM).glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (ENGLISH, *(file.parts[-3] for file in files))


def own_name(code: str) -> str:
    """Return what the language with *code*, one of `languages`, calls itself.

    Where its catalog is damaged, that is *code*.
    """
    name = _catalog_of(code, (_PROGRAM,)).pgettext(*OWN_NAME)
    return code if name == OWN_NAME[1] and code != ENGLISH else name


def learn_from(locale: Traversable | None) -> None:
    """Look into the catalogs of *locale*, a game's folder, for what the program's do not have."""
    if locale is not None and str(locale) not in _catalogs:
        _catalogs.append(str(locale))


def learn_by_ear(heard: Mapping[str, Phrase]) -> None:
    """Know what players who hear everything are told in place of some messages of a game."""
    _heard.update({shown: phrase.message for shown, phrase in heard.items()})


def speak_by_ear(heard: Mapping[str, Phrase], *, is_on: bool) -> None:
    """Tell from now on what is *heard*, and what games have for it, or what is shown."""
    learn_by_ear(heard)
    _is_by_ear[0] = is_on


def tr(message: str) -> str:
    """Return *message*, which is English, in the language in force."""
    if _is_by_ear[0]:
        message = _heard.get(message, message)
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
    first, *others = (_catalog_in(folder, wanted) for folder in folders)
    for other in others:
        first.add_fallback(other)
    return first


def _catalog_in(folder: str, wanted: list[str] | None) -> gettext.NullTranslations:
    """Return what *folder* has of the *wanted* languages that can be read, one behind another."""
    files = gettext.find(DOMAIN, folder, wanted, all=True)
    first = gettext.NullTranslations()
    for catalog in filter(None, map(_read, files)):
        if isinstance(first, gettext.GNUTranslations):
            first.add_fallback(copy.copy(catalog))
        else:
            first = copy.copy(catalog)
    return first


@cache
def _read(file: str) -> gettext.GNUTranslations | None:
    """Return the catalog in *file*, or None where it is damaged."""
    try:
        with Path(file).open("rb") as opened:
            catalog = gettext.GNUTranslations(opened)
        for count in range(PLURAL_COUNTS):
            catalog.ngettext("", "", count)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - a damaged file raises one of a dozen kinds
        note_damaged(file, error)
        return None
    return catalog


@cache
def _sound(message: str, text: str) -> str:
    """Return *text*, or *message* where that cannot be filled in like it: better in English."""
    filled_in = places(message)
    if filled_in is None:
        return text
    named = places(text)
    return text if named is not None and named <= filled_in else message


def speak_in_argparse() -> None:
    """Let argparse, which asks the library gettext, find its own texts in the program's catalog.

    It speaks the language of the environment.
    """
    # A catalog that cannot be read would end the program in the middle of a complaint.
    if isinstance(_catalog(), gettext.GNUTranslations):
        gettext.bindtextdomain(DOMAIN, _PROGRAM)
        gettext.textdomain(DOMAIN)


def localized(text: str) -> str:
    """Return *text* in the language in force where it is a `Message`, else as it is."""
    if not isinstance(text, Message):
        return text
    known = tr(text.template)
    return _TELLER.vformat(known, (), text.values) if text.values else known


class _MessageFormatter(Formatter):
    """Fills in errors and messages in the language in force, and quotes texts as it does."""

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:  # noqa: ANN401 - its own
        value = super().get_value(key, args, kwargs)
        if isinstance(value, CompanionError):
            return localized(value.message)
        return localized(value) if isinstance(value, str) else value

    def convert_field(self, value: Any, conversion: str | None) -> Any:  # noqa: ANN401 - its own
        quoted = super().convert_field(value, conversion)
        marks = tr(QUOTED)
        if conversion != "r" or not isinstance(value, str) or marks == QUOTED:
            return quoted
        return marks.format(text=quoted[1:-1])


_TELLER: Final = _MessageFormatter()


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
        if not values:
            return text
        return text.format(
            **{
                name: localized(value) if isinstance(value, Message) else value
                for name, value in values.items()
            }
        )


SYSTEM: Final = MappingProxyType({
    os.strerror(number): phrase
    for number, phrase in (
        (errno.ENOSPC, Phrase("the disk is full")),
        (errno.EDQUOT, Phrase("the disk is full")),
        (errno.EROFS, Phrase("the disk is read-only")),
        (errno.EACCES, Phrase("no permission")),
        (errno.EPERM, Phrase("no permission")),
        (errno.EIO, Phrase("the disk cannot be read or written")),
        (errno.ENOENT, Phrase("the file or folder is gone")),
        (errno.EISDIR, Phrase("there is a folder with that name")),
        (errno.ENOTDIR, Phrase("there is a file in place of the folder")),
        (errno.EMFILE, Phrase("too many files are open")),
        (errno.ENOMEM, Phrase("not enough memory")),
    )
})  # fmt: skip
"""What the system says where a file cannot be read or written, and what players are told."""


def problem_text(reason: str) -> str:
    """Return why something went wrong, as players say it; an unknown *reason* as it is."""
    return SYSTEM[reason]() if reason in SYSTEM else localized(reason)
