"""How many presses lead into a game and out of it, counted in real sittings; docs tell the same.

A walk with Next counts as one press, however far: Next can be held.
"""

from pathlib import Path

import pytest

from companion.contract import sites_among
from companion.engine.limits import Limits
from companion.match.match import NewMatch
from companion.plugins import find_game
from companion.ui import destinations as to
from companion.ui.play import program_player
from companion.ui.scenes import game_over
from companion.ui.scenes.set_up import DEAF_S
from tests.sitting import Sitting

DOCS = Path(__file__).parents[1] / "docs" / "presses.md"
YOU = ("person", "program level 3")


class Hand:
    """A hand that counts: on the screen, or on the four buttons alone."""

    def __init__(self, sitting: Sitting, *, by_touch: bool) -> None:
        self.sitting = sitting
        self.by_touch = by_touch
        self.count = 0

    def choose(self, title: str) -> None:
        """Choose a line of a list, walking to it where the cursor is elsewhere."""
        if self.by_touch:
            self.sitting.tap(title)
            self.count += 1
            return
        if self.sitting.chosen != title:
            self.sitting.walk_to(title)
            self.count += 1
        self.push("confirm")
        self.sitting.wait_for_work()

    def push(self, button: str) -> None:
        """Press one of the four buttons."""
        if self.by_touch:
            self.sitting.tap(button.capitalize())
        else:
            self.sitting.press(button)
        self.count += 1

    def walk_to_opponent(self, opponent: str) -> None:
        """Walk with Next, while the table is set, until *opponent* says who plays."""
        for _ in range(9):
            if self.sitting.scene.show().pointed == opponent:
                break
            if self.by_touch:
                self.sitting.tap("Next")
            else:
                self.sitting.press("next")
        assert self.sitting.scene.show().pointed == opponent
        self.count += 1

    def begin(self) -> None:
        """Touch a piece that may move, which is no press on the way; or press *all set*."""
        if not self.by_touch:
            self.push("confirm")
            return
        sitting = self.sitting
        sitting.wait(DEAF_S)
        site = min(sites_among(sitting.match.half.next_touches()))
        sitting.click(sitting.table().site_place(site))
        assert sitting.match.half.touches == (site,)

    def open_menu(self) -> None:
        """Open the menu of the game: all of it is in sight."""
        if self.by_touch:
            self.sitting.tap("Menu")
        else:
            self.sitting.hold("back")
        self.count += 1
        assert self.sitting.scene.list.most_scroll == 0

    def hold_hint(self) -> None:
        """Hold Hint beside the board."""
        self.sitting.hold("hint")
        self.count += 1


def to_the_last_game(hand):
    hand.choose("Play Alquerque")
    hand.begin()


def to_an_unfinished_game(hand):
    hand.choose("Resume")
    hand.begin()


def to_the_first_game(hand):
    hand.choose("New game")
    if hand.by_touch:
        hand.choose("Alquerque")
        hand.choose("Start the game")
    else:
        hand.push("hint")
    hand.begin()


def to_the_first_game_against_the_computer(hand):
    hand.choose("New game")
    if hand.by_touch:
        hand.choose("Alquerque")
        hand.choose("Against the computer")
    else:
        hand.push("hint")
        hand.walk_to_opponent("You (White) against the computer, level 1")
    assert hand.sitting.scene.show().pointed == "You (White) against the computer, level 1"
    hand.begin()


def to_another_game(hand):
    if hand.by_touch:
        hand.choose("New game")
        hand.choose("Querni")
        hand.choose("Start the game")
    else:
        hand.hold_hint()
        hand.sitting.walk_to("Querni")
        hand.count += 1
        hand.push("hint")
    hand.begin()


def to_another_opponent(hand):
    hand.choose("Play Alquerque")
    hand.walk_to_opponent("You (White) against the computer, level 5")
    hand.begin()


def to_another_rule(hand):
    hand.push("hint")
    hand.choose("No return")
    hand.push("hint")
    hand.begin()


def to_another_game_and_opponent(hand):
    if hand.by_touch:
        hand.choose("New game")
        hand.choose("Quincala Mixing")
        hand.choose("Who plays")
        hand.choose("Computer 5: Careful")
    else:
        hand.hold_hint()
        hand.sitting.walk_to("Quincala Mixing")
        hand.count += 1
        hand.push("hint")
        hand.walk_to_opponent("You (White) against the computer, level 5")
    hand.begin()


def to_a_rematch(hand):
    """In it the computer begins, so there is nothing to touch yet."""
    hand.choose("Rematch")
    hand.push("confirm")


def to_the_next_level(hand):
    hand.choose("Next level")
    hand.begin()


def to_the_computers_move(hand):
    hand.push("confirm")


def take_back(hand):
    hand.push("back")
    hand.push("confirm")
    assert hand.sitting.banner.endswith("then Confirm"), "the board is put right"
    hand.push("confirm")
    assert not hand.sitting.match.plies and not hand.sitting.scene.turn.is_settling


def take_back_against_the_computer(hand):
    hand.push("back")
    hand.push("confirm")
    assert not hand.sitting.match.plies and not hand.sitting.scene.turn.is_settling


def resign(hand):
    hand.open_menu()
    hand.choose("Resign")
    hand.push("confirm")


