"""A game from outside whose hands are hidden: its rules say so, and nothing draws its cards."""

import pytest

from companion.ports import ButtonName
from companion.ui.play.scene import PlayScene
from companion.words.program import Hand
from tests.outside_games import NAME, RULES
from tests.sitting import Sitting

CARDS = RULES.replace(
    """        return Move(self.position.board.name_of(self.touches[0]), self.touches)

    def next_touches(self):
        if self.touches or self.position.outcome():
            return {}
""",
    """        if len(self.touches) < 2:
            return None
        card, site = self.touches
        return Move(f"{card.values[0]}@{self.position.board.name_of(site)}", self.touches)

    @property
    def progress(self):
        return Progress.COMPLETE if self.move else Progress.INCOMPLETE

    def next_touches(self):
        if not self.touches and not self.position.outcome():
            return {card: () for card in self.position.hand_of(self.position.side)}
        if len(self.touches) == 2 or self.position.outcome():
            return {}
""",
)
CARDS = CARDS.replace(
    """        placed |= {at: (Piece(self.position.side, 1),) for at in self.touches}
""",
    """        placed |= {at: (Piece(self.position.side, 1),) for at in self.touches[1:]}
""",
)
CARDS = CARDS.replace("for at in self.touches]", "for at in self.touches[1:]]")
CARDS = CARDS.replace("half.touches[0]: self.side", "half.touches[1]: self.side")
CARDS = CARDS.replace(
    "    Fact, Game, HalfMove,", "    Fact, Game, HalfMove, Hands, Progress, Token,"
)
CARDS = CARDS.replace(
    """    def begin(self):
""",
    """    def hand_of(self, seat):
        return tuple(Token("card", (seat + 2 * number,)) for number in range(4))

    def public(self):
        return Placed(self.game, self.board, self.options, self.cells)

    def begin(self):
""",
)
CARDS = CARDS.replace(
    """class ThreeGame(Game):
""",
    """class ThreeGame(Game):
    def hands(self, options):
        return Hands.HIDDEN

""",
)


@pytest.fixture
def seated(tmp_path, installed):
    """The first seat has the screen."""
    installed("hidden_game", rules=CARDS)
    with Sitting(tmp_path / "state") as sitting:
        sitting.play(NAME)
        yield sitting


def test_its_hands_are_shown_while_they_are_held_only(seated):
    scene = seated.scene
    assert isinstance(scene, PlayScene)
    assert scene.hand is Hand.AWAITED
    seated.press("confirm")
    assert scene.hand is Hand.UNSEEN
    assert len(set(scene.entries())) == 4
    covered = scene.entries()
    seated.pins.press(ButtonName.HINT)
    seated.wait(1.0)
    assert scene.hand is Hand.OPEN
    assert not set(scene.entries()) & set(covered)


def test_it_is_played_by_touch_and_has_no_evaluation_bar(seated):
    seated.move("0@a1")
    seated.move("1@b1")
    assert seated.plies == ["0@a1", "1@b1"]
    assert seated.scene.hand is Hand.AWAITED
    assert not seated.scene.evaluation.is_possible
