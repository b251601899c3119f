"""Judges a move by patterns: which facts it has, where it begins and ends, what it leads to.

A pattern says what every correct answer has in common, so that each of them is
accepted, by whatever route it was made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from companion.contract import Fact, FactValue, HalfMove, Piece, Position, sites_among
from companion.errors import CompanionError, LessonError, Message
from companion.lessons.lesson import FactPattern

CODE = re.compile(r"[a-z][a-z-]*")
"""What the code of a fact looks like."""

SIDED = frozenset({"win", "lose", "line", "form"})
"""Facts whose first number is a side and no place."""

ANYTHING = "any"
"""A pattern that every move is like, for the last sentence about wrong ones."""

SOMEWHERE = "somewhere"
"""In a pattern with ``stands``: on whichever place."""


@contextmanager
def errors_at(where: str) -> Iterator[None]:
    """Raise what the rules refuse as a LessonError at *where*, a line of a lesson."""
    try:
        yield
    except CompanionError as error:
        raise LessonError("{where}: {error}", where=where, error=error) from error


@dataclass(frozen=True)
class Trial:
    """A whole move on trial: the half-made turn that makes it."""

    half: HalfMove

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Return what the move does."""
        return self.half.facts()

    @property
    def after(self) -> Position:
        """Return the position that it leads to."""
        return self.half.position.after(self.half)


class Miss(NamedTuple):
    """What a move lacks.

    Attributes:
        code: the fact that is missing, ``no`` and the fact that should not be there, or
            ``ends``, ``moves``, ``from``, ``to``, ``stands``, ``legs``.
        number: how many such facts there are.
        wanted: how many there should be.
    """

    code: str
    number: int = 0
    wanted: int = 1


