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
from companion.games.quincala.rules import LONGEST_ROUTE
from companion.games.quincala_knocking.kernel.rules import KnockingRules
from companion.games.quincala_knocking.rules import KNOCKING
from companion.plugins import load_board
from tests.amounts import few_and_many
from tests.games.more_games import first_and_more
from tests.games.slow_quincala import SlowQuincala, frozen
from tests.moving import played, touched

FULL = ["ooooooooo"] * 9
MINI = load_board("mini-quincala")
WHITE, BLACK = 0, 1
START_TEXT = (
    "3b....3b/3b.2b..2b.3b/.2b.1b.1b.2b./..1b...1b../...../"
    "..1w...1w../.2w.1w.1w.2w./3w.2w..2w.3w/3w....3w w"
)


def towers_of(text):
    """Read ``d4:3w1w e5:2b`` into {dot: [(side, size), ...]}."""
    towers = {}
    for item in text.split():
        dot, pieces = item.split(":")
        towers[dot] = [
            ("wb".index(pieces[i + 1]), int(pieces[i])) for i in range(0, len(pieces), 2)
        ]
    return towers


def board_for(pieces, rows=FULL, cuts=()):
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
    return parse_board("\n".join(lines), "own.toml")


def stand(text, side=WHITE, knocked="", rows=FULL, cuts=()):
    """Return the position of *text* on a board whose set-up is just these pieces."""
    towers = towers_of(text)
    pieces = [piece for tower in towers.values() for piece in tower]
    gone = [("wb".index(item[1]), int(item[0])) for item in knocked.split()]
    board = board_for(pieces + gone, rows, cuts)
    cells = []
    for rank, row in zip(range(len(rows), 0, -1), rows, strict=True):
        names = [f"{'abcdefghijklmnopqrstuvwxyz'[f]}{rank}" for f, c in enumerate(row) if c == "o"]
        cells.append("".join(cell_of(towers.get(name, [])) for name in names))
    return KNOCKING.from_text("/".join(cells) + " " + "wb"[side], board)


def cell_of(tower):
    text = "".join(f"{size}{'wb'[side]}" for side, size in tower)
    return f"({text})" if len(tower) > 1 else text or "."


def pieces_of(place):
    """Return the pieces of a position or half-made turn as ``d4:3w1w`` items."""
    board = place.board if hasattr(place, "board") else place.position.board
    return {
        f"{board.names[site]}:" + "".join(f"{p.value}{'wb'[p.side]}" for p in tower)
        for site, tower in place.pieces().items()
    }


def next_names(half):
    return {half.position.board.names[site] for site in half.next_touches()}


def refused(position, *names):
    """Return the refusal of the last of *names*, the sites in it by name."""
    half = touched(position, *names[:-1])
    with pytest.raises(RefusedError) as caught:
        half.touch(position.board.site_of(names[-1]))
    code, sites = caught.value.refusal
    return code, tuple(position.board.names[site] for site in sites)


def random_positions(seed, games, plies=120):
    """Yield the positions of seeded random games, finished ones included."""
    rng = random.Random(seed)
    for _ in range(games):
        position = KNOCKING.initial()
        for _ in range(plies):
            yield position
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))


# Set-up.


def test_white_starts_with_twelve_pieces_a_side():
    start = KNOCKING.initial()
    count = Counter(piece for tower in start.pieces().values() for piece in tower)
    assert start.side == WHITE
    assert count == {Piece(side, value): 4 for side in (0, 1) for value in (1, 2, 3)}
    assert start.off_board() == ()


def test_black_stands_as_white_turned_by_half_a_turn():
    pieces = KNOCKING.initial().pieces()
    last = len(MINI) - 1
    for site, (piece,) in pieces.items():
        assert pieces[last - site] == (Piece(1 - piece.side, piece.value),)


def test_option_is_refused():
    with pytest.raises(OptionError):
        KNOCKING.initial({"sizes": 4})


def test_seed_out_of_range_is_refused():
    with pytest.raises(OptionError):
        KNOCKING.initial(seed=-1)


