"""What comes of texts that nobody has checked: files, command lines, spoiled ones."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.contract import GamePlugin
from companion.errors import CompanionError
from companion.testing.cases import Case, places, some_moves

ODD = "wb123./()- x=:é\0\nxhuff9٣y|@~p,^[]"
"""Signs that are put in: those of notations, and some that no notation has."""


class TextChecks:
    """Spoiled texts are read or refused in one line, and never end the program."""

    def test_spoiled_position_texts_are_refused_or_read(self, case: Case) -> None:
        chance = random.Random(4)
        for position, story in places(case):
            for _ in range(25):
                text = _spoiled(position.to_text(), chance)
                try:
                    other = case.game.from_text(text)
                except CompanionError as error:
                    assert len(str(error).splitlines()) == 1, f"{text!r} from {story}"
                    continue
                assert case.game.from_text(other.to_text()).key == other.key, repr(text)

    def test_spoiled_move_texts_are_refused_or_read(self, case: Case) -> None:
        chance = random.Random(5)
        for position, story in places(case):
            keys = {position.play(m).key for m in position.legal_moves()}
            for move in list(some_moves(position))[:10]:
                text = _spoiled(move.text, chance)
                try:
                    other = position.parse(text)
                except CompanionError as error:
                    assert len(str(error).splitlines()) == 1, f"{text!r} from {story}"
                    continue
                assert position.play(other).key in keys, f"{text!r} from {story}"

    def test_any_text_is_refused_or_read(self, game_plugin: GamePlugin) -> None:
        position = game_plugin.game.initial()

        # Made anew for each class: hypothesis takes one function for one test.
        @settings(max_examples=60, deadline=None, database=None, derandomize=True)
        @given(text=st.text(max_size=60))
        def check(text: str) -> None:
            for read in (game_plugin.game.from_text, position.parse):
                try:
                    read(text)
                except CompanionError as error:
                    assert len(str(error).splitlines()) == 1

        check()


def _spoiled(text: str, chance: random.Random) -> str:
    letters = list(text)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(letters) + 1)
        letters[at : at + chance.randint(0, 2)] = chance.choice(ODD)
    return "".join(letters)
