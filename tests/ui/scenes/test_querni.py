"""Querni on the screen: steps, jumps, chains, passes, the draw counter and the end."""

import pytest

from companion.art.marks import Mark
from companion.testing.screen_checks import LANDSCAPE, PORTRAIT
from companion.ui.board.marks import OutlineKind
from tests.ui.querni_positions import (
    BLOCKED,
    CHAIN_OF_FIVE,
    LAST_CHAIN,
    play_from,
    sites,
)

JUMPS = "g3-h2[6-9] e6^c6[8-10]"
"""Ply 3 of this game may be of three jumps: g2^e4^c2^a4."""


@pytest.fixture
def chain(sitting):
    """A sitting at a position in which Blue has a chain of five."""
    play_from(sitting, CHAIN_OF_FIVE)
    return sitting


def outlined(sitting):
    return {outline.kind: outline.sites for outline in sitting.scene.show().picture.outlines}


def test_a_turn_begins_with_a_tile_or_with_a_chain(sitting):
    sitting.play("querni", 1)
    assert sitting.banner == "Blue's turn: touch a tile to move"
    assert sitting.note == ""
    play_from(sitting, CHAIN_OF_FIVE)
    assert sitting.banner == "Blue's turn: move a tile or remove a chain"
    assert "first and last tiles" in sitting.note
    assert outlined(sitting) == {OutlineKind.CHAIN: sites("c4 d4 e3 f2 g2")}


def test_jumps_follow_one_another_and_may_be_undone_one_by_one(sitting):
    sitting.play("querni", 5)
    sitting.move(*JUMPS.split())
    sitting.begin_move("g2^e4^c2^a4")
    assert sitting.scene.show().picture.last_move == sites("g2 e4 c2 a4")
    assert sitting.lines[3] == "stop here"
    sitting.press("back", "back")
    assert sitting.match.half.move.text == "g2^e4"
    sitting.press("confirm")
    assert sitting.plies[-1] == "g2^e4"


def test_the_list_of_moves_does_not_say_how_to_touch_a_chain(chain):
    chain.hold("hint")
    chain.settle()
    assert "legal moves" in chain.banner and chain.note == ""


def test_a_part_of_a_chain_is_chosen_by_its_first_and_last_tile(chain):
    chain.touch("g2")
    assert chain.banner == "Blue's turn: touch where it goes, or the chain's other end"
    assert chain.marked(Mark.CAPTURE) == {"c4", "d4", "e3"}
    chain.touch("e3")
    assert chain.banner == "Blue's turn: 4, 5 and 6 leave. Confirm plays it"
    assert chain.note == "Removes the chain 4–6."
    assert chain.marked(Mark.REMOVE) == {"e3", "f2", "g2"}
    assert outlined(chain) == {OutlineKind.CHOSEN: sites("e3 f2 g2")}
    chain.press("confirm")
    assert chain.plies == ["[4-6]"]
    assert chain.marked(Mark.LAST_MOVE) == {"e3", "f2", "g2"}
    assert chain.scene.show().picture.last_move == ()


def test_a_chain_too_short_is_refused_and_one_left_by_its_mover_is_gone(chain):
    chain.touch("d2")
    chain.touch("d1")
    chain.touch("g2")
    chain.touch("f2")
    assert chain.note == "A chain needs at least three consecutive numbers."
    chain.press("back", "back", "back")
    chain.touch("d4")
    chain.touch("d5")
    assert outlined(chain) == {OutlineKind.CHAIN: sites("e3 f2 g2")}
    chain.touch("c4")
    assert chain.note == "That tile is not the end of a chain."


def test_the_buttons_reach_a_chain_first_and_its_longest_part_next(chain):
    chain.press("next", "confirm")
    assert chain.lines[3] == "pick f2"
    chain.press("next", "confirm")
    assert chain.match.half.touches == sites("g2")
    chain.press("next", "confirm")
    assert chain.lines[3] == "pick 2–6"
    assert chain.note == "Removes the chain 2–6."
    assert outlined(chain)[OutlineKind.CHOSEN] == sites("c4 d4 e3 f2 g2")
    chain.press("next")
    assert chain.lines[3] == "pick 3–6"
    chain.press("confirm", "confirm")
    assert chain.plies == ["[3-6]"]