def test_board_without_the_setup_is_named():
    bare = parse_board('name = "bare"\nnote = "n"\nrows = ["oo"]', "bare.toml")
    with pytest.raises(BoardError, match=r"bare.*'start'"):
        KNOCKING.initial(board=bare)
    with pytest.raises(BoardError, match=r"bare.*'start'"):
        KNOCKING.from_text("3w. w", board=bare)


def test_board_with_pieces_of_one_side_only_is_refused():
    with pytest.raises(BoardError, match="none of black"):
        KNOCKING.initial(board=board_for([(0, 1), (0, 2)]))


def test_board_with_more_sizes_than_fit_is_refused():
    with pytest.raises(BoardError, match="at most 32 sizes, got 33"):
        KNOCKING.initial(board=board_for([(s, size) for s in (0, 1) for size in range(1, 34)]))


# Lifting and legs.


def test_single_piece_goes_one_step_in_eight_directions():
    position = stand("e5:3w a9:3b")
    assert next_names(touched(position, "e5")) == {"d4", "d5", "d6", "e4", "e6", "f4", "f5", "f6"}


def test_tower_of_three_goes_up_to_three_steps():
    names = next_names(touched(stand("a1:3w2w1w i9:3b"), "a1"))
    assert names == {"b1", "c1", "d1", "a2", "a3", "a4", "b2", "c3", "d4"}


def test_first_lift_takes_the_whole_tower():
    half = touched(stand("a1:3w2w1w i9:3b"), "a1", "b1")
    assert pieces_of(half) == {"b1:3w2w1w", "i9:3b"}


def test_further_leg_leaves_the_largest_and_moves_the_rest():
    half = touched(stand("a1:3w2w1w i9:3b"), "a1", "b1", "b3")
    assert pieces_of(half) == {"b1:3w", "b3:2w1w", "i9:3b"}


def test_further_leg_steps_as_far_as_the_pieces_still_moving():
    half = touched(stand("a1:3w2w1w i9:3b"), "a1", "b1")
    assert "b3" in next_names(half)
    assert "b4" not in next_names(half)


def test_occupied_dot_can_be_landed_on_but_not_passed():
    position = stand("a1:3w2w1w b1:3b a2:2w i9:2b")
    names = next_names(touched(position, "a1"))
    assert {"b1", "a2"} <= names
    assert names.isdisjoint({"c1", "d1", "a3", "a4"})
    assert refused(position, "a1", "c1") == ("blocked", ("b1",))


def test_small_piece_on_own_lone_large_one_may_be_lifted_again():
    half = touched(stand("d4:1w e5:3w i9:3b"), "d4", "e5")
    assert half.progress is Progress.EXTENDABLE
    assert half.lifted() == Lifted(half.position.board.site_of("e5"), (Piece(0, 1),))
    assert "f6" in next_names(half)


def test_large_piece_on_own_lone_small_one_sends_the_small_one_on():
    half = touched(stand("d4:3w e5:1w i9:3b"), "d4", "e5", "f6")
    assert pieces_of(half) == {"e5:3w", "f6:1w", "i9:3b"}


def test_single_piece_on_an_empty_dot_ends_the_move():
    position = stand("d4:1w i9:3b")
    half = touched(position, "d4", "e5")
    assert half.progress is Progress.COMPLETE
    assert half.lifted() is None
    assert refused(position, "d4", "e5", "f6") == ("no-further-leg", ())


def test_mixed_tower_ends_the_move_and_cannot_be_lifted():
    position = stand("d4:3w1w i1:1w e5:2b a9:1b")
    half = touched(position, "d4", "e5")
    assert pieces_of(half) == {"e5:3w2b1w", "i1:1w", "a9:1b"}
    assert half.progress is Progress.COMPLETE
    assert refused(position, "d4", "e5", "f5") == ("no-further-leg", ())
    after = played(played(position, "d4-e5"), "a9-a8")
    assert refused(after, "e5") == ("mixed-tower", ())