def make_it_louder(hand):
    hand.open_menu()
    hand.choose("Sound and more")
    hand.choose("Sound")
    assert hand.sitting.values()["Sound"] == "80%"


def out_of_the_lesson(hand):
    hand.push("back")


# Where each begins


def at_the_very_first_start(sitting):
    """Nothing was ever played."""
    assert sitting.scene.entries()[0] == "New game"


def after_two_moves(sitting):
    sitting.play("alquerque")
    sitting.move("c2-c3", "c4xc2")


def after_a_move(sitting):
    sitting.play("alquerque")
    sitting.move("c2-c3")


def after_an_answer(sitting):
    sitting.play("alquerque", who=YOU)
    sitting.move("c2-c3")
    while len(sitting.match.plies) < 2:
        sitting.wait_for_search()
        sitting.press("confirm")


def at_the_start(sitting):
    sitting.play("alquerque", who=YOU)
    sitting.stage.go(to.StartScreen())
    sitting.ticks(3)


def with_an_unfinished_game(sitting):
    sitting.play("alquerque")
    sitting.move("c2-c3")
    sitting.stage.go(to.StartScreen())
    sitting.ticks(3)


def at_the_end(sitting):
    match = sitting.library.start(NewMatch(find_game("alquerque"), {}, 0, players=YOU))
    match.resign(1)
    match.confirm(match.stamp)
    sitting.stage.go(to.GameOver(match))
    sitting.wait(game_over.DEAF_S)


def before_the_computers_move(sitting):
    sitting.play("alquerque", who=YOU)
    sitting.move("c2-c3")
    sitting.wait_for_search()
    assert len(sitting.match.plies) == 1


def in_a_lesson(sitting):
    sitting.choose("Learn")
    sitting.choose("Querni")
    sitting.press("confirm", "next", "next", "next")
    assert sitting.scene.name == "lesson" and not sitting.scene.is_at_beginning


WAYS = {
    "From the very first start to a game between two people": (
        at_the_very_first_start, to_the_first_game, 3, 3,
    ),
    "From the very first start to a game against the computer": (
        at_the_very_first_start, to_the_first_game_against_the_computer, 3, 4,
    ),
    "From the start of the program to the last game, as it was": (
        at_the_start, to_the_last_game, 1, 2,
    ),
    "From the start of the program to the next move of an unfinished game": (
        with_an_unfinished_game, to_an_unfinished_game, 1, 2,
    ),
    "The same, another game": (at_the_start, to_another_game, 3, 4),
    "The same, another opponent": (at_the_start, to_another_opponent, 2, 3),
    "The same, another rule": (at_the_start, to_another_rule, 3, 5),
    "The same, another game and another opponent": (
        at_the_start, to_another_game_and_opponent, 4, 5,
    ),
    "From the end of a game to the rematch, in which the computer begins": (
        at_the_end, to_a_rematch, 2, 2,
    ),
    "From the end of a game to one at the next level": (at_the_end, to_the_next_level, 1, 3),
    "The computer's move, once you have made it on the board": (
        before_the_computers_move, to_the_computers_move, 1, 1,
    ),
    "A take-back between two people, until the board is right": (after_a_move, take_back, 3, 3),
    "A take-back against the computer, until the board is right": (
        after_an_answer, take_back_against_the_computer, 2, 2,
    ),
    "Resigning": (after_two_moves, resign, 3, 4),
    "A louder sound, in a game": (after_two_moves, make_it_louder, 3, 4),
    "Out of a lesson, from any page of it": (in_a_lesson, out_of_the_lesson, 1, 1),
}  # fmt: skip
"""From where, how, and the presses: by touch, and by the buttons."""


@pytest.fixture(autouse=True)
def _few_nodes(monkeypatch):
    """Bound the search by nodes, so that the same moves come on every machine."""
    limits = {"nodes": 60, "time_s": 30}
    monkeypatch.setattr(program_player, "limits_of", lambda level: Limits(level=level, **limits))


@pytest.mark.parametrize("by_touch", [True, False], ids=["touch", "buttons"])
@pytest.mark.parametrize("name", WAYS)
def test_so_many_presses_lead_there(tmp_path, name, by_touch):
    begin, go, touches, presses = WAYS[name]
    with Sitting(tmp_path / "state") as sitting:
        begin(sitting)
        hand = Hand(sitting, by_touch=by_touch)
        go(hand)
        ends = {in_a_lesson: "lessons"}.get(begin, {resign: "game over"}.get(go, ""))
        if go is make_it_louder:
            ends = "game menu"
        # Whoever begins: in the rematch it is the computer.
        assert sitting.scene.name in ([ends] if ends else ["play", "program"])
        assert hand.count == (touches if by_touch else presses)


WANTED = (
    to_the_first_game, to_the_first_game_against_the_computer, to_another_game, take_back, resign,
)  # fmt: skip


def test_what_is_wanted_most_takes_three_touches_at_most():
    assert all(touches <= 3 for _, go, touches, _ in WAYS.values() if go in WANTED)


def test_the_docs_tell_the_same():
    rows = [line for line in DOCS.read_text().splitlines() if line.startswith("| ")][1:]
    assert rows == [
        f"| {name} | {touches} | {presses} |" for name, (_, _, touches, presses) in WAYS.items()
    ]
