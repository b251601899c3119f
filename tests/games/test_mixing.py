import random
import time
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.contract import (
    Fact,
    Lifted,
    Move,
    Outcome,
    Piece,
    Progress,
    Refusal,
    RefusedError,
    Token,
    parse_board,
)
from companion.errors import (
    BoardError,
    IllegalMoveError,
    NotationError,
    OptionError,
    PositionError,
)
from companion.games.quincala_mixing.rules import MIXING
from companion.plugins import load_board
from tests.amounts import few_and_many
from tests.games.more_games import MORE
from tests.games.slow_mixing import SlowMixing, State, frozen
from tests.moving import played
from tests.tall_towers import TALL

FULL = ["ooooooooo"] * 9
NEAR = [f"{file}{rank}" for rank in (1, 2) for file in "abcdefghi"]
FAR = [f"{file}{rank}" for rank in (8, 9) for file in "abcdefghi"]
BOARD = load_board("quincala")
WHITE, BLACK = 0, 1
START_TEXT = (
    "..../......../...3b..3b.../..3b1b2b.2b1b3b../..2b1b...1b2b../...../......./....."
    "/..2w1w...1w2w../..3w1w2w.2w1w3w../...3w..3w.../......../.... w"
)


def towers_of(text):
    """Read ``d4:3w1w e5:2b`` into {dot: [(side, size), ...]}."""
    towers = {}
    for item in text.split():
        dot, pieces = item.split(":")
        towers[dot] = pieces_in(pieces)
    return towers


def pieces_in(text):
    return [("wb".index(text[i + 1]), int(text[i])) for i in range(0, len(text), 2)]


def board_for(pieces, rows=FULL, areas=(NEAR, FAR), cuts=()):
    """Return a board whose set-up has just *pieces*, (side, size) each, on its first dots."""
    dots = [
        f"{'abcdefghijklmnopqrstuvwxyz'[f]}{r}"
        for r, row in enumerate(reversed(rows), 1)
        for f, cell in enumerate(row)
        if cell == "o"
    ]
    tables = {}
    for dot, (side, size) in zip(dots, sorted(pieces), strict=False):
        tables.setdefault((side, size), []).append(dot)
    lines = ['name = "own"', 'note = "made by a test"', f"rows = {list(rows)!r}"]
    lines.append(f"cuts = {[list(cut) for cut in cuts]!r}")
    for side, name in enumerate(("white", "black")):
        lines.append(f"[setups.start.{name}]")
        lines += [f"{size} = {group!r}" for (s, size), group in tables.items() if s == side]
    lines.append("[areas]")
    lines += [
        f"{n} = {[d for d in a if d in dots]!r}"
        for n, a in zip(("white", "black"), areas, strict=True)
    ]
    return parse_board("\n".join(lines), "own.toml")


def stand(text, side=WHITE, hand="", immune="", waits="", **board_parts):
    """
    Return the position of *text* on a board whose set-up is just these pieces.

    The game needs the sizes from 1 to 3 at least: those that are missing stand as
    lone white pieces on h5, h6 and h7, out of the way.
    """
    towers = towers_of(text)
    pieces = [piece for tower in towers.values() for piece in tower]
    pieces += pieces_in(hand) + pieces_in(waits)
    sizes = max(3, *(size for _, size in pieces))
    for size in set(range(1, sizes + 1)) - {size for _, size in pieces}:
        towers[f"h{4 + size}"] = [(WHITE, size)]
        pieces.append((WHITE, size))
    rows = board_parts.get("rows", FULL)
    board = board_for(pieces, **board_parts)
    cells = []
    for rank, row in zip(range(len(rows), 0, -1), rows, strict=True):
        names = [f"{'abcdefghijklmnopqrstuvwxyz'[f]}{rank}" for f, c in enumerate(row) if c == "o"]
        cells.append("".join(cell_of(towers.get(name, [])) for name in names))
    fields = [f"immune={immune}"] * bool(immune) + [f"waits={waits}"] * bool(waits)
    fields += [f"sizes={sizes}"] * (sizes > 3)
    return MIXING.from_text(" ".join(["/".join(cells), "wb"[side], *fields]), board)


def cell_of(tower):
    text = "".join(f"{size}{'wb'[side]}" for side, size in tower)
    return f"({text})" if len(tower) > 1 else text or "."


def at(place, name):
    """Return what stands on a dot as ``3w1w``."""
    board = place.board if hasattr(place, "board") else place.position.board
    return written(place.pieces().get(board.site_of(name), ()))


def written(pieces):
    return "".join(f"{piece.value}{'wb'[piece.side]}" for piece in pieces)


def immune_of(place):
    board = place.board if hasattr(place, "board") else place.position.board
    return {f"{board.names[site]}:{size}" for site, size in place.immune()}


def touch_of(board, name):
    """Return the site called *name*, or the piece in hand that ``3w!`` names."""
    if name.endswith("!"):
        return Token("hand", ("wb".index(name[-2]), int(name[:-2])))
    return board.site_of(name)


def touched_in_notation(position, *names):
    half = position.begin()
    for name in names:
        half = half.touch(touch_of(position.board, name))
    return half


def next_names(half):
    names = half.position.board.names
    return {
        f"{touch.values[1]}{'wb'[touch.values[0]]}!" if isinstance(touch, Token) else names[touch]
        for touch in half.next_touches()
    }


def refused(position, *names):
    """Return the code of the refusal of the last of *names*."""
    return refusal_of(position, *names).code