def test_leg_may_cross_the_dot_that_the_first_lift_emptied():
    moves = {move.text for move in stand("a1:2w1w b1:3w i9:3b").legal_moves()}
    assert "a1-b1-a1" in moves


def test_move_may_lead_back_to_the_same_placement():
    position = stand("d4:1w e5:3w i9:3b")
    assert played(position, "d4-e5-d4").pieces() == position.pieces()
    assert "d4-e5-d4" in {move.text for move in position.legal_moves()}


# Ordering and knocking.


def test_same_size_of_the_other_side_is_knocked():
    after = played(stand("d4:3w e5:3b a9:1b"), "d4xe5")
    assert pieces_of(after) == {"e5:3w", "a9:1b"}
    assert after.off_board() == (Piece(1, 3),)


def test_same_size_of_the_own_side_is_knocked():
    after = played(stand("d4:3w e5:3w a1:1w i9:3b"), "d4xe5")
    assert after.off_board() == (Piece(0, 3),)


def test_tower_of_three_knocks_both_of_its_sizes_on_the_dot():
    after = played(stand("d4:3w2w1w e5:3b1b a9:2b"), "d4xe5")
    assert pieces_of(after) == {"e5:3w2w1w", "a9:2b"}
    assert after.off_board() == (Piece(1, 3), Piece(1, 1))


def test_knock_that_leaves_another_enemy_piece_makes_a_mixed_tower():
    half = touched(stand("d4:2w e5:3b2b a9:1b"), "d4", "e5")
    assert pieces_of(half) == {"e5:3b2w", "a9:1b"}
    assert half.progress is Progress.COMPLETE


def test_move_may_go_on_after_a_knock():
    after = played(stand("d4:3w1w e5:3b a9:1b"), "d4xe5-f6")
    assert pieces_of(after) == {"e5:3w", "f6:1w", "a9:1b"}


def test_later_pieces_join_by_size_with_the_largest_at_the_bottom():
    half = touched(stand("d4:3w e5:2w1w i9:3b"), "d4", "e5")
    assert half.pieces()[half.position.board.site_of("e5")] == (
        Piece(0, 3),
        Piece(0, 2),
        Piece(0, 1),
    )


# The end of the game.


def test_three_knocked_pieces_of_one_size_do_not_lose():
    text = KNOCKING.initial().to_text()
    for _ in range(3):
        text = text.replace("3b", ".", 1)
    assert KNOCKING.from_text(text).outcome() is None


def test_one_knocked_piece_of_every_size_loses():
    after = played(stand("d4:1w e5:1b a9:3b2b1b", knocked="3b 2b"), "d4xe5")
    assert after.outcome() == Outcome(WHITE, "all-sizes-knocked")
    assert after.legal_moves() == []
    assert after.perft(1) == 0


def test_own_knocks_lose_as_well():
    after = played(stand("d4:1w e5:1w a1:3w i9:3b", knocked="3w"), "d4xe5")
    assert after.outcome() == Outcome(BLACK, "all-sizes-knocked")


def test_side_that_did_not_make_the_leg_wins_when_both_have_lost():
    before = stand("d4:2w1w e5:2b i9:3w h9:3b", knocked="3w 1w 3b")
    own_and_other = stand("d4:2w1w e5:2b1w i9:3b h9:3w h1:2w", knocked="3w 2w 3b")
    assert played(before, "d4xe5").outcome() == Outcome(WHITE, "all-sizes-knocked")
    after = played(own_and_other, "d4xe5")
    assert after.outcome() == Outcome(BLACK, "both-all-sizes-knocked")
    assert KNOCKING.from_text(after.to_text(), after.board).outcome() == after.outcome()


def test_game_ends_at_the_leg_that_completes_the_sizes():
    position = stand("d4:3w1w e5:1b a9:2b1b", knocked="2b")
    half = touched(position, "d4", "e5")
    assert half.progress is Progress.COMPLETE
    assert half.lifted() is None
    assert refused(position, "d4", "e5", "f6") == ("game-over", ())
    assert not any(move.text.startswith("d4xe5-") for move in position.legal_moves())


