import random

import pytest

from companion.contract import Piece
from companion.plugins import GAMES
from companion.table.steps import (
    StepKind,
    TableStep,
    checking_steps,
    restoring_steps,
    set_up_steps,
)
from companion.words.guide import (
    restoring_note,
    step_note,
    step_text,
    tasks_after,
    tasks_before,
    whole_lines,
    whole_note,
)
from companion.words.names import SetUpTask
from companion.words.table import MOST_BANNER_CHARACTERS
from tests.match.playing import wander

W1, W2, W3, B1 = Piece(0, 1), Piece(0, 2), Piece(0, 3), Piece(1, 1)
KNOCKING = GAMES["quincala-knocking"].initial()


def placed(board, **towers):
    return {board.site_of(name): tower for name, tower in towers.items()}


def texts(table, wanted, off_board=()):
    """Return what is told to lead from one placement, by names of dots, to another."""
    board = KNOCKING.board
    steps = restoring_steps(placed(board, **table), placed(board, **wanted), off_board)
    return [step_text(step, "quincala-knocking", board) for step in steps]


@pytest.mark.parametrize(
    ("table", "wanted", "sentences"),
    [
        ({"d4": (B1,)}, {}, ["Take Black's small piece off d4"]),
        ({"d4": (W3, B1)}, {"d4": (W3,)}, ["Take Black's small piece off d4"]),
        ({"d4": (B1,), "e4": (B1,)}, {}, ["Take off: Black's 2 small pieces"]),
        ({"d4": (B1,)}, {"e5": (B1,)}, ["Move Black's small piece from d4 to e5"]),
        ({}, {"e5": (B1,)}, ["Put Black's small piece on e5"]),
        ({}, {"e5": (B1,), "d4": (B1,)}, ["Put back: Black's 2 small pieces"]),
        (
            {"d4": (W3, B1)},
            {"e5": (W3, B1)},
            ["Move White's large piece, Black's small piece from d4 to e5"],
        ),
        ({"d4": (W3, W2, B1)}, {"e5": (W3, W2, B1)}, ["Move 3 pieces from d4 to e5"]),
        (
            {"d4": (W3,), "e5": (B1,)},
            {"d4": (B1,), "e5": (W3,)},
            ["Set aside White's large piece from d4", "Move Black's small piece from e5 to d4",
             "Put White's large piece on e5"],
        ),
    ],
)  # fmt: skip
def test_each_lift_is_told_exactly(table, wanted, sentences):
    assert texts(table, wanted) == sentences


def test_a_tower_in_one_hand_is_told_piece_by_piece():
    board = KNOCKING.board
    (step,) = restoring_steps(placed(board, d4=(W3, W2, B1)), placed(board, e5=(W3, W2, B1)))
    note = step_note(step, "quincala-knocking", board)
    assert "White's large piece, White's medium piece, Black's small piece" in note


def test_what_goes_on_a_tower_is_told_to_go_on_top():
    board = KNOCKING.board
    (on_tower,) = restoring_steps(placed(board, d4=(W3,)), placed(board, d4=(W3, B1)))
    assert "on top" in step_note(on_tower, "quincala-knocking", board)
    (alone,) = restoring_steps({}, placed(board, d4=(B1,)))
    assert "on top" not in step_note(alone, "quincala-knocking", board)


def test_what_lies_on_another_beside_the_board_is_told():
    step = TableStep(StepKind.STACK, (B1,), (3,), (), {}, W3)
    sentence = step_text(step, "quincala-knocking", KNOCKING.board)
    assert sentence == "Put Black's small piece on White's large piece"
    assert "beside the board" in step_note(step, "quincala-knocking", KNOCKING.board)


def test_tiles_are_told_a_row_at_a_time_with_the_square_of_each():
    position = GAMES["querni"].initial({}, 17)
    step = set_up_steps(position.pieces(), position.board)[0]
    assert step_text(step, "querni", position.board) == "Set up: a2 to j2, 8 tiles"
    note = step_note(step, "querni", position.board, 17)
    for site, piece in zip(step.ends, step.pieces, strict=True):
        # No line ends between a square and its tile.
        assert f"{position.board.name_of(site)}\xa0Blue\xa0{piece.value}" in note