def refusal_of(position, *names):
    half = touched_in_notation(position, *names[:-1])
    with pytest.raises(RefusedError) as caught:
        half.touch(touch_of(position.board, names[-1]))
    return caught.value.refusal


def random_positions(seed, games, plies=200, sizes=3, board=None):
    """Yield the positions of seeded random games, finished ones included."""
    rng = random.Random(seed)
    for _ in range(games):
        position = MIXING.initial({"sizes": sizes}, board=board)
        for _ in range(plies):
            yield position
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))


# Board and set-up.


def test_the_board_is_the_reconstruction_of_105_dots():
    assert len(BOARD) == 105
    assert (BOARD.files, BOARD.ranks) == (13, 13)
    assert "reconstruction" in BOARD.note


def test_each_placing_area_is_two_near_lobes_of_twenty_dots():
    white = {BOARD.names[site] for site in BOARD.areas["white"]}
    assert len(white) == 40
    assert white == {n for n in BOARD.names if int(n[1:]) <= 5 and n[0] in "abcdeijklm"}
    last = len(BOARD) - 1
    assert BOARD.areas["black"] == {last - site for site in BOARD.areas["white"]}


@pytest.mark.parametrize("sizes", [3, 4, 5])
def test_fewer_sizes_leave_out_the_largest(sizes):
    start = MIXING.initial({"sizes": sizes})
    count = Counter(piece for tower in start.pieces().values() for piece in tower)
    assert count == {Piece(s, value): 4 for s in (0, 1) for value in range(1, sizes + 1)}
    assert start.off_board() == start.hand() == ()
    assert start.side == WHITE


def test_five_sizes_stand_as_the_figure_is_read():
    start = MIXING.initial({"sizes": 5})
    dots = ["c1", "a3", "c2", "b3", "d3", "c4", "e4", "d5", "d4", "e5"]
    assert [at(start, dot) for dot in dots] == [
        "5w",
        "5w",
        "4w",
        "4w",
        "3w",
        "3w",
        *["2w"] * 2,
    ] + ["1w"] * 2
    for site, (piece,) in start.pieces().items():
        assert start.pieces()[len(BOARD) - 1 - site] == (Piece(1 - piece.side, piece.value),)
        file, rank = BOARD.places[site]
        assert start.pieces()[BOARD.places.index((12 - file, rank))] == (piece,)


@pytest.mark.parametrize("sizes", [2, 6, True, "three"])
def test_other_numbers_of_sizes_are_refused(sizes):
    with pytest.raises(OptionError, match="sizes as 3 or 4 or 5"):
        MIXING.initial({"sizes": sizes})


def test_seed_out_of_range_is_refused():
    with pytest.raises(OptionError):
        MIXING.initial(seed=-1)


def test_boards_that_lack_something_are_named():
    bare = 'name = "bare"\nnote = "n"\nrows = ["oooo"]\n'
    setup = '[setups.start]\nwhite = {1 = ["a1"], 2 = ["b1"]}\nblack = {2 = ["c1"]}\n'
    areas = '[areas]\nwhite = ["a1"]\nblack = ["b1"]\n'
    for text, message in [
        (bare, "bare.*set-up 'start'"),
        (bare + setup, "bare.*area 'white'"),
        (bare + setup + areas.replace("black", "far"), "bare.*area 'black'"),
        (bare + setup + areas, "bare.*3 sizes, got 2"),
    ]:
        with pytest.raises(BoardError, match=message):
            MIXING.initial(board=parse_board(text, "bare.toml"))


# Lifting and legs.


def test_first_lift_takes_the_whole_plain_tower():
    half = touched_in_notation(stand("a1:3w2w1w e5:3b"), "a1")
    assert written(half.lifted().pieces) == "3w2w1w"
    assert {"d1", "d4", "a4"} <= next_names(half)
    assert "e1" not in next_names(half)


def test_no_move_starts_with_a_mixed_tower():
    position = stand("d4:3w2b a1:1w e5:3b")
    assert refused(position, "d4") == "mixed-start"
    assert refused(position, "e5") == "not-yours"
    assert refused(position, "b7") == "empty"


def test_further_leg_leaves_the_largest_piece():
    half = touched_in_notation(stand("a1:3w2w1w e5:3b"), "a1", "b1", "b3")
    assert (at(half, "b1"), at(half, "b3")) == ("3w", "2w1w")


def test_further_leg_may_start_from_a_mixed_tower():
    half = touched_in_notation(stand("d4:3w1w e5:2b i9:3b"), "d4", "e5")
    assert at(half, "e5") == "3w2b1w"
    assert half.progress is Progress.EXTENDABLE
    assert half.lifted() == Lifted(half.position.board.site_of("e5"), (Piece(0, 1),))
    assert (at(half.touch(half.position.board.site_of("f5")), "e5")) == "3w2b"


def test_further_leg_leaves_all_enemy_pieces_and_steps_by_its_own():
    half = touched_in_notation(stand("d4:4w2w1w e5:5b3b i9:3b"), "d4", "e5")
    assert {"g7", "e7"} <= next_names(half)
    assert "h8" not in next_names(half)
    onward = half.touch(half.position.board.site_of("g7"))
    assert (at(onward, "e5"), at(onward, "g7")) == ("5b4w3b", "2w1w")


def test_smaller_pieces_of_a_mixed_tower_passed_may_be_taken_along():
    position = stand("d4:1w e5:3w2b i9:3b")
    assert at(touched_in_notation(position, "d4", "e5", "f6"), "f6") == "1w"
    assert at(touched_in_notation(stand("d4:3w e5:2b1w i9:3b"), "d4", "e5", "f6"), "e5") == "3w2b"