def test_finished_game_takes_no_touch():
    over = played(stand("d4:1w e5:1b a9:1b", knocked=""), "d4xe5")
    assert over.begin().next_touches() == {}
    assert over.begin().progress is Progress.INCOMPLETE
    assert refused(over, "a9") == ("game-over", ())


# Passing.


def test_side_without_a_plain_tower_passes():
    position = stand("d4:3w2b e5:1b", WHITE)
    half = position.begin()
    assert [move.text for move in position.legal_moves()] == ["pass"]
    assert half.progress is Progress.COMPLETE
    assert half.move == Move("pass", ())
    assert half.facts() == (Fact("pass"),)
    assert refused(position, "d4") == ("must-pass", ())
    after = played(position, "pass")
    assert after.side == BLACK
    assert after.pieces() == position.pieces()
    assert after.legal_moves()[0].text != "pass"


def test_pass_counts_as_a_ply_in_perft():
    position = stand("d4:3w2b e5:1b", WHITE)
    assert position.perft(1) == 1
    assert position.perft(2) == len(played(position, "pass").legal_moves())


def test_pass_is_refused_while_a_leg_is_possible():
    with pytest.raises(RefusedError) as caught:
        KNOCKING.initial().parse("pass")
    assert caught.value.refusal == Refusal("may-not-pass")
    with pytest.raises(IllegalMoveError):
        KNOCKING.initial().play(Move("pass", ()))


def test_pass_is_refused_after_the_end():
    over = played(stand("d4:1w e5:1b a9:1b"), "d4xe5")
    with pytest.raises(RefusedError, match="game-over"):
        over.parse("pass")


# The playing area.


def test_notch_of_the_mini_board_cannot_be_crossed():
    ranks = START_TEXT.split("/")
    ranks[0] = "3b.(2w1w)..3b"
    ranks[5] = "..1w......"
    ranks[6] = ".2w.1w.1w..."
    position = KNOCKING.from_text("/".join(ranks))
    assert next_names(touched(position, "d9")) == {"b9", "c9", "c8", "d8", "d7"}
    assert refused(position, "d9", "f9") == ("outside", ())


def test_notch_cannot_be_crossed():
    position = stand("b2:2w1w e1:3b", rows=["ooooo", "oo.oo", "ooooo"])
    assert "d2" not in next_names(touched(position, "b2"))
    assert refused(position, "b2", "d2") == ("outside", ())


def test_cut_is_crossed_by_no_leg():
    free = stand("b2:2w1w e1:3b", rows=["ooooo"] * 3)
    cut = stand("b2:2w1w e1:3b", rows=["ooooo"] * 3, cuts=[("c2", "d2"), ("b2", "c3")])
    assert next_names(touched(free, "b2")) - next_names(touched(cut, "b2")) == {"d2", "c3"}
    assert refused(cut, "b2", "d2") == ("cut", ("c2", "d2"))
    assert refused(cut, "b2", "c3") == ("cut", ("b2", "c3"))


def test_piece_that_cuts_shut_in_has_no_legs():
    position = stand("a1:3w c1:2w e1:3b", rows=["ooooo"], cuts=[("a1", "b1")])
    assert refused(position, "a1") == ("no-legs", ())
    assert next_names(position.begin()) == {"c1"}
    with pytest.raises(RefusedError, match="got a1: no-legs"):
        position.parse("a1-b1")


def test_line_that_the_board_does_not_draw_is_no_way():
    text = """
        name = "own"
        note = "made by a test"
        rows = ["ooo", "ooo"]
        lines = "alquerque"
        [setups.start]
        white = { 1 = ["b1"] }
        black = { 1 = ["c2"] }
    """
    position = KNOCKING.initial(board=parse_board(text, "own.toml"))
    assert next_names(touched(position, "b1")) == {"a1", "c1", "b2"}
    assert refused(position, "b1", "c2") == ("off-line", ())


# Refusals.