def test_a_tile_alone_is_called_out_with_its_square_and_the_seed():
    board = GAMES["querni"].initial({}, 17).board
    (step,) = set_up_steps({board.site_of("a2"): (Piece(0, 5),)}, board)
    assert step_text(step, "querni", board) == "Blue 5 to a2"
    assert "setup 17:" in step_note(step, "querni", board, 17)


def test_the_whole_table_is_told_by_sides():
    assert whole_lines(KNOCKING) == ("White, 12 pieces", "Black, 12 pieces")
    assert whole_lines(GAMES["quincy"].initial({}, 1)) == ()
    assert whole_note((), 17, has_pieces=True) == (
        "Put everything where the screen shows it. This is random setup 17."
    )
    assert whole_note((SetUpTask("Do", "This."),), None, has_pieces=True) == "This."


def test_alike_pieces_are_told_by_their_side():
    position = GAMES["alquerque"].initial()
    steps = set_up_steps(position.pieces(), position.board)
    sentences = [step_text(s, "alquerque", position.board) for s in steps]
    assert sentences == ["Set up: White, 12 pieces", "Set up: Black, 12 pieces"]


@pytest.mark.parametrize("name", GAMES)
def test_every_step_of_every_game_fits_its_banner_and_has_a_note(name):
    rng = random.Random(3)
    positions = list(wander(GAMES[name].initial({}, 5), rng, 60))
    kinds = set()
    for _ in range(12):
        one, other = rng.choice(positions), rng.choice(positions)
        wanted = other.pieces()
        steps = (
            *restoring_steps(one.pieces(), wanted, other.off_board()),
            *set_up_steps(wanted, other.board),
            *checking_steps(wanted),
        )
        for step in steps:
            kinds.add(step.kind)
            assert 0 < len(step_text(step, name, other.board)) <= MOST_BANNER_CHARACTERS
            assert step_note(step, name, other.board, 5).endswith(".")
    assert len(kinds) > 1


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(
    ("dominoes", "phrase"), [("dealt", "in their box"), ("physical", "take 5 each")]
)
def test_quincy_begins_with_an_empty_board_stones_and_dominoes(players, dominoes, phrase):
    position = GAMES["quincy"].initial({"players": players, "dominoes": dominoes})
    stones, tiles = tasks_before(position)
    assert "stones" in stones.banner
    assert "starts empty" in stones.note
    assert ("opposite" in stones.note) == (players == 4)
    assert phrase in tiles.banner
    assert "5" in tiles.banner + tiles.note


def test_mixing_with_fewer_sizes_says_which_to_leave_out():
    (preparation,) = tasks_before(GAMES["quincala-mixing"].initial({"sizes": 3}))
    assert preparation.banner == "Leave out sizes 4 and 5"
    assert tasks_before(GAMES["quincala-mixing"].initial({"sizes": 5})) == ()


def test_pieces_in_hand_are_told_by_their_holder():
    for position in wander(GAMES["quincala-mixing"].initial(), random.Random(2), 60):
        if position.hand():
            break
    (reminder,) = tasks_after(position)
    side = ("White", "Black")[position.side]
    line = next(line for line in reminder.note.splitlines() if line.startswith(f"{side}: "))
    assert line.count("'s ") == len(position.hand())
    assert tasks_after(GAMES["quincala-mixing"].initial()) == ()


def test_a_short_way_is_told_whole_and_a_long_one_counted():
    board = KNOCKING.board

    def told(wanted):
        steps = restoring_steps(placed(board, a2=(W1,)), placed(board, **wanted))
        return restoring_note(steps, "quincala-knocking", board)

    assert told({"a2": (W1,)}) == "The board is set up correctly."
    assert told({"a3": (W1,)}) == "Move White's small piece from a2 to a3."
    two = told({"a3": (W1,), "b4": (W2,)})
    assert two.startswith(
        "Move White's small piece from a2 to a3. Put White's medium piece on b4. Press Hint"
    )
    four = told({"a3": (W1,), "b4": (W2,), "c5": (W3,), "c6": (B1,)})
    assert four.startswith("It takes 4 steps to correct the board. Press Hint")


def test_quincy_counts_dominoes_and_says_from_whom_a_hand_is_hidden():
    preparations = tasks_before(GAMES["quincy"].initial({"dominoes": "dealt"}, seed=1))
    assert preparations[-1].note == (
        "The computer deals 5 dominoes to each player and hides every hand from the others."
    )