def test_lone_own_piece_in_a_mixed_tower_ends_the_move():
    position = stand("d4:1w e5:3b i9:3b")
    half = touched_in_notation(position, "d4", "e5")
    assert half.progress is Progress.COMPLETE
    assert half.lifted() is None
    assert refused(position, "d4", "e5", "f6") == "no-piece-to-lift"


def test_occupied_dot_can_be_landed_on_but_not_passed():
    position = stand("a1:3w2w1w b1:2b e5:3b")
    assert "b1" in next_names(touched_in_notation(position, "a1"))
    assert refused(position, "a1", "c1") == "blocked"
    assert refused(position, "a1", "e1") == "blocked"
    assert refused(position, "a1", "a5") == "too-far"
    assert refused(position, "a1", "b3") == "off-line"
    assert refused(position, "a1", "a1") == "same-site"


def test_cut_is_crossed_by_no_leg():
    position = stand("a1:2w1w e5:3b", cuts=[("a1", "b1"), ("a2", "a3")])
    assert refused(position, "a1", "b1") == "cut"
    assert refused(position, "a1", "a3") == "cut"


def test_notch_of_the_board_cannot_be_crossed():
    ranks = MIXING.initial().to_text().split("/")
    assert ranks[9] == "..3w1w2w.2w1w3w.."
    ranks[9] = "...1w(3w2w).2w1w3w.."
    position = MIXING.from_text("/".join(ranks))
    assert refused(position, "e4", "g4") == "outside"
    assert "g6" in next_names(touched_in_notation(position, "e4"))


# Knocking and hands.


def test_knocked_enemy_piece_is_placed_by_the_enemy():
    after = played(stand("d4:3w e5:3b a9:1b"), "d4xe5")
    assert at(after, "e5") == "3w"
    assert (after.side, after.hand()) == (BLACK, (Piece(1, 3),))
    assert after.legal_moves()[0].text == "3b@a8"


def test_knocked_own_piece_is_placed_by_the_opponent_in_his_area():
    after = played(stand("d4:3w e5:3w a9:1b"), "d4xe5")
    assert (after.side, after.hand()) == (BLACK, (Piece(0, 3),))
    placed = played(after, "3w@b8")
    assert (placed.side, at(placed, "b8"), placed.hand()) == (BLACK, "3w", ())
    assert played(placed, "a9-a8").side == WHITE


def test_tower_of_three_knocks_both_of_its_sizes_on_the_dot():
    after = played(stand("d4:3w2w1w e5:3b1b a9:2b"), "d4xe5")
    assert after.off_board() == (Piece(1, 3), Piece(1, 1))


def test_own_and_enemy_pieces_knocked_in_one_move_are_all_in_one_hand():
    after = played(stand("d4:3w1w e5:3b f6:1w a9:2b"), "d4xe5xf6")
    assert after.hand() == (Piece(0, 1), Piece(1, 3))


def test_knocked_pieces_are_off_the_board_before_the_turn_is_over():
    half = touched_in_notation(stand("d4:3w1w e5:3b a9:2b"), "d4", "e5")
    assert half.off_board() == (Piece(1, 3),)
    assert half.hand() == ()


# Placing.


def two_in_hand():
    return stand("a1:3w e5:3b d4:2w", hand="3b1b1w")


def test_placing_comes_first_and_takes_any_free_dot_of_the_own_area():
    position = stand("a1:3w e5:3b d4:2w", hand="1b")
    texts = [move.text for move in position.legal_moves()]
    assert texts == [f"1b@{dot}" for dot in NEAR if dot != "a1"]
    assert next_names(position.begin()) == {"1b!", *NEAR} - {"a1"}


def test_black_places_in_the_far_area():
    position = stand("a9:3b e5:3w d4:2w", BLACK, hand="1w")
    assert position.legal_moves()[0].text == "1w@a8"
    assert next_names(position.begin()) == {"1w!", *FAR} - {"a9"}


def test_the_area_is_known_before_the_piece_is_chosen_and_not_in_the_moving_phase():
    area = [two_in_hand().board.names[site] for site in two_in_hand().begin().area()]
    assert area == NEAR
    assert touched_in_notation(two_in_hand(), "3b!", "c2").area() == two_in_hand().begin().area()
    assert MIXING.initial().begin().area() == ()


def test_with_several_kinds_in_hand_one_is_chosen_first():
    position = two_in_hand()
    assert next_names(position.begin()) == {"1w!", "3b!", "1b!"}
    assert list(position.begin().next_touches()) == [
        Token("hand", (0, 1)),
        Token("hand", (1, 3)),
        Token("hand", (1, 1)),
    ]
    half = touched_in_notation(position, "3b!")
    assert (half.progress, half.move, half.facts()) == (Progress.INCOMPLETE, None, ())
    assert next_names(half) == {*NEAR} - {"a1"}
    done = touched_in_notation(position, "3b!", "c2")
    assert done.move == Move("3b@c2", (Token("hand", (1, 3)), position.board.site_of("c2")))
    assert done.progress is Progress.COMPLETE
    assert done.facts() == (Fact("place", (Piece(1, 3), position.board.site_of("c2"))),)
    assert written(done.hand()) == "1w1b"
    assert written(half.hand()) == written(position.hand()) == "1w3b1b"


