"""The kernel of Alquerque, against the tables and against itself written out."""

from __future__ import annotations

import itertools
import os
import random
import types
from collections import Counter
from dataclasses import replace
from importlib import import_module

import pytest

from companion.contract import parse_board
from companion.games.alquerque.rules.game import ALQUERQUE
from companion.games.alquerque.rules.kernel import loops
from companion.games.alquerque.rules.kernel.loops import (
    WRITTEN_OUT,
    Kernel,
    Plies,
    kernel_for,
    ways_of,
)
from companion.games.alquerque.rules.kernel.state import (
    able_to_capture,
    has_ply,
    outcome_of,
    perft,
    playout,
    plies,
    rules_for,
    starting_state,
    successors,
)
from companion.games.alquerque.rules.unrolling import unrolled, unrolled_loops
from companion.plugins import load_board

SHIPPED = load_board("alquerque")


def board(rows, lines="alquerque", cuts="", **setups):
    sides = "".join(f"[setups.start.{side}]\n1 = {names}\n" for side, names in setups.items())
    return parse_board(
        f'name = "alquerque"\nnote = "made up"\nrows = {rows}\nlines = "{lines}"\n{cuts}\n{sides}',
        "",
    )


BOARDS = {
    "shipped": SHIPPED,
    "all diagonals": board(["ooooo"] * 5, "all", white=["a1"], black=["a2"]),
    "cut": board(["ooooo"] * 5, cuts='cuts = [["a1", "b2"], ["c3", "c4"], ["c3", "d3"]]',
                 white=["a1"], black=["a2"]),
    "wide": board(["ooooooo"] * 4, white=["a1"], black=["a2"]),
    "high": board(["ooo"] * 10, white=["a1"], black=["a2"]),
}  # fmt: skip


def options(**changes):
    return ALQUERQUE.complete(changes)


def both(board, **changes):
    """The rules with their kernel and the same without it."""
    rules = rules_for(board, options(**changes))
    assert rules.kernel is not None
    return rules, replace(rules, kernel=None)


def scattered(rules, chance):
    """A state with pieces anywhere, from empty boards to full ones."""
    sites = chance.sample(range(len(rules.board)), chance.randrange(len(rules.board) + 1))
    white = sum(1 << site for site in sites if chance.random() < 0.3)
    black = sum(1 << site for site in sites) & ~white
    return starting_state(rules, chance.randrange(2))._replace(white=white, black=black)


@pytest.mark.parametrize("compulsory", [False, True])
@pytest.mark.parametrize("name", BOARDS)
def test_the_kernel_finds_what_the_tables_find(name, compulsory):
    fast, slow = both(BOARDS[name], compulsory=compulsory)
    chance = random.Random(name)
    for _ in range(400):
        state = scattered(fast, chance)
        children = successors(fast, state)
        assert Counter(children) == Counter(successors(slow, state)), state
        assert perft(fast, state, 1) == len(children), state
        assert able_to_capture(fast, state) == able_to_capture(slow, state), state
        assert has_ply(fast, state) == has_ply(slow, state), state


@pytest.mark.parametrize("compulsory", [False, True])
def test_pieces_that_may_go_round_in_circles_are_counted_once(compulsory):
    # All points around and between those of one color: many circles, of several pieces.
    fast, slow = both(SHIPPED, compulsory=compulsory)
    chance = random.Random(5)
    middles = [site for site, (file, rank) in enumerate(SHIPPED.places) if file % 2 or rank % 2]
    corners = [site for site in range(25) if site not in middles]
    for _ in range(150):
        black = sum(1 << site for site in chance.sample(middles, chance.randrange(6, 13)))
        white = sum(1 << site for site in chance.sample(corners, chance.randrange(1, 4)))
        state = starting_state(fast, 0)._replace(white=white, black=black)
        assert Counter(successors(fast, state)) == Counter(list(plies(slow, state))), state


@pytest.mark.parametrize("limit", [0, 3, 50])
def test_the_quiet_plies_are_counted_as_in_the_list(limit):
    fast, slow = both(SHIPPED, quiet_limit=limit)
    chance = random.Random(limit)
    for _ in range(60):
        state = scattered(fast, chance)._replace(quiet=chance.randrange(limit + 1))
        assert Counter(successors(fast, state)) == Counter(successors(slow, state)), state
        assert perft(fast, state, 2) == perft(slow, state, 2), state


@pytest.mark.parametrize(
    "changes", [{"forward": "on"}, {"no_return": True}, {"compulsory": True, "huffing": True}]
)
def test_other_rules_have_no_kernel_and_list(changes):
    rules = rules_for(SHIPPED, options(**changes))
    assert rules.kernel is None
    state = playout(rules, starting_state(rules, 0), 3, 9)
    assert Counter(successors(rules, state)) == Counter(list(plies(rules, state)))


def test_boards_without_shifts_have_no_kernel():
    assert ways_of(board(["ooooo", "oo.oo", "ooooo"])) is None
    assert ways_of(board(["oooooooo"] * 4)) is None
    assert ways_of(board(["ooooooo"] * 4)) is not None


