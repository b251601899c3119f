"""What comes of texts that nobody has checked: files, command lines, spoiled ones."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.contract import GamePlugin
from companion.errors import CompanionError
from companion.testing.cases import Case, places, some_moves

Parsed = TypeVar("Parsed")

ODD = "wb123./()- x=:é\0\nxhuff9٣y|@~p,^[]"
"""Signs that are put in: those of notations, and some that no notation has."""


class TextChecks:
    """Spoiled texts are read or refused in one line, and never end the program."""

    def test_spoiled_position_texts_are_refused_or_read(self, case: Case) -> None:
        chance = random.Random(4)
        for position, story in places(case):
            for _ in range(25):
                text = _spoiled(position.to_text(), chance)
                other = _read(case.game.from_text, text, story)
                if other is not None:
                    assert case.game.from_text(other.to_text()).key == other.key, repr(text)

    def test_spoiled_move_texts_are_refused_or_read(self, case: Case) -> None:
        chance = random.Random(5)
        for position, story in places(case):
            keys = {position.play(m).key for m in position.legal_moves()}
            for move in list(some_moves(position))[:10]:
                text = _spoiled(move.text, chance)
                other = _read(position.parse, text, story)
                if other is not None:
                    assert position.play(other).key in keys, f"{text!r} from {story}"

    def test_any_text_is_refused_or_read(self, game_plugin: GamePlugin) -> None:
        position = game_plugin.game.initial()

        # Made anew for each class: hypothesis takes one function for one test.
        @settings(max_examples=60, deadline=None, database=None, derandomize=True)
        @given(text=st.text(max_size=60))
        def check(text: str) -> None:
            _read(game_plugin.game.from_text, text, "anywhere")
            _read(position.parse, text, "anywhere")

        check()


def _read(read: Callable[[str], Parsed], text: str, story: str) -> Parsed | None:
    """Return what *read* makes of *text*, or None where it is refused, in one line."""
    try:
        return read(text)
    except CompanionError as error:
        assert len(str(error).splitlines()) == 1, f"{text!r} from {story}"
        return None


def _spoiled(text: str, chance: random.Random) -> str:
    letters = list(text)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(letters) + 1)
        letters[at : at + chance.randint(0, 2)] = chance.choice(ODD)
    return "".join(letters)