class Goal:
    """One pattern, understood in a position."""

    def __init__(self, pattern: FactPattern, position: Position, where: str) -> None:
        """Understand *pattern*.

        Raises:
            LessonError: it is none, or names what *position* does not have.
        """
        self.pattern = pattern
        self._position = position
        self._where = f"{where}:{pattern.line}"
        words = pattern.text.split()
        self._is_forbidden = words[:1] == ["no"]
        if self._is_forbidden:
            words = words[1:]
        self._least = 1
        if words and words[0].isascii() and words[0].isdigit() and len(words[0]) < 3:
            self._least = int(words[0])
            words = words[1:]
        if not words or self._least < 1:
            raise self._unlike("a pattern such as 'knock 3b'", pattern.text)
        self._code, self._words = words[0], words[1:]
        self._ends = {
            "ends": self._is_ended, "from": self._is_from, "to": self._is_to,
            "stands": self._is_standing, "moves": self._is_one_of, "legs": self._has_legs,
            ANYTHING: self._is_anything,
        }  # fmt: skip
        self._check_code()
        self._check_words()

    def _unlike(self, expected: str, got: object, /, **values: object) -> LessonError:
        return LessonError(
            "{where}: expected {expected}, got {got!r}",
            where=self._where,
            expected=Message(expected, **values),
            got=got,
        )

    def _check_code(self) -> None:
        codes = self._position.game.fact_codes
        is_known = self._code in codes if codes else CODE.fullmatch(self._code)
        if not is_known and self._code not in self._ends:
            known = ", ".join((*sorted(codes), *self._ends))
            expected = Message("a pattern with one of {known}", known=known)
            if not codes:
                expected = Message(
                    "a pattern with one of a code such as 'move', {known}", known=known
                )
            raise self._unlike(expected, self._code)

    def _check_words(self) -> None:
        board, code, words = self._position.board, self._code, self._words
        if code in self._ends and bool(words) == (code == ANYTHING):
            wanted = Message("words after {code!r}", code=code)
            if words:
                wanted = Message("no words after {code!r}", code=code)
            raise self._unlike(wanted, self.pattern.text)
        if code in ("from", "to", "stands"):
            for name in words[1:] if code == "stands" else words:
                if name != SOMEWHERE:
                    with errors_at(self._where):
                        board.site_of(name)
        if code == "stands" and len(words) < 2:
            raise self._unlike("'stands PIECES PLACE'", self.pattern.text)
        if code == "ends" and (len(words) != 1 or words[0] not in (*self._letters, "draw", "any")):
            known = ", ".join((*self._letters, "draw", "any"))
            raise self._unlike("'ends' and one of {known}", words, known=known)
        if code == "legs" and not words[0].isdecimal():
            raise self._unlike("a number of legs", words[0])
        if code == "moves":
            position = self._position
            with errors_at(self._where):
                self._keys = frozenset(position.play(position.parse(text)).key for text in words)

    @property
    def _letters(self) -> tuple[str, str]:
        return self._position.game.side_letters

    # Judging

    def miss(self, trial: Trial) -> Miss | None:
        """Return what the move on *trial* lacks, or None when it is like the pattern."""
        if self._code in self._ends:
            is_so = self._ends[self._code](trial)
            return None if is_so != self._is_forbidden else Miss(self._code)
        count = sum(map(self._fits, trial.facts))
        if self._is_forbidden:
            return Miss("no " + self._code, count, 0) if count >= self._least else None
        return None if count >= self._least else Miss(self._code, count, self._least)

    def _fits(self, fact: Fact) -> bool:
        if fact.code != self._code:
            return False
        names = self._names_of(fact)
        return all(set(word.split("/")) & names for word in self._words)

    def _names_of(self, fact: Fact) -> set[str]:
        """Return all that a pattern may call the values of *fact*."""
        names: set[str] = set()
        for number, value in enumerate(fact.values):
            if number == 0 and fact.code in SIDED and isinstance(value, int):
                names.add(self._letters[value])
            else:
                names |= self._value_names(value)
        return names

    def _value_names(self, value: FactValue) -> set[str]:
        if isinstance(value, Piece):
            letter = self._letters[value.side]
            return {letter, f"{value.value}{letter}"}
        if isinstance(value, int):
            return {self._position.board.name_of(value)}
        if isinstance(value, tuple):
            whole = "|".join(map(str, value))
            return {whole, f"{value[0]}-{value[-1]}"} if value else set()
        return {value}

    def _is_ended(self, trial: Trial) -> bool:
        outcome = trial.after.outcome()
        if outcome is None:
            return False
        winner = "draw" if outcome.winner is None else self._letters[outcome.winner]
        return self._words[0] in ("any", winner)

    def _is_anything(self, trial: Trial) -> bool:
        return True

    def _sites(self, trial: Trial) -> list[str]:
        board = self._position.board
        return [board.name_of(site) for site in sites_among(trial.half.touches)]

    def _is_from(self, trial: Trial) -> bool:
        return any(site in self._words for site in self._sites(trial)[:1])

    def _is_to(self, trial: Trial) -> bool:
        return any(site in self._words for site in self._sites(trial)[-1:])

    def _has_legs(self, trial: Trial) -> bool:
        return len(self._sites(trial)) - 1 >= int(self._words[0])

    def _is_standing(self, trial: Trial) -> bool:
        towers, *names = self._words
        board, placement = self._position.board, trial.after.pieces()
        standing = {
            board.name_of(site): tower_text(placement.get(site, ()), self._letters)
            for site in range(len(board))
        }
        wanted = set(towers.split("/"))
        return all(
            wanted & set(standing.values()) if name == SOMEWHERE else standing[name] in wanted
            for name in names
        )

    def _is_one_of(self, trial: Trial) -> bool:
        return trial.after.key in self._keys


def tower_text(pieces: Sequence[Piece], letters: tuple[str, str]) -> str:
    """Return a tower as positions have it: ``3w1b``, or ``.`` for nothing."""
    return "".join(f"{piece.value}{letters[piece.side]}" for piece in pieces) or "."