@pytest.mark.parametrize(
    ("names", "refusal"),
    [
        (["e5"], ("empty", ())),
        (["b9"], ("not-yours", ())),
        (["b1", "b1"], ("same-site", ())),
        (["b1", "c3"], ("off-line", ())),
        (["b1", "d1"], ("too-far", ("c1",))),
    ],
)
def test_refusal_says_why(names, refusal):
    assert refused(KNOCKING.initial(), *names) == refusal


def test_first_thing_in_the_way_is_told():
    position = stand("a1:2w1w c1:2b i9:3b")
    assert refused(position, "a1", "i1") == ("too-far", ("c1",))
    assert refused(stand("a1:2w1w b1:2b i9:3b"), "a1", "i1") == ("blocked", ("b1",))


def test_tokens_and_places_off_the_board_are_refused():
    half = KNOCKING.initial().begin()
    assert half.refusal(Token("tile", (1, 2))) == Refusal("token")
    assert half.refusal(Token("pass", ())) == Refusal("may-not-pass")
    for site in (-1, len(MINI)):
        with pytest.raises(RefusedError, match="off-board"):
            half.touch(site)


# Half-made turns.


def test_touch_and_undo_lead_back():
    position = KNOCKING.initial()
    half = touched(position, "d3", "c2", "b3")
    assert half.undone().touches == half.touches[:-1]
    assert pieces_of(half.undone()) == pieces_of(touched(position, "d3", "c2"))
    assert half.undone().undone().undone().touches == ()


def test_progress_from_nothing_to_a_move():
    position = KNOCKING.initial()
    assert position.begin().progress is Progress.INCOMPLETE
    assert touched(position, "d3").progress is Progress.INCOMPLETE
    assert touched(position, "d3").move is None
    half = touched(position, "d3", "c2")
    assert half.progress is Progress.EXTENDABLE
    assert half.move == Move("d3-c2", half.touches)


def test_move_of_the_route_marks_the_legs_that_knock():
    half = touched(stand("d4:3w1w e5:3b a9:1b"), "d4", "e5", "f6")
    assert half.move == Move("d4xe5-f6", half.touches)


def test_half_made_turn_without_a_leg_is_no_turn():
    position = KNOCKING.initial()
    with pytest.raises(IllegalMoveError):
        position.after(touched(position, "d3"))
    with pytest.raises(IllegalMoveError):
        position.half_move(Move("d3", (position.board.site_of("d3"),)))


def test_turn_of_another_position_is_refused():
    start = KNOCKING.initial()
    half = touched(start, "d3", "d4")
    with pytest.raises(IllegalMoveError):
        played(start, "d3-d4").after(half)


def test_lifted_pieces_are_told_before_and_between_legs():
    position = stand("a1:3w2w1w i9:3b")
    site = position.board.site_of
    assert position.begin().lifted() is None
    three = (Piece(0, 3), Piece(0, 2), Piece(0, 1))
    assert touched(position, "a1").lifted() == Lifted(site("a1"), three)
    assert touched(position, "a1", "b1").lifted() == Lifted(site("b1"), three[1:])


def test_next_touches_come_in_board_order():
    for position in random_positions(5, 2):
        half = position.begin()
        assert list(half.next_touches()) == sorted(half.next_touches())
        for site in half.next_touches():
            assert list(half.touch(site).next_touches()) == sorted(half.touch(site).next_touches())


def test_facts_of_each_touch():
    position = stand("d4:3w1w e5:3b f6:2w f5:2b a9:1b")
    site = position.board.site_of
    assert touched(position, "d4").facts() == ()
    half = touched(position, "d4", "e5", "f6")
    assert half.facts() == (
        Fact("move", (Piece(0, 3), Piece(0, 1))),
        Fact("knock", (Piece(1, 3), site("e5"))),
        Fact("sow", (Piece(0, 3), site("e5"))),
        Fact("move", (Piece(0, 1),)),
        Fact("join", (site("f6"),)),
    )
    assert half.next_touches()[site("f5")] == (
        Fact("sow", (Piece(0, 2), site("f6"))),
        Fact("move", (Piece(0, 1),)),
        Fact("join", (site("f5"),)),
        Fact("mixed", (site("f5"),)),
    )