def test_with_one_kind_in_hand_the_dot_alone_is_enough():
    position = stand("a1:3w e5:3b d4:2w", hand="1b1b")
    dot, token = position.board.site_of("c2"), Token("hand", (1, 1))
    short, long = touched_in_notation(position, "c2"), touched_in_notation(position, "1b!", "c2")
    assert short.move == Move("1b@c2", (dot,))
    assert long.move == Move("1b@c2", (token, dot))
    assert position.after(short) == position.after(long)
    assert position.parse("1b@c2") == short.move


def test_same_side_goes_on_until_the_hand_is_empty():
    position = stand("a1:3w e5:3b d4:2w", hand="1b1b")
    one = played(position, "1b@c2")
    both = played(one, "1b@c1")
    assert [p.side for p in (one, both)] == [WHITE, WHITE]
    assert one.is_placing()
    assert not both.is_placing()
    assert both == played(position, "1b@c1", "1b@c2")
    assert played(both, "a1-b1").side == BLACK


def test_refusals_while_placing():
    position = two_in_hand()
    assert refused(position, "c2") == "choose-piece"
    assert refused(position, "a1") == "place-first"
    assert refused(position, "d4") == "place-first"
    assert refused(position, "e5") == "place-first"
    assert refused(position, "e6") == "not-in-area"
    assert refused(position, "2w!") == "not-in-hand"
    assert refused(position, "3b!", "a1") == "occupied"
    assert refused(position, "3b!", "e6") == "not-in-area"
    assert refused(position, "3b!", "d4") == "not-in-area"
    assert refused(position, "3b!", "a8") == "not-in-area"
    assert refused(position, "3b!", "1b!") == "piece-chosen"
    assert refused(position, "3b!", "c2", "c1") == "complete"
    half = position.begin()
    assert half.refusal(Token("pass", ())) == Refusal("place-first")
    assert half.refusal(Token("tile", (1,))) == Refusal("token")
    assert half.refusal(-1) == half.refusal(81) == Refusal("off-board")


def test_one_kind_in_hand_is_refused_on_a_taken_dot():
    position = stand("a1:3w e5:3b d4:2w", hand="1b")
    assert refused(position, "1b!", "a1") == "occupied"
    assert refused(position, "e6") == "not-in-area"


def test_moves_and_passes_wait_for_the_hand_to_be_empty():
    for text in ("d4-d5", "pass", "c2-c3"):
        with pytest.raises(RefusedError, match="place-first"):
            two_in_hand().parse(text)
    with pytest.raises(IllegalMoveError):
        two_in_hand().play(Move("d4-d5", (30, 39)))


def test_nothing_is_placed_from_an_empty_hand():
    position = stand("a1:3w e5:3b d4:2w")
    assert refused(position, "3w!") == "not-in-hand"
    with pytest.raises(RefusedError, match="not-in-hand"):
        position.parse("3w@c2")
    with pytest.raises(RefusedError, match="not-in-hand"):
        two_in_hand().parse("2w@c2")
    with pytest.raises(RefusedError, match="occupied"):
        two_in_hand().parse("3b@a1")


def test_rest_of_the_hand_waits_where_no_dot_is_free():
    areas = (["a1", "b1"], ["a9", "b9"])
    position = stand("a1:3w e5:3b d4:2w", hand="1b1w", areas=areas)
    full = played(position, "1b@b1")
    assert full.hand() == (Piece(0, 1),)
    assert not full.is_placing()
    assert refused(full, "1w!") == "areas-full"
    assert full.legal_moves()[0].text.startswith("a1")
    after = played(full, "a1-a2")
    assert (after.side, after.hand(), after.off_board()) == (BLACK, (), (Piece(0, 1),))
    assert MIXING.from_text(after.to_text(), after.board) == after
    again = played(after, "e5-e4")
    assert again.hand() == (Piece(0, 1),)
    assert [move.text for move in again.legal_moves()] == ["1w@a1"]


def test_both_hands_are_told_apart():
    areas = (["a1"], ["a9"])
    position = stand("a1:3w e5:3b d4:3w", hand="1b2w", areas=areas)
    after = played(position, "d4xe5")
    assert after.hand() == (Piece(1, 3),)
    assert after.off_board() == (Piece(0, 2), Piece(1, 3), Piece(1, 1))
    assert after.key != stand("a1:3w e5:3w", BLACK, hand="3b2w1b", areas=areas).key


# Immunity.


def test_piece_that_knocked_an_enemy_is_immune_in_the_following_turn():
    after = played(stand("d4:3w e5:3b f6:3b a9:3b"), "d4xe5")
    assert immune_of(after) == {"e5:3"}
    moving = played(after, "3b@i9")
    assert immune_of(moving) == {"e5:3"}
    assert refusal_of(moving, "f6", "e5") == Refusal("immune", (moving.board.site_of("e5"),))
    assert "f6xe5" not in {move.text for move in moving.legal_moves()}


def test_immunity_ends_with_that_turn():
    moving = stand("e5:3w f6:3b a9:3b c3:2w", BLACK, immune="e5:3")
    later = played(moving, "a9-a8", "c3-c4")
    assert immune_of(later) == set()
    assert at(played(later, "f6xe5"), "e5") == "3b"


def test_piece_that_knocked_its_own_color_is_not_immune():
    after = played(stand("d4:3w e5:3w f6:3b"), "d4xe5")
    assert immune_of(after) == set()
    assert at(played(after, "3w@a9", "f6xe5"), "e5") == "3b"


