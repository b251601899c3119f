"""Puts sentences together from words that were recorded: those of the program and of games.

A file ``clips/LANGUAGE.zip`` has all words of a language.  Each of them is Vorbis, and all
begin with the same three kilobytes, which are kept only once; what is read of the file is
the words of one sentence.  A game adds its own in ``clips/LANGUAGE/WORD.ogg``.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

from companion.backends.loudspeaker import Clip, read_sound
from companion.damage import note_damaged
from companion.plugins import is_known, outside

HEAD: Final = "head"
"""What every word of the program's files begins with."""

PLACE: Final = "place "
"""Before a letter that names a place: in some languages there is a word of one letter, too."""

ENDINGS: Final = (".ogg", ".wav")
BETWEEN_S: Final = 0.03
COMMA_S: Final = 0.16
SENTENCE_S: Final = 0.32

_SENTENCE: Final = re.compile(r"(?<=[.!?:])\s+")
_BRACKETS: Final = re.compile(r"\(([^()]+)\)")
_WORD: Final = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*['’]?|\S")
_PLACE: Final = re.compile(r"([a-z]{1,2})([1-9]\d?)")
_SILENT: Final = '.,;:!?¡¿()„“”"«»–—'


class WordClip(NamedTuple):
    """A word as it is recorded, and the silence after it."""

    word: str
    pause_s: float


def words_in(text: str) -> Iterator[WordClip]:
    """Yield what *text* takes to say it: ``c2`` is the letter ``c`` and the number 2."""
    waiting: list[str] = []
    for heard in _WORD.findall(text.lower().replace("’", "'")):
        if heard in _SILENT:
            if waiting:
                yield WordClip(waiting.pop(), COMMA_S if heard in ",;(–—" else SENTENCE_S)
            continue
        yield from (WordClip(word, BETWEEN_S) for word in waiting)
        place = _PLACE.fullmatch(heard)
        if place is not None:
            yield from (WordClip(f"{PLACE}{letter}", 0.0) for letter in place[1])
        waiting = [place[2] if place is not None else heard]
    yield from (WordClip(word, SENTENCE_S) for word in waiting)


class Clips:
    """The recorded words.

    Args:
        folder: has the program's own.
        language: tells the code of the language of the sentences.
        others: gives the folders of the games that bring words of their own.
    """

    def __init__(
        self,
        folder: Traversable,
        language: Callable[[], str],
        others: Callable[[], Iterable[Traversable]] = tuple,
    ) -> None:
        self._folder = folder
        self._language = language
        self._others = others
        self._book: tuple[str, _Book | None] = ("", None)

    def whole(self, text: str) -> tuple[Clip, ...]:
        """Return *text* in recorded words; nothing where one is missing."""
        book, clips = self._opened(), []
        for word, pause_s in words_in(text):
            file = (book.file(word) if book is not None else b"") or self._of_games(word)
            if not file:
                return ()
            clips.append(Clip(file, pause_s))
        return tuple(clips)

    def known(self, text: str) -> tuple[Clip, ...]:
        """Return the sentences of *text* that can be said in recorded words.

        No names of people are recorded: of *Anna's turn (White)* what is in brackets is said.
        """
        clips: list[Clip] = []
        for part in _SENTENCE.split(text):
            clips += self.whole(part) or self.whole(" ".join(_BRACKETS.findall(part)))
        return tuple(clips)

    def is_readable(self) -> bool:
        """Return whether the program has words in the language, and can read each of them."""
        book = self._opened()
        return book is not None and all(map(book.file, book.words))

    def _opened(self) -> _Book | None:
        """Return the program's own words, of one language at a time."""
        language = self._language()
        if self._book[0] != language:
            self._book = language, _read_book(self._folder / f"{language}.zip")
        return self._book[1]

    def _of_games(self, word: str) -> bytes:
        """Return the sound of *word* that a game brings, or nothing."""
        folders = (folder / self._language() for folder in self._others())
        files = (folder / f"{word}{ending}" for folder in folders for ending in ENDINGS)
        return next((read_sound(file) for file in files if file.is_file()), b"")


def own_clips() -> Traversable:
    """Return the folder with the words of the program."""
    return resources.files("companion") / "clips"


def clips_of_games() -> Iterator[Traversable]:
    """Yield the folders of the games that bring words of their own."""
    if is_known():
        folders = (plugin.file("clips") for plugin in outside().plugins)
        yield from (folder for folder in folders if folder is not None)


class _Book:
    """The words of one language; in memory as they are in the file, some 400 kB."""

    def __init__(self, file: Traversable, opened: zipfile.ZipFile) -> None:
        self._file, self._zip = file, opened
        self.words = frozenset(opened.namelist()) - {HEAD}
        self._head = opened.read(HEAD)

    def file(self, word: str) -> bytes:
        """Return the sound of *word*, or nothing where it is missing or damaged."""
        if word not in self.words:
            return b""
        try:
            return self._head + self._zip.read(word)
        except Exception as error:  # noqa: BLE001 - as when it is opened
            note_damaged(self._file, error)
            return b""


def _read_book(file: Traversable) -> _Book | None:
    """Return the words in *file*, or None where it cannot be read."""
    try:
        return _Book(file, zipfile.ZipFile(io.BytesIO(file.read_bytes())))
    except FileNotFoundError:
        # There is none of every language.
        return None
    except Exception as error:  # noqa: BLE001 - a damaged file raises one of a dozen kinds
        note_damaged(file, error)
        return None
