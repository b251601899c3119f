"""Quincala Mixing on the screen: placing, immunity, mixed towers and how they end."""

import pytest

from companion.art.marks import Mark
from companion.contract import Token
from companion.testing.screen_checks import LANDSCAPE, PORTRAIT
from companion.ui.board.marks import OutlineKind
from companion.ui.lamps import roles_of
from tests.ui import mixing_scenes
from tests.ui.mixing_scenes import BEFORE_IMMUNITY, BEFORE_PLACING, THREE_SIZES


def picture(sitting):
    return sitting.scene.show().picture


def areas(sitting):
    board = sitting.scene.show().board
    outlines = [o for o in picture(sitting).outlines if o.kind is OutlineKind.AREA]
    return [{board.name_of(site) for site in outline.sites} for outline in outlines]


def immune(sitting):
    board = sitting.scene.show().board
    return {(board.name_of(site), size) for site, size in picture(sitting).immune}


@pytest.fixture
def placing(sitting):
    """Black has three kinds in hand."""
    mixing_scenes.after(sitting, THREE_SIZES[:BEFORE_PLACING])
    return sitting


def test_only_the_areas_of_the_side_to_place_are_blue(placing):
    board = placing.scene.show().board
    assert areas(placing) == [{board.name_of(site) for site in board.areas["black"]}]
    placing.move("1b@d9", "2b@a10", "3b@m10")
    assert areas(placing) == []


def test_free_dots_of_the_areas_are_marked_and_lit_before_a_piece_is_chosen_and_after(placing):
    [area] = areas(placing)
    free = area - {"b9", "c9", "d10", "e9", "i9", "j9", "k9", "l9"}
    assert placing.marked(Mark.PLACE) == free
    placing.tap("Black's 2")
    assert placing.marked(Mark.PLACE) == free
    roles = roles_of(picture(placing))
    board = placing.scene.show().board
    assert {board.name_of(s) for s, role in roles.items() if role is Mark.PLACE} == free


def test_where_the_piece_was_put_alone_is_marked_then(placing):
    placing.tap("Black's 2")
    placing.touch("d9")
    assert placing.marked(Mark.PLACE) == {"d9"}
    assert placing.banner == "Black's turn: put your 2 on d9, then Confirm"
    assert placing.note == "After this one, you have 2 more pieces to place, then you move."
    placing.press("back")
    assert placing.banner == "Black's turn: place your 2 on a blue dot"


def test_a_dot_touched_too_early_says_what_comes_first(placing):
    placing.touch("d9")
    assert placing.note == "Touch a piece in your hand first, then a dot."
    assert placing.match.half.touches == ()


def test_a_move_begun_too_early_says_what_comes_first(placing):
    placing.touch("i8")
    assert placing.note == "First place the pieces in your hand on the blue dots."


def test_the_buttons_walk_over_the_tray_and_then_the_free_dots(placing):
    placing.press("next", "next")
    assert placing.scene.turn.cursor.focus == Token("hand", (1, 2))
    assert placing.lines[3] == "pick Black's 2"
    placing.press("confirm", "next")
    assert placing.lines[3] == "pick one"
    placing.press("confirm")
    assert placing.lines[3] == "pick d9"
    placing.press("confirm")
    assert placing.lines[3] == "play it"
    placing.press("confirm")
    assert placing.plies[-1] == "2b@d9"


def test_one_kind_in_hand_is_placed_by_its_dot_alone(sitting):
    mixing_scenes.after(sitting, THREE_SIZES[:4])
    assert sitting.banner == "White's turn: place your 1 on a blue dot"
    assert sitting.note == "Place the piece in your hand, then move."
    sitting.touch("l5")
    sitting.press("confirm")
    assert sitting.plies[-1] == "1w@l5"


def test_immune_pieces_are_outlined_until_the_turn_after_is_over(sitting):
    mixing_scenes.after(sitting, THREE_SIZES[:3])
    sitting.begin_move(THREE_SIZES[3])
    assert immune(sitting) == {("e6", 1)}
    assert "Black's 1 is immune next turn" in sitting.note
    sitting.press("confirm")
    sitting.move(*THREE_SIZES[4:5])
    assert immune(sitting) == {("e6", 1)}
    sitting.move(*THREE_SIZES[5:6])
    assert immune(sitting) == set()


def test_a_leg_onto_an_immune_piece_is_refused_with_the_reason(sitting):
    mixing_scenes.after(sitting, THREE_SIZES[:BEFORE_IMMUNITY])
    sitting.touch("i5")
    sitting.touch("h6")
    assert sitting.scene.show().is_alarming
    assert sitting.note == ("The piece on h6 just knocked one of yours: it is immune this turn.")
    assert sitting.marked(Mark.ERROR) == {"h6"}


def test_a_formation_is_told_before_it_is_confirmed_and_shown_at_the_end(sitting):
    mixing_scenes.after(sitting, THREE_SIZES[:-1])
    sitting.begin_move(THREE_SIZES[-1])
    assert "Black wins" in sitting.note
    sitting.press("confirm")
    assert sitting.scene.name == "game over"
    assert sitting.marked(Mark.WIN) == {"e9", "h6"}
    assert sitting.match.position.formed(1) == {1, 2, 3}


def test_a_take_back_after_the_end_leads_back_into_the_game(sitting):
    mixing_scenes.won(sitting)
    sitting.tap("Take back")
    sitting.press("confirm", "confirm")
    assert sitting.scene.name == "play"
    assert sitting.plies == THREE_SIZES[:-1]


def test_the_tray_is_where_a_finger_finds_it_after_the_list_of_moves_was_open(placing):
    before = placing.scene.entry_place("Black's 2")
    placing.hold("hint")
    placing.settle()
    placing.press("hint")
    assert placing.scene.entry_place("Black's 2") == before


IN_PLAY = sorted(set(mixing_scenes.MIXING_SCENES) - {"mixing-options", "mixing-won"})


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT], ids=["landscape", "portrait"])
@pytest.mark.parametrize("name", IN_PLAY)
def test_sizes_of_both_sides_are_in_sight_in_every_phase(sit, written, name, size):
    sitting = sit(size=size)
    mixing_scenes.MIXING_SCENES[name](sitting)
    texts = written(sitting).split("\n")
    at = next(n for n, text in enumerate(texts) if text.startswith("Mix all "))
    sizes = sitting.match.position.options["sizes"]
    digits = [text for text in texts[at + 1 :] if text.isdigit()]
    shown = [str(size) for size in range(sizes, 0, -1)]
    assert digits[:sizes] == shown
    assert "Black" in texts
    assert "White" in texts


def test_the_first_position_is_drawn_with_the_sizes_chosen(sitting):
    mixing_scenes.mixing_options(sitting)
    assert sitting.values()["Sizes"] == "4 sizes"
    assert sitting.note == (
        "How many sizes you play with. The largest are left out first.\nSizes 1 to 4 are in play."
    )
    four = sitting.library.first_position(sitting.scene.game, sitting.scene.options)
    assert max(piece.value for tower in four.pieces().values() for piece in tower) == 4
    sitting.tap("Start the game")
    assert sitting.match.position.pieces() == four.pieces()