def test_immune_piece_may_be_joined_by_other_sizes():
    position = stand("e5:3w2w f6:2b f5:3b2b a9:1b", BLACK, immune="e5:3")
    assert at(played(position, "f6xe5"), "e5") == "3w2b"
    assert refused(position, "f5", "e5") == "immune"


def test_immune_piece_is_no_way_through():
    position = stand("e5:3w f6:3b2b1b", BLACK, immune="e5:3")
    assert refused(position, "f6", "d4") == "blocked"


def test_only_the_pieces_of_sizes_knocked_become_immune():
    half = touched_in_notation(stand("d4:3w2w1w e5:3b1w a9:2b"), "d4", "e5")
    assert immune_of(half) == {"e5:3"}


def test_immunity_goes_with_the_piece_in_the_same_turn():
    position = stand("d4:3w1w e5:1b a9:2b")
    half = touched_in_notation(position, "d4", "e5")
    assert immune_of(half) == {"e5:1"}
    assert immune_of(touched_in_notation(position, "d4", "e5", "f6")) == {"f6:1"}
    assert immune_of(played(position, "d4xe5-f6")) == {"f6:1"}


def test_fresh_immunity_does_not_protect_from_the_own_side():
    # The 2 that knocked stays on e5; another 2, fetched from f6, comes back onto it.
    position = stand("d4:2w1w e5:2b f6:3w2w a9:3b")
    assert immune_of(touched_in_notation(position, "d4", "e5", "f6")) == {"e5:2"}
    half = touched_in_notation(position, "d4", "e5", "f6", "e5")
    assert at(half, "e5") == "2w1w"
    assert immune_of(half) == set()
    assert half.off_board() == (Piece(0, 2), Piece(1, 2))


def test_immune_piece_that_then_knocks_its_own_color_stays_immune():
    position = stand("d4:3w2w e5:2b e6:2w a9:1b")
    assert immune_of(touched_in_notation(position, "d4", "e5", "e6")) == {"e6:2"}


def test_routes_that_leave_other_pieces_immune_lead_to_different_positions():
    plain = stand("e5:3w f6:3b a9:2b", BLACK)
    marked = stand("e5:3w f6:3b a9:2b", BLACK, immune="e5:3")
    assert plain.key != marked.key
    assert plain.pieces() == marked.pieces()


def test_shut_in_by_immune_pieces_a_side_passes():
    parts = {"rows": ["oooooo", "......", "ooo..."], "areas": (["a1"], ["c1"])}
    position = stand("a1:3w b1:3b c1:3w2w1w", BLACK, immune="a1:3,c1:3", **parts)
    assert [move.text for move in position.legal_moves()] == ["pass"]
    assert refused(position, "b1") == "must-pass"
    assert immune_of(played(position, "pass")) == set()
    half_open = stand("a1:3w b1:3b c1:3w2w1w", BLACK, immune="a1:3", **parts)
    assert [move.text for move in half_open.legal_moves()] == ["b1xc1"]
    assert refused(half_open, "b1", "a1") == "immune"


def test_piece_shut_in_by_an_immune_one_has_no_legs():
    parts = {"rows": ["oooooo", "......", "ooo.oo"], "areas": (["a1"], ["c1"])}
    position = stand("a1:3b b1:3w e1:2b f3:1b", BLACK, immune="b1:3", **parts)
    assert refused(position, "a1") == "no-legs"


# The end of the game.


def winning():
    """White needs his 1 in a mixed tower; of Black's sizes the 1 is apart."""
    return stand("d4:3w2b e5:3b2w f6:2b g5:1w b7:1b")


def test_last_size_wins_at_the_end_of_the_turn():
    assert winning().outcome() is None
    assert (winning().formed(WHITE), winning().formed(BLACK)) == ({2, 3}, {2, 3})
    after = played(winning(), "g5-f6")
    assert after.formed(WHITE) == {1, 2, 3}
    assert after.outcome() == Outcome(WHITE, "all-sizes-mixed")
    assert (after.legal_moves(), after.perft(1), after.side) == ([], 0, BLACK)
    assert after.begin().next_touches() == {}
    assert refused(after, "b7") == "game-over"
    with pytest.raises(RefusedError, match="game-over"):
        after.parse("pass")
    with pytest.raises(RefusedError, match="game-over"):
        after.parse("3w@c2")


def test_sizes_may_stand_in_one_mixed_tower():
    after = played(stand("d4:3w2w1w e5:4b b7:3b2b"), "d4-e5")
    assert after.outcome() == Outcome(WHITE, "all-sizes-mixed")


def test_plain_towers_form_nothing():
    assert stand("d4:3w2w1w b7:3b2b1b").formed(WHITE) == frozenset()


def test_formation_passed_in_mid_turn_is_nothing():
    position = stand("d4:3w2b e5:3b2w f6:3w2b g5:1w b7:1b")
    through = touched_in_notation(position, "g5", "f6")
    assert through.formed(WHITE) == {1, 2, 3}
    assert through.facts()[-1] == Fact("win", (WHITE,))
    there = touched_in_notation(position, "g5").next_touches()[position.board.site_of("f6")]
    assert there[-1] == Fact("win", (WHITE,))
    assert through.progress is Progress.EXTENDABLE
    on = touched_in_notation(position, "g5", "f6", "g7")
    assert on.formed(WHITE) == {2, 3}
    assert "win" not in {fact.code for fact in on.facts()}
    assert played(position, "g5-f6-g7").outcome() is None
    assert played(position, "g5-f6").outcome() == Outcome(WHITE, "all-sizes-mixed")


