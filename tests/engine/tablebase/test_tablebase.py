"""The exact values of Alquerque's endgames: numbering, building, keeping, checking."""

import random
from itertools import combinations
from math import comb

import pytest

from companion.errors import EngineError
from companion.games import find_game
from companion.games.alquerque.rules.game import AlquerquePosition
from companion.games.alquerque.rules.kernel.state import AlquerqueState
from companion.games.alquerque.search.tablebase.check import checked
from companion.games.alquerque.search.tablebase.known import SHIPPED, moves_of
from companion.games.alquerque.search.tablebase.ranks import POINTS, ranks, sets_of_size
from companion.games.alquerque.search.tablebase.symmetry import (
    representative,
    representatives,
    symmetries,
)
from companion.games.alquerque.search.tablebase.table import KIND, Table, table_bytes
from tests.engine.tablebase.conftest import PIECES


@pytest.fixture(scope="session")
def table_data(base_rules, solved):
    return table_bytes(solved.values, *moves_of(base_rules))


@pytest.fixture(scope="session")
def shipped(base_rules):
    return Table(SHIPPED.read_bytes(), *moves_of(base_rules))


def random_sets(chance, pieces):
    """Pieces of the side to move and of the other."""
    sites = chance.sample(range(POINTS), pieces)
    own = chance.randrange(1, pieces)
    return sum(1 << site for site in sites[:own]), sum(1 << site for site in sites[own:])


@pytest.mark.parametrize("size", range(5))
def test_sets_are_numbered_in_the_order_of_their_ints(size):
    wanted = sorted(sum(1 << site for site in sites) for sites in combinations(range(25), size))
    assert sets_of_size(size) == wanted
    assert [ranks().rank(points) for points in wanted] == list(range(comb(25, size)))


def test_the_board_has_eight_symmetries_that_keep_steps_and_hops(base_rules):
    steps, hops = moves_of(base_rules)
    maps = symmetries(steps)
    assert len({sites.sites for sites in maps}) == 8
    for sites in maps:
        for site in range(POINTS):
            mapped = sorted(
                (sites.moved(over), sites.moved(landing), sites.sites[end])
                for over, landing, end in hops[site]
            )
            assert mapped == sorted(hops[sites.sites[site]])


def test_a_board_without_its_diagonals_on_one_side_has_fewer_symmetries(base_rules):
    steps = list(moves_of(base_rules)[0])
    steps[0] &= ~(1 << 6)
    steps[6] &= ~1
    assert len(symmetries(steps)) == 2


def test_every_set_has_one_representative(base_rules):
    maps = symmetries(moves_of(base_rules)[0])
    firsts = representatives(2, maps)
    assert {representative(points, maps)[0] for points in sets_of_size(2)} == set(firsts)
    for points in sets_of_size(2):
        lowest, sites = representative(points, maps)
        assert sites.moved(points) == lowest


@pytest.mark.parametrize("pieces", range(2, PIECES + 1))
def test_each_value_follows_from_those_after_it_by_the_rules(base_rules, table_data, pieces):
    table = Table(table_data, *moves_of(base_rules))
    count = 0
    for state, value, wanted in checked(table, base_rules, pieces):
        assert value == wanted, AlquerquePosition(base_rules, state).to_text()
        count += 1
    # At least an eighth of all positions: no symmetry joins more than eight.
    assert count >= comb(25, pieces) * (2**pieces - 2) / 8


def test_a_wrong_value_is_found(base_rules, solved):
    values = {counts: bytearray(whole) for counts, whole in solved.values.items()}
    own, enemy = 1 << 12, 1 << 0
    values[1, 1][solved.index(own, enemy, 25)] += 2
    table = Table(table_bytes(values, *moves_of(base_rules)), *moves_of(base_rules))
    wrong = [state for state, value, wanted in checked(table, base_rules, 2) if value != wanted]
    # White's piece on c3 is its own representative, so its own row is wrong.
    assert AlquerqueState(own, enemy, 0, 0, 0, ()) in wrong


def test_positions_that_a_symmetry_joins_have_one_value(base_rules, solved):
    chance = random.Random(5)
    maps = symmetries(moves_of(base_rules)[0])
    for _ in range(500):
        own, enemy = random_sets(chance, PIECES)
        others = comb(POINTS, enemy.bit_count())
        values = solved.values[own.bit_count(), enemy.bit_count()]
        found = {
            values[solved.index(sites.moved(own), sites.moved(enemy), others)] for sites in maps
        }
        assert len(found) == 1


def test_the_shipped_table_has_the_values_that_are_built(base_rules, solved, shipped):
    assert shipped.pieces >= 5
    assert SHIPPED.stat().st_size <= 5_000_000
    chance = random.Random(7)
    for _ in range(2_000):
        own, enemy = random_sets(chance, chance.randrange(2, PIECES + 1))
        count, others = own.bit_count(), enemy.bit_count()
        built = solved.values[count, others][solved.index(own, enemy, comb(POINTS, others))]
        assert shipped.value(own, enemy) == built


def test_values_of_the_shipped_table_follow_from_those_after_it(base_rules, shipped):
    """A sample of those that the slow test checks one and all."""
    chance = random.Random(11)
    for _ in range(1_500):
        own, enemy = random_sets(chance, shipped.pieces)
        position = AlquerquePosition(base_rules, AlquerqueState(own, enemy, 0, 0, 0, ()))
        values = [
            shipped.value(state.black, state.white) if state.black else 1
            for state in position.plies()
        ]
        lost = [value for value in values if value & 1]
        won = [value for value in values if value and not value & 1]
        if lost:
            wanted = min(lost) + 1
        elif 0 in values:
            wanted = 0
        else:
            wanted = max(won, default=0) + 1
        assert shipped.value(own, enemy) == wanted, position.to_text()


@pytest.mark.slow
def test_every_value_of_the_shipped_table_follows_from_those_after_it(base_rules, shipped):
    for pieces in range(2, shipped.pieces + 1):
        for state, value, wanted in checked(shipped, base_rules, pieces):
            assert value == wanted, AlquerquePosition(base_rules, state).to_text()


def test_a_table_of_another_board_is_refused(base_rules, table_data):
    steps, hops = moves_of(base_rules)
    with pytest.raises(EngineError, match="expected a table of the board in use"):
        Table(table_data, [*steps[:-1], 0], hops)


@pytest.mark.parametrize("options", [{"forward": "on"}, {"compulsory": True}, {"no_return": True}])
def test_there_are_tables_of_the_base_rules_alone(options):
    assert moves_of(find_game("alquerque").initial(options).rules) is None


def test_damaged_tables_are_refused_in_one_line(base_rules, table_data):
    chance = random.Random(2)
    moves = moves_of(base_rules)
    refused = 0
    for _ in range(400):
        data = bytearray(table_data)
        kind = chance.randrange(3)
        if kind == 0:
            del data[chance.randrange(len(data)) :]
        elif kind == 1:
            data[chance.randrange(len(KIND) + 200)] ^= 1 << chance.randrange(8)
        else:
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        try:
            table = Table(bytes(data), *moves)
            for counts in ((1, 1), (2, 2), (3, 1), (1, 3), (2, 1), (1, 2)):
                table.value((1 << counts[0]) - 1, (1 << counts[1]) - 1 << 20)
        except EngineError as error:
            refused += 1
            assert "\n" not in str(error)
            assert str(error).startswith("expected ")
    assert refused >= 395