def test_the_moves_tell_a_chain_that_waits_for_its_other_end(chain, written):
    chain.touch("d2")
    chain.touch("c3")
    assert "d2-c3 …" in written(chain)
    chain.touch("c3")
    assert chain.banner == "Blue's turn: touch the other end of the chain"
    assert chain.marked(Mark.SELECTED) == {"c3"}
    assert "d2-c3 …" in written(chain)
    chain.touch("g2")
    assert "d2-c3[1-6] …" in written(chain)


def test_a_blocked_player_passes_with_confirm_alone(sitting):
    play_from(sitting, BLOCKED)
    assert sitting.banner == "Blue's turn: no moves, press Confirm to pass"
    sitting.touch("a1")
    assert sitting.note == "You have no moves: press Confirm to pass."
    sitting.press("confirm")
    assert sitting.plies == ["pass"]
    assert sitting.note.startswith("Blue's last move: passes, with no moves left.")


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT], ids=str)
def test_free_passing_has_a_button_of_its_own_under_the_moves(sit, written, size):
    sitting = sit(size=size)
    play_from(sitting, CHAIN_OF_FIVE + " passing=on")
    assert sitting.scene.entries() == ("Pass",)
    assert sitting.scene.turn.tray().view.entry_box(0).h >= 64
    sitting.tap("Pass")
    assert sitting.banner == "Blue's turn: Confirm to pass, or Back"
    assert sitting.lines[3] == "pass"
    assert "pass …" in written(sitting)
    sitting.press("confirm")
    assert sitting.plies == ["pass"]


def test_a_touched_tile_gives_way_to_a_pass_but_a_moved_one_does_not(sitting):
    play_from(sitting, CHAIN_OF_FIVE + " passing=on")
    sitting.touch("d2")
    sitting.tap("Pass")
    assert sitting.banner == "Blue's turn: Confirm to pass, or Back"
    sitting.press("back")
    sitting.begin_move("d2-d1")
    sitting.tap("Pass")
    assert sitting.note == "Undo your unfinished move first."
    assert sitting.match.half.move.text == "d2-d1"


def test_without_free_passing_nothing_stands_beside_the_board(chain):
    assert chain.scene.entries() == ()


def test_too_many_plies_without_a_removal_end_the_game(sitting, written):
    play_from(sitting, LAST_CHAIN)
    assert "28 of 30" in written(sitting)
    sitting.move("b1-c1", "f6-e6")
    assert sitting.scene.name == "game over"
    assert sitting.banner == "The game is a draw"
    assert "Too long without a chain being removed." in sitting.note


def test_the_last_chain_wins_and_has_the_laurels(sitting):
    play_from(sitting, LAST_CHAIN)
    sitting.move("[5-7]")
    assert sitting.banner == "Blue wins"
    assert sitting.note.startswith("Blue has removed all of its tiles.")
    assert sitting.marked(Mark.WIN) == {"a1", "b1", "b2"}


def test_a_resigned_game_has_its_laurel_on_a_tile_of_the_winner(chain):
    chain.move("[4-6]")
    chain.hold("back")
    chain.tap("Resign")
    chain.press("confirm")
    (name,) = chain.marked(Mark.WIN)
    assert chain.match.position.pieces()[sites(name)[0]][0].side == 0


def test_a_resumed_game_keeps_its_set_up_and_its_counter(sit, written):
    sitting = sit()
    sitting.play("querni", 482913, passing=True)
    sitting.move("pass")
    placed = sitting.match.position.pieces()
    sitting = sit()
    sitting.tap("Resume")
    sitting.press("confirm")
    assert sitting.match.header.seed == 482913
    assert sitting.match.position.pieces() == placed
    assert "482913" in written(sitting)
    assert "1 of 30" in written(sitting)


def test_the_board_turns_to_blue_or_pink(chain):
    chain.hold("back")
    chain.choose("Sound and more")
    assert chain.values()["Turn the board"] == "Blue"
    chain.choose("Turn the board")
    assert chain.values()["Turn the board"] == "Pink"