def test_both_complete_lets_the_side_without_the_turn_win():
    position = stand("d4:3w2b e5:2w1b f6:3b g5:1w")
    after = played(position, "g5-f6")
    assert after.formed(WHITE) == after.formed(BLACK) == {1, 2, 3}
    assert after.outcome() == Outcome(BLACK, "both-all-sizes-mixed")
    assert position.explain(position.parse("g5-f6"))[-1] == Fact("lose", (WHITE,))


def test_mover_who_completes_only_the_enemy_loses():
    position = stand("d4:3w2b e5:2w1b f6:3b g5:2w a2:1w")
    after = played(position, "g5-f6")
    assert after.formed(WHITE) == {2, 3}
    assert after.outcome() == Outcome(BLACK, "all-sizes-mixed")
    assert position.explain(position.parse("g5-f6"))[-1] == Fact("lose", (WHITE,))


def test_black_wins_as_white_does():
    position = stand("d4:3b2w e5:3w2b f6:2w g5:1b b7:1w", BLACK)
    assert played(position, "g5-f6").outcome() == Outcome(BLACK, "all-sizes-mixed")


# Passing.


def test_side_without_a_plain_tower_passes():
    position = stand("d4:3w2b e5:3b2w f6:1b", waits="1w")
    half = position.begin()
    assert [move.text for move in position.legal_moves()] == ["pass"]
    assert half.progress is Progress.COMPLETE
    assert half.move == Move("pass", ())
    assert half.facts() == (Fact("pass"),)
    assert refused(position, "f6") == "must-pass"
    after = played(position, "pass")
    assert (after.side, after.pieces()) == (BLACK, position.pieces())
    assert position.perft(1) == 1
    assert position.perft(2) == len(after.legal_moves())


def test_pass_is_refused_while_a_leg_is_possible():
    with pytest.raises(RefusedError, match="may-not-pass"):
        MIXING.initial().parse("pass")
    assert MIXING.initial().begin().refusal(Token("tile", (1, 2))) == Refusal("token")
    assert MIXING.initial().begin().refusal(len(BOARD)) == Refusal("off-board")


# Half-made turns.


def test_touch_and_undo_lead_back():
    half = touched_in_notation(two_in_hand(), "3b!", "c2")
    assert half.undone().touches == half.touches[:-1]
    assert half.undone().hand() == two_in_hand().hand()
    assert half.undone().undone().touches == ()
    legs = touched_in_notation(stand("d4:3w1w e5:2b i9:3b"), "d4", "e5", "f5")
    assert legs.undone().touches == legs.touches[:-1]
    assert at(legs.undone(), "e5") == "3w2b1w"


def test_turn_that_is_not_whole_or_of_another_position_is_refused():
    position = two_in_hand()
    with pytest.raises(IllegalMoveError):
        position.after(touched_in_notation(position, "3b!"))
    with pytest.raises(IllegalMoveError):
        played(position, "3b@c2").after(touched_in_notation(position, "3b!", "c1"))
    start = MIXING.initial()
    with pytest.raises(IllegalMoveError):
        start.after(touched_in_notation(start, "c4"))
    with pytest.raises(IllegalMoveError):
        start.play(Move("c4", (start.board.site_of("c4"),)))
    with pytest.raises(IllegalMoveError):
        MIXING.initial({"sizes": 4}).after(touched_in_notation(start, "c4", "c5"))


def test_facts_of_legs_through_mixed_towers():
    position = stand("d4:3w1w e5:3b2b f6:1b a9:1b i1:2w")
    site = position.board.site_of
    assert touched_in_notation(position, "d4").facts() == ()
    half = touched_in_notation(position, "d4", "e5", "f6")
    assert half.facts() == (
        Fact("move", (Piece(0, 3), Piece(0, 1))),
        Fact("knock", (Piece(1, 3), site("e5"))),
        Fact("join", (site("e5"),)),
        Fact("mixed", (site("e5"),)),
        Fact("immune", (Piece(0, 3), site("e5"))),
        Fact("form", (0, (3, 1))),
        Fact("form", (1, (2,))),
        Fact("sow", (Piece(0, 3), site("e5"))),
        Fact("move", (Piece(0, 1),)),
        Fact("knock", (Piece(1, 1), site("f6"))),
        Fact("immune", (Piece(0, 1), site("f6"))),
    )


def test_knocked_out_immune_piece_is_no_join():
    """The mark that a fresh piece leaves behind is no piece."""
    position = stand("d4:2w1w e5:2b f6:3w2w a9:3b")
    half = touched_in_notation(position, "d4", "e5", "f6", "e5")
    assert half.facts()[-1] == Fact("knock", (Piece(0, 2), position.board.site_of("e5")))


# Legal moves.


def test_first_moves_keep_their_order():
    texts = [move.text for move in MIXING.initial().legal_moves()]
    assert texts[:6] == ["d3-c2", "d3-d2", "d3-e2", "d3-c3", "d3-e3", "d3xc4"]


def test_canonical_route_is_the_shortest_and_then_the_first():
    rng = random.Random(3)
    for position in list(random_positions(13, 2, plies=40))[::3]:
        if position.is_placing() or position.outcome():
            continue
        best = {position.play(move).key: move.touches for move in position.legal_moves()}
        for _ in range(60):
            half = position.begin()
            while half.next_touches() and (len(half.touches) < 2 or rng.random() < 0.7):
                half = half.touch(rng.choice(list(half.next_touches())))
                if len(half.touches) > 1:
                    least = best[position.after(half).key]
                    assert (len(least), least) <= (len(half.touches), half.touches)