def test_a_board_with_a_hole_is_played_by_the_tables():
    holed = board(["ooooo", "oo.oo", "ooooo"], "all", white=["a1", "b1"], black=["a3", "b3"])
    position = ALQUERQUE.initial({"quiet_limit": 0}, board=holed)
    assert position.perft(3) == sum(
        len(position.play(first).play(second).legal_moves())
        for first in position.legal_moves()
        for second in position.play(first).legal_moves()
    )


# Written out


@pytest.fixture(scope="module")
def written():
    if os.environ["COMPANION_COMPILED"] == "yes":
        # A class that is not compiled cannot inherit from one that is.
        return import_module(WRITTEN_OUT)
    module = types.ModuleType("written")
    exec(unrolled_loops(), module.__dict__)
    return module


def test_no_loop_over_ways_is_left(written):
    assert ".ways" not in unrolled_loops()
    assert ways_of(SHIPPED) == written.WAYS


@pytest.mark.parametrize("must", [False, True])
def test_written_out_it_finds_the_same(written, must):
    ways, chance = ways_of(SHIPPED), random.Random(7)
    plain, unrolled = Kernel(ways, must), written.Unrolled(ways, must)
    rules = rules_for(SHIPPED, options())
    for seed in range(150):
        state = scattered(rules, chance)
        given = state.white, state.black
        assert unrolled.plies(*given) == plain.plies(*given), state
        assert unrolled.perft(*given, 1) == plain.perft(*given, 1), state
        assert unrolled.has_ply(*given) == plain.has_ply(*given), state
        assert unrolled.able_to_capture(*given) == plain.able_to_capture(*given), state
        assert unrolled.room(*given) == plain.room(*given), state
        further = (0, 9, 60, seed)
        assert unrolled.playout(*given, *further) == plain.playout(*given, *further), state


def test_loops_over_ways_are_written_out_and_nothing_else():
    source = """
class Kernel:
    def a(self):
        for a, b, _, _ in self.ways:
            print(a + b)
        for c in other:
            print(c)

    def b(self):
        for c in other:
            print(c)
"""
    code = unrolled(source, ((1, 2, 0, 0), (3, 4, 0, 0)))
    _, body = code.split("class Unrolled(Kernel):\n\n    def a(self):\n")
    assert body.split("WAYS")[0].rstrip() == (
        "        print(1 + 2)\n        print(3 + 4)\n        for c in other:\n            print(c)"
    )


def test_the_shipped_board_is_played_written_out_exactly_where_it_is_compiled():
    is_compiled = os.environ["COMPANION_COMPILED"] == "yes"
    module = WRITTEN_OUT if is_compiled else loops.__name__
    assert type(kernel_for(ways_of(SHIPPED), False)).__module__ == module
    for other in list(BOARDS.values())[1:]:
        assert type(kernel_for(ways_of(other), False)) is Kernel


# Random play


@pytest.mark.parametrize("must", [False, True])
def test_each_ply_is_drawn_by_as_many_numbers(must):
    kernel, into = kernel_for(ways_of(SHIPPED), must), Plies()
    rules, chance = rules_for(SHIPPED, options()), random.Random(11)
    for _ in range(200):
        state = scattered(rules, chance)
        own, enemy = state.white, state.black
        total = kernel.perft(own, enemy, 1)
        # The middle of each of as many equal parts of all that can be drawn.
        states = [(2 * number + 1) * 2**60 // total for number in range(total)]
        drawn = [kernel.random_ply(own, enemy, state, into) for state in states]
        plies = [loops.ply_of(*sets) for sets in kernel.plies(own, enemy)]
        assert sorted(drawn) == sorted(plies), state
    assert kernel.random_ply(1, 0, 1, into) == loops.NONE


@pytest.mark.parametrize(
    "changes", [{}, {"compulsory": True}, {"compulsory": True, "huffing": True}]
)
def test_a_playout_goes_ply_by_ply_to_the_end(changes):
    rules = rules_for(SHIPPED, options(**changes))
    start = starting_state(rules, 0)
    for seed in range(4):
        states = [playout(rules, start, seed, most) for most in range(60)]
        end = playout(rules, start, seed, 10_000)
        assert outcome_of(rules, end) is not None, seed
        assert states[0] == start, seed
        for before, after in itertools.pairwise(states):
            follows = after in successors(rules, before)
            assert follows or before == after == end, (seed, before, after)


def test_playouts_of_other_seeds_are_others():
    rules = rules_for(SHIPPED, options())
    start = starting_state(rules, 0)
    assert len({playout(rules, start, seed, 60) for seed in range(100)}) > 95
    assert playout(rules, start, 1, 60) == playout(rules, start, 1 + 2**32, 60)


def test_a_playout_is_told_by_its_outcome():
    position = ALQUERQUE.initial()
    assert position.playout(1, 5) is None
    outcomes = {position.playout(seed, 1000) for seed in range(150)}
    assert {outcome.winner for outcome in outcomes} == {None, 0, 1}