def test_facts_tell_a_win_and_a_defeat():
    win = stand("d4:1w e5:1b a9:1b")
    assert win.explain(win.parse("d4xe5"))[-1] == Fact("win", (WHITE,))
    defeat = stand("d4:1w e5:1w i9:1b")
    assert defeat.explain(defeat.parse("d4xe5"))[-1] == Fact("lose", (WHITE,))
    both = stand("d4:2w1w e5:2b1w i9:3b h9:3w h1:2w", knocked="3w 2w 3b")
    assert both.explain(both.parse("d4xe5"))[-1] == Fact("lose", (WHITE,))


def test_off_board_grows_within_the_turn():
    position = stand("d4:3w1w e5:3b a9:1b")
    assert touched(position, "d4").off_board() == ()
    assert touched(position, "d4", "e5").off_board() == (Piece(1, 3),)


# Legal moves.


@few_and_many("every", 4, 1)
def test_each_resulting_placement_is_listed_once_and_in_order(every):
    for position in list(random_positions(11, 1))[::every]:
        moves = position.legal_moves()
        keys = [position.play(move).key for move in moves]
        assert len(set(keys)) == len(keys)
        assert [m.touches for m in moves] == sorted(m.touches for m in moves)


def test_first_moves_keep_their_order():
    texts = [move.text for move in KNOCKING.initial().legal_moves()]
    assert texts[:6] == ["b1-c1", "b1xa2", "b1-b2", "b1-c2", "b1-c2-b1", "b1-c2-c1"]


def test_placements_are_told_apart_whatever_their_marks():
    rules = KnockingRules(MINI, MINI.setups["start"])
    routes = rules.routes(rules.start, WHITE, 0)
    rules.weights = [0] * len(MINI)
    alike = rules.routes(rules.start, WHITE, 0)
    legs, expected = ([each.leg(arrival) for arrival in each.arrivals] for each in (alike, routes))
    assert legs == expected
    assert (len(alike), alike.placements()) == (245, [leg[1] for leg in expected])


def test_routes_followed_piece_by_piece_are_those_followed_at_once():
    rules = KnockingRules(MINI, MINI.setups["start"])
    for position in random_positions(5, 1, plies=12):
        whole = rules.routes(position.placement, position.side, position.gone)
        begun = rules.first_routes(position.placement, position.side, position.gone)
        assert len(begun) == 0
        counts = [0]
        while begun.follow(0, None, 3):
            counts.append(len(begun))
        assert begun.arrivals == whole.arrivals
        assert len(set(counts)) > 5 and counts == sorted(counts)


@few_and_many("every", 3, 1)
def test_canonical_route_is_the_shortest_and_then_the_first(every):
    rng = random.Random(3)
    for position in list(random_positions(13, 2, plies=30))[::every]:
        best = {position.play(move).key: move.touches for move in position.legal_moves()}
        for _ in range(60):
            half = position.begin()
            while half.next_touches() and (len(half.touches) < 2 or rng.random() < 0.7):
                half = half.touch(rng.choice(list(half.next_touches())))
                if len(half.touches) > 1:
                    least = best[position.after(half).key]
                    assert (len(least), least) <= (len(half.touches), half.touches)


@pytest.mark.parametrize(
    "games", [*first_and_more(1, 4), pytest.param(12, id="most", marks=pytest.mark.slow)]
)
def test_results_equal_those_of_the_second_generator(games):
    setup = {
        site: (piece.side, piece.value) for site, (piece,) in KNOCKING.initial().pieces().items()
    }
    slow = SlowQuincala(MINI.rows, setup)
    for number, position in enumerate(random_positions(2010, games)):
        if number % 12 and position.outcome() is None:
            continue
        assert fast_results(position) == slow.results(plain(position), position.side), (
            position.to_text()
        )