def slow_and_state(position, cuts=()):
    """Return the second generator for the board of *position*, and the position for it."""
    board, rules = position.board, position.rules
    sizes = [{p.value for p in rules.pieces(rules.full[side])} for side in (0, 1)]
    areas = [[board.names[site] for site in board.areas[name]] for name in ("white", "black")]
    return SlowMixing(board.rows, areas, sizes, cuts), state_of(position)


def state_of(position):
    names, immune = position.board.names, position.immune()
    placement = {
        names[site]: [(*p, "immune" if (site, p.value) in immune else "") for p in tower]
        for site, tower in position.pieces().items()
    }
    mine = [tuple(piece) for piece in position.hand()]
    other = Counter(position.off_board()) - Counter(position.hand())
    hands = [mine, [tuple(piece) for piece in other.elements()]]
    return State(placement, position.side, tuple(hands if position.side == 0 else hands[::-1]))


def assert_same_results(position, cuts=()):
    slow, state = slow_and_state(position, cuts)
    fast = {frozen(state_of(position.play(move))) for move in position.legal_moves()}
    assert fast == set(slow.results(state)), position.to_text()


@pytest.mark.parametrize(
    ("sizes", "games"),
    [
        (3, 1),
        *(pytest.param(sizes, 1, marks=MORE) for sizes in (4, 5)),
        *(pytest.param(*kind, marks=pytest.mark.slow) for kind in [(3, 4), (4, 2)]),
    ],
)
def test_results_equal_those_of_the_second_generator(sizes, games):
    for number, position in enumerate(random_positions(2010, games, sizes=sizes)):
        is_due = number % 12 == 0 or position.outcome() is not None
        if is_due and position.perft(1) < 1000:
            assert_same_results(position)


@pytest.mark.parametrize(
    ("sizes", "each", "games"),
    [(3, 2, 3), pytest.param(3, 2, 6, marks=pytest.mark.slow), pytest.param(4, 1, 6, marks=MORE)],
)
def test_results_equal_those_of_the_second_generator_on_a_crowded_board(sizes, each, games):
    cuts = [("b2", "c2"), ("c3", "d4"), ("d1", "d2"), ("c2", "d3")]
    kinds = [(side, size) for side in (0, 1) for size in range(1, sizes + 1)]
    rows = ["ooooo", "oo.oo", "ooooo", "oooo.", "ooooo"]
    waited = 0
    for seed in range(games):
        board = board_for(kinds * each, rows, (["a1", "c1"], ["a5", "c5"]), cuts)
        for position in random_positions(seed, 1, 25, sizes, board):
            assert_same_results(position, cuts)
            waited += any(position.waiting)
    assert waited


def test_perft_of_the_first_plies():
    assert [MIXING.initial().perft(depth) for depth in (0, 1)] == [1, 471]
    assert MIXING.initial({"sizes": 4}).perft(1) == 1027


def test_bulk_count_ends_immunity_and_keeps_what_waits():
    kinds = [(side, size) for side in (0, 1) for size in (1, 2, 3)] * 2
    board = board_for(kinds, ["oooo", "oo.o", "oooo", "oooo"], (["a1"], ["a4"]))
    marked = [p for p in random_positions(2, 2, 30, board=board) if p.immune()]
    # Of the others each has more than half a million sequences.
    few = [position for position in marked if position.perft(2) < 3_000]
    assert len(few) >= 5 and any(any(p.waiting) for p in few)
    for position in few:
        by_playing = sum(len(position.play(m).legal_moves()) for m in position.legal_moves())
        assert position.perft(2) == by_playing, position.to_text()


# Notation.


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "@", "3b@", "@c2", "3@c2", "b@c2", "3b@c2 ", " 3b@c2", "3B@c2", "3b@C2",
        "3b@c02", "03b@c2", "3b@j1", "4b@c2", "3b@c2@c1", "3b@c2-c3", "3g@c2", "３b@c2",
        "3b@c٢", "3b @c2", "3bxc2", "3b-c2", "PASS", "c2", "c2-", "c2-z9", "c2@3b",
    ],
)  # fmt: skip
def test_malformed_text_is_no_notation(text):
    with pytest.raises(NotationError):
        two_in_hand().parse(text)


def test_leg_must_be_marked_as_it_is():
    for text in ("d3-c4", "d3xc2"):
        with pytest.raises(NotationError, match="for this leg"):
            MIXING.initial().parse(text)


def test_hostile_text_fails_fast():
    began = time.process_time()
    for text in ("3w@c2" * 2_000_000, "9" * 10_000_000 + "w@c2", "w@" * 5_000_000):
        with pytest.raises(NotationError) as caught:
            MIXING.initial().parse(text)
        assert len(str(caught.value)) < 300
    for text in (" w" * 5_000_000, START_TEXT + " immune=" + "c4:3," * 2_000_000):
        with pytest.raises(PositionError) as refused_text:
            MIXING.from_text(text)
        assert len(str(refused_text.value)) < 300
    assert time.process_time() - began < 5


# Position text.


def test_text_of_the_start():
    assert MIXING.initial().to_text() == START_TEXT
    assert MIXING.from_text(START_TEXT) == MIXING.initial()
    assert MIXING.initial({"sizes": 4}).to_text().endswith("/.4w....4w./.... w sizes=4")


def test_text_tells_immunity_and_what_waits():
    position = stand("e5:3w d4:2w1w f6:3b a9:3b", BLACK, hand="2b", immune="d4:1,e5:3", waits="1b")
    assert position.to_text().endswith(" b immune=d4:1,e5:3 waits=1b")
    again = MIXING.from_text(position.to_text(), position.board)
    assert again == position
    assert (again.hand(), again.immune()) == (position.hand(), position.immune())


@few_and_many("plies", 30, 80)
def test_text_is_read_back_equal(plies):
    for sizes in (3, 4, 5):
        for position in random_positions(19, 1, sizes=sizes, plies=plies):
            again = MIXING.from_text(position.to_text())
            assert again == position
            assert again.options == position.options
            assert again.to_text() == position.to_text()


def test_positions_that_differ_in_sizes_alone_are_not_equal():
    three = stand("a1:3w2w1w e5:3b")
    assert three != stand("a1:3w2w1w e5:3b", BLACK)
    assert MIXING.initial() != MIXING.initial({"sizes": 4})
    assert len({three, MIXING.initial(), MIXING.initial({"sizes": 4})}) == 3
    assert three not in (START_TEXT, None)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (" w", "", "rows, then w or b"),
        (" w", " W", "rows, then w or b"),
        (" w", "  w", "rows, then w or b"),
        (" w", " w ", "fields \\(immune, waits, sizes\\) once each, got ''"),
        (" w", " w\n", "rows, then w or b"),
        (" w", " w x=1", "fields \\(immune, waits, sizes\\) once each, got 'x=1'"),
        (" w", " w sizes=4 sizes=4", "once each"),
        (" w", " w sizes=2", "option sizes as 3 or 4 or 5, got '2' in position text"),
        (" w", " w sizes", "once each, got 'sizes'"),
        (" w", " w immune=", "once each, got 'immune='"),
        (" w", " w immune=c4:3", "immune as dot:size of pieces of the side not to move"),
        (" w", " w immune=c10:2", "immune as dot:size"),
        (" w", " w immune=f1:3", "immune as dot:size"),
        (" w", " w immune=c10:3b", "immune as dot:size"),
        (" w", " w immune=c10:3,c10:3", "each immune piece once, got 'c10:3' twice"),
        (" w", " w waits=", "once each, got 'waits='"),
        (" w", " w waits=3", "waits as pieces such as"),
        (" w", " w waits=3w", "waits as pieces not on the board, got '3w'"),
        (" w", " w waits=9w", "waits as pieces not on the board, got '9w'"),
        ("/......./", "/", "expected 13 rows in position text, got 12"),
        ("/......./", "/....../", "expected 7 dots in row 7, got 6"),
        ("/......./", "/..4w..../", "expected a size of 1, 2, 3, got 4"),
        ("/......./", "/..3w..../", "expected at most 4 pieces 3w, got 5"),
        ("/......./", "/..(3w3b)..../", "sizes falling from the bottom"),
    ],
)
def test_text_that_is_no_position_is_refused(old, new, message):
    assert old in START_TEXT
    with pytest.raises(PositionError, match=message):
        MIXING.from_text(START_TEXT.replace(old, new))


@settings(max_examples=300, deadline=None)
@given(
    st.tuples(
        st.integers(0, len(START_TEXT)),
        st.text(alphabet="./123wb() =:,immunewaits", max_size=8),
    ).map(lambda change: START_TEXT[: change[0]] + change[1] + START_TEXT[change[0] + 1 :])
)
def test_any_text_is_a_position_or_a_position_error(text):
    try:
        position = MIXING.from_text(text)
    except PositionError as error:
        assert "\n" not in str(error)
    else:
        assert MIXING.from_text(position.to_text()) == position


@pytest.mark.slow
@pytest.mark.parametrize(("sizes", "limit_s"), [(3, 0.150), (4, 0.150), (5, 0.500)])
def test_legal_moves_come_quickly_in_random_games(sizes, limit_s):
    times = []
    rng = random.Random(200)
    for _ in range(100):
        position = MIXING.initial({"sizes": sizes})
        for _ in range(150):
            began = time.process_time()
            moves = position.legal_moves()
            times.append(time.process_time() - began)
            if not moves:
                break
            position = position.play(rng.choice(moves))
    assert sorted(times)[len(times) * 99 // 100] < limit_s


# More moves than anybody reads


def test_of_very_many_moves_some_are_found_and_said_not_to_be_all():
    position = MIXING.from_text(TALL)
    counts = []
    moves, is_all = position.some_moves(500, counts.append)
    assert len(moves) == 500 and not is_all
    assert counts[0] == 0 and counts == sorted(counts) and len(counts) > 2
    assert len({position.play(move).key for move in moves}) == 500
    assert [move.touches for move in moves] == sorted(move.touches for move in moves)


def test_the_search_for_moves_ends_when_nobody_wants_them():
    class EnoughError(Exception):
        pass

    def tell(count):
        if count > 1_000:
            raise EnoughError

    with pytest.raises(EnoughError):
        MIXING.from_text(TALL).some_moves(1_000_000, tell)


@pytest.mark.parametrize("plies", [0, 1, 5, 12])
def test_where_moves_are_few_they_are_all_found(plies):
    position, chance = MIXING.initial({"sizes": 3}), random.Random(plies)
    for _ in range(plies):
        position = position.play(chance.choice(position.legal_moves()))
    whole = list(position.legal_moves())
    moves, is_all = position.some_moves(100_000)
    assert is_all and list(moves) == whole
    some, is_all = position.some_moves(3)
    assert len(some) == min(3, len(whole)) and is_all == (len(whole) <= 3)