@pytest.mark.parametrize(("sizes", "each"), [(4, 2), (5, 1)])
def test_results_equal_those_of_the_second_generator_with_cuts(sizes, each):
    cuts = [("b2", "c2"), ("c3", "d4"), ("d1", "d2"), ("c2", "d3")]
    rng = random.Random(8)
    for _ in range(4):
        kinds = [(side, size) for side in (0, 1) for size in range(1, sizes + 1)]
        pieces = kinds * each
        board = board_for(pieces, rows=["ooooo", "oo.oo", "ooooo", "oooo.", "ooooo"], cuts=cuts)
        position = KNOCKING.initial(board=board)
        setup = {s: (p.side, p.value) for s, (p,) in position.pieces().items()}
        slow = SlowQuincala(board.rows, setup, cuts)
        for _ in range(8):
            assert fast_results(position) == slow.results(plain(position), position.side)
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))


def plain(position):
    names = position.board.names
    return {names[s]: tuple(map(tuple, tower)) for s, tower in position.pieces().items()}


def fast_results(position):
    return {frozen(plain(position.play(move))) for move in position.legal_moves()}


def test_perft_of_the_first_two_plies():
    start = KNOCKING.initial()
    assert [start.perft(depth) for depth in (0, 1, 2)] == [1, 245, 60_025]


@few_and_many("number", 3, 6)
def test_bulk_count_equals_the_count_by_playing(number):
    for position in list(random_positions(21, 1))[-number:]:
        by_playing = sum(len(position.play(m).legal_moves()) for m in position.legal_moves())
        assert position.perft(2) == by_playing


# Notation.


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "b1", "b1-", "-c2", "b1c2", "b1--c2", "b1-c2 ", " b1-c2", "B1-c2", "b1-C2",
        "b1-z9", "b1-e9", "b1-c2\n", "b1–c2", "b1-c٢", "b１-c2", "b1-c02", "b01-c2", "PASS",
        "pass ", "b1-c2-", "b1-c2xx", "b1:c2", "\x00", "e1-e2", "b1xc2", "b1-a2",
    ],
)  # fmt: skip
def test_malformed_text_is_no_notation(text):
    with pytest.raises(NotationError):
        KNOCKING.initial().parse(text)


def test_illegal_move_carries_the_refusal():
    with pytest.raises(RefusedError) as caught:
        KNOCKING.initial().parse("b1-d1")
    assert caught.value.refusal.code == "too-far"
    assert isinstance(caught.value, IllegalMoveError)


def test_any_legal_route_is_taken_and_gives_the_same_position():
    start = KNOCKING.initial()
    around = start.parse("d3-c2-b3-c2-d3")
    assert start.play(around).key == played(start, "d3-c2-d3").key


def test_route_text_is_read_back():
    for position in random_positions(17, 2):
        for move in position.legal_moves()[:40]:
            assert position.parse(move.text) == move


def test_endless_route_is_taken_in_time():
    text = "d3" + "-c2-b3" * 50_000
    start = KNOCKING.initial()
    began = time.process_time()
    assert start.play(start.parse(text)).key == played(start, "d3-c2-b3").key
    assert time.process_time() - began < 10


def test_hostile_text_fails_fast():
    start = KNOCKING.initial()
    began = time.process_time()
    for text in ("b1" * 5_000_000, "9" * 10_000_000, "d3" + "-c2-b3" * 1_700_000):
        with pytest.raises(NotationError) as caught:
            start.parse(text)
        assert len(str(caught.value)) < 300
        with pytest.raises(PositionError) as refused_text:
            KNOCKING.from_text(text + " w")
        assert len(str(refused_text.value)) < 300
    assert time.process_time() - began < 5


def test_text_just_too_long_is_refused():
    text = "d3" + "-c2-b3" * (LONGEST_ROUTE // 6 + 1)
    with pytest.raises(NotationError, match="at most"):
        KNOCKING.initial().parse(text)


# Position text.


def test_text_of_the_start():
    assert KNOCKING.initial().to_text() == START_TEXT
    assert KNOCKING.from_text(START_TEXT) == KNOCKING.initial()


def test_text_is_read_back_equal():
    for position in random_positions(19, 3):
        again = KNOCKING.from_text(position.to_text())
        assert again == position
        assert again.outcome() == position.outcome()
        assert again.off_board() == position.off_board()
        assert again.to_text() == position.to_text()


def test_positions_that_differ_in_side_or_placement_are_not_equal():
    start = KNOCKING.initial()
    turned = KNOCKING.from_text(START_TEXT[:-1] + "b")
    assert start.key != turned.key
    assert len({start, turned, played(start, "b1-b2"), KNOCKING.initial()}) == 3
    assert turned not in (start, START_TEXT)
    assert stand("a1:3w i9:3b") != stand("a1:3w i9:3b", knocked="3b")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (" w", "", "rows, then w or b"),
        (" w", " W", "rows, then w or b"),
        (" w", "  w", "rows, then w or b"),
        (" w", " w ", r"fields \(none\) once each, got ''"),
        (" w", " w\n", "rows, then w or b"),
        ("/...../", "/", "expected 9 rows in position text, got 8"),
        ("/...../", "/...../...../", "expected 9 rows in position text, got 10"),
        ("/...../", "/..../", "expected 5 dots in row 5, got 4"),
        ("/...../", "/....../", "expected 5 dots in row 5"),
        ("/...../", "/..5../", "expected 5 dots in row 5"),
        ("/...../", "/..x../", "expected 5 dots in row 5"),
        ("/...../", "/..٣w../", "expected 5 dots in row 5"),
        ("/...../", "/..03w../", "expected 5 dots in row 5"),
        ("/...../", "/..(3w)../", "expected 5 dots in row 5"),
        ("/...../", "/..()../", "expected 5 dots in row 5"),
        ("/...../", "/..(3w2w../", "expected 5 dots in row 5"),
        ("/...../", "/..4w../", "expected a size of 1, 2, 3, got 4"),
        ("/...../", "/..99b../", "expected a size of 1, 2, 3, got 99"),
        ("/...../", "/..3w../", "expected at most 4 pieces 3w, got 5"),
        ("2b.1b.1b", "2b.(1b2b).1b", "sizes falling from the bottom"),
        ("2b.1b.1b", "2b.(1b1w).1b", "sizes falling from the bottom"),
    ],
)
def test_text_that_is_no_position_is_refused(old, new, message):
    assert old in START_TEXT
    with pytest.raises(PositionError, match=message):
        KNOCKING.from_text(START_TEXT.replace(old, new))


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        st.text(max_size=60),
        st.text(alphabet="./123wb() ", max_size=90),
        st.tuples(st.integers(0, len(START_TEXT)), st.text(alphabet="./123wb() ", max_size=4)).map(
            lambda change: START_TEXT[: change[0]] + change[1] + START_TEXT[change[0] + 1 :]
        ),
    )
)
def test_any_text_is_a_position_or_a_position_error(text):
    try:
        position = KNOCKING.from_text(text)
    except PositionError as error:
        assert "\n" not in str(error)
    else:
        assert position.to_text() == text


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        st.text(max_size=20),
        st.text(alphabet="abcdi1239-x", max_size=20),
        st.lists(st.sampled_from(MINI.names), min_size=2, max_size=5).map("-".join),
        st.lists(st.sampled_from(["d3", "c2", "b3", "b2", "a2"]), min_size=2).map("-".join),
    )
)
def test_any_text_is_a_move_or_one_of_two_errors(text):
    position = KNOCKING.initial()
    try:
        move = position.parse(text)
    except (NotationError, IllegalMoveError) as error:
        assert "\n" not in str(error)
    else:
        assert position.half_move(move).move == move


@pytest.mark.slow
def test_legal_moves_come_quickly_in_random_games():
    times = []
    for position in random_positions(200, 200):
        began = time.process_time()
        position.legal_moves()
        times.append(time.process_time() - began)
    assert sorted(times)[len(times) * 99 // 100] < 0.150
