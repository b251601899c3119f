"""The exact values of Alquerque's endgames: solving, keeping, checking, looking up."""

import lzma
import random
import zlib
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from math import comb

import pytest

from companion.engine.endgames import TableError, TableWork, Trouble
from companion.engine.jobs import Processes
from companion.engine.tables import building
from companion.engine.tables.building import Builder
from companion.engine.tables.file import (
    FILTERS,
    KIND,
    NAME,
    blocks_of,
    file_bytes,
    packed,
    reader_in,
    reader_of,
    unpacked,
    unpacked_size,
)
from companion.engine.tables.kernel.numbering import Numbering, Places, ShapeValues
from companion.engine.tables.kernel.solving import Solver
from companion.engine.tables.table import Table, numbering_of, shape_of, tiers
from companion.errors import EngineError
from companion.games.alquerque.rules.game import AlquerquePosition
from companion.games.alquerque.rules.kernel.state import AlquerqueState, plies
from companion.games.alquerque.search.tablebase.endgames import (
    SHIPPED,
    checked,
    checked_one,
    set_game_of,
    symmetries,
)
from companion.plugins import find_game
from tests.bounds import begin_peak, own_peak_mb
from tests.engine.tablebase.conftest import PIECES, Kept, built

POINTS = 25


@pytest.fixture(scope="session")
def shipped(set_game):
    return Table(reader_of(SHIPPED), set_game)


def sites(points):
    """The members of a set."""
    return [point for point in range(POINTS) if points >> point & 1]


def random_sets(chance, pieces):
    """Pieces of the side to move and of the other."""
    points = chance.sample(range(POINTS), pieces)
    own = chance.randrange(1, pieces)
    return sum(1 << point for point in points[:own]), sum(1 << point for point in points[own:])


def brought(points, each):
    return sum(1 << each[point] for point in sites(points))


class PlainSolver:
    """
    Every position with few pieces, solved as one would by hand, ply by ply from the ends.

    It knows nothing of numbers, symmetries or predecessors: it knows what follows each position,
    and goes over all positions that are left until nothing changes.
    """

    def __init__(self, after):
        self.values = {}
        waiting = set(after)
        plies = 0
        longest = 0
        # A capture may end in later plies than all steps so far.
        while waiting and plies <= longest + 2:
            values = {
                pair: plies + 1 for pair in waiting if self.ends_in(after[pair]) == plies + 1
            }
            self.values.update(values)
            waiting -= values.keys()
            longest = plies if values else longest
            plies += 1

    @classmethod
    def of_rules(cls, rules, pieces):
        return cls(
            {
                (white, black): cls.after(rules, white, black)
                for own, other in tiers(1, pieces)
                for white in cls.sets(own)
                for black in cls.sets(other)
                if not white & black
            }
        )

    @staticmethod
    @cache
    def sets(size):
        return [sum(1 << point for point in each) for each in combinations(range(POINTS), size)]

    @staticmethod
    def after(rules, white, black):
        before = AlquerqueState(white, black, 0, 0, 0, ())
        return [(state.black, state.white) for state in plies(rules, before)]

    def ends_in(self, after):
        """One more than the plies until the end, as far as it is known, or None."""
        values = [1 if not own else self.values.get((own, other)) for own, other in after]
        lost = [value for value in values if value and value & 1]
        if lost:
            return min(lost) + 1
        return max(values, default=0) + 1 if None not in values else None


@pytest.mark.parametrize("size", range(5))
def test_sets_are_ranked_in_the_order_of_their_ints(set_game, size):
    wanted = sorted(sum(1 << point for point in each) for each in combinations(range(25), size))
    numbering = numbering_of(set_game)
    assert [numbering.rank(points) for points in wanted] == list(range(comb(25, size)))
    assert all(numbering.count(points) == size for points in wanted)


@pytest.mark.parametrize("counts", [(1, 1), (2, 1), (1, 3), (2, 2)])
def test_each_place_has_one_position_and_leads_back_to_it(set_game, counts):
    shape = shape_of(set_game, counts)
    shape.open()
    seen = set()
    for row, column in product(range(len(shape.rows)), range(shape.width)):
        own = shape.rows[row]
        enemy = shape.enemy_at(shape.free_points(own), column)
        assert not own & enemy
        seen.add((own, enemy))
        if all(brought(own, each) != own for each in set_game.maps[1:]):
            assert shape.index(own, enemy) == row * shape.width + column
    assert len(seen) == shape.size


def test_positions_that_a_symmetry_joins_have_one_value(set_game, table):
    chance = random.Random(5)
    for _ in range(300):
        own, enemy = random_sets(chance, PIECES)
        values = {table.value(brought(own, m), brought(enemy, m)) for m in set_game.maps}
        assert len(values) == 1


@pytest.mark.parametrize("points", [9, 16, 24, 28])
def test_boards_of_any_size_are_numbered(points):
    numbering = Numbering(points, [tuple(range(points)), tuple(reversed(range(points)))])
    chance = random.Random(points)
    for _ in range(100):
        chosen = chance.sample(range(points), 5)
        own, enemy = (sum(1 << point for point in part) for part in (chosen[:2], chosen[2:]))
        shape = Places(numbering, 2, 3)
        assert 0 <= shape.index(own, enemy) < shape.size
        assert numbering.moved(1, numbering.moved(1, own)) == own


def test_the_board_has_eight_symmetries_that_keep_steps_and_hops(base_rules, set_game):
    steps, hops = base_rules.steps[0], base_rules.hops[0]
    assert len(set(set_game.maps)) == 8
    for each in symmetries(steps):
        for site in range(POINTS):
            mapped = sorted(
                (brought(over, each), brought(landing, each), each[end])
                for over, landing, end in hops[site]
            )
            assert mapped == sorted(hops[each[site]])


def test_a_board_without_its_diagonals_on_one_side_has_fewer_symmetries(base_rules):
    steps = list(base_rules.steps[0])
    steps[0] &= ~(1 << 6)
    steps[6] &= ~1
    assert len(symmetries(steps)) == 2


def test_a_table_has_the_values_of_a_solver_that_shares_nothing_with_it(base_rules, table):
    plain = PlainSolver.of_rules(base_rules, 3)
    assert len(plain.values) > 2_000
    for own, other in tiers(1, 3):
        for white, black in product(plain.sets(own), plain.sets(other)):
            if not white & black:
                assert table.value(white, black) == plain.values.get((white, black), 0)


@pytest.mark.slow
def test_a_table_of_four_has_the_values_of_a_solver_that_shares_nothing_with_it(base_rules, table):
    plain = PlainSolver.of_rules(base_rules, 4)
    for own, other in tiers(1, 4):
        for white, black in product(plain.sets(own), plain.sets(other)):
            if not white & black:
                assert table.value(white, black) == plain.values.get((white, black), 0)


class MadeUpGame:
    """Steps and captures drawn at random: there, what captures and steps come to often differs."""

    name, points, maps, least = "made-up", 7, (tuple(range(7)),), 1

    def __init__(self, chance):
        points = range(self.points)
        self.ways = [[to for to in points if to != at and chance.random() < 0.25] for at in points]
        self.hops = [[chance.sample(points, 2) for _ in range(2)] for _ in points]

    def steps(self, own, enemy):
        return len(self.stepped(own, enemy))

    def stepped(self, own, enemy):
        return [
            own ^ 1 << at ^ 1 << to
            for at in points_of(own)
            for to in self.ways[at]
            if not (own | enemy) >> to & 1
        ]

    def captures(self, own, enemy):
        return [
            (enemy ^ 1 << over) << self.points | (own ^ 1 << at | 1 << to)
            for at in points_of(own)
            for over, to in self.hops[at]
            if enemy >> over & 1 and not (own ^ 1 << at | enemy) >> to & 1
        ]

    def before(self, own, enemy):
        return [
            enemy ^ 1 << to ^ 1 << at
            for to in points_of(enemy)
            for at in range(self.points)
            if to in self.ways[at] and not (own | enemy) >> at & 1
        ]

    def after(self, own, enemy):
        taken = [
            (packed >> self.points, packed & (1 << self.points) - 1)
            for packed in self.captures(own, enemy)
        ]
        return taken + [(enemy, stepped) for stepped in self.stepped(own, enemy)]


def points_of(sites):
    return [point for point in range(sites.bit_length()) if sites >> point & 1]


@pytest.mark.parametrize("seed", range(12))
def test_whatever_the_game_its_values_are_those_of_a_plain_solver(seed):
    game = MadeUpGame(random.Random(seed))
    numbering = Numbering(game.points, game.maps)
    known = {}
    for count, others in tiers(1, 4):
        if count >= others:
            known |= Solver(game, numbering, known, lambda visits: None).solve(count, others)
    everything = [
        (own, enemy)
        for own, enemy in product(range(1, 1 << game.points), repeat=2)
        if not own & enemy and own.bit_count() + enemy.bit_count() <= 4
    ]
    plain = PlainSolver({pair: game.after(*pair) for pair in everything})
    for own, enemy in everything:
        counts = own.bit_count(), enemy.bit_count()
        value = ShapeValues(Places(numbering, *counts), known[counts]).value(own, enemy)
        assert value == plain.values.get((own, enemy), 0)


@pytest.mark.parametrize("pieces", range(2, PIECES + 1))
def test_each_value_follows_from_those_after_it_by_the_rules(base_rules, table, pieces):
    count = 0
    for state, value, wanted in checked(table, base_rules, pieces):
        assert value == wanted, AlquerquePosition(base_rules, state).to_text()
        count += 1
    # At least an eighth of all positions: no symmetry joins more than eight.
    assert count >= comb(25, pieces) * (2**pieces - 2) / 8


def test_a_wrong_value_is_found(base_rules, set_game, table):
    blocks = table.packed()
    shape = shape_of(set_game, (1, 1))
    own, enemy = 1 << 12, 1 << 0
    values = bytearray(shape.size)
    for white, black in product(range(25), repeat=2):
        if white != black:
            values[shape.index(1 << white, 1 << black)] = table.value(1 << white, 1 << black)
    values[shape.index(own, enemy)] += 2
    blocks[1, 1] = packed(bytes(values))
    wrong_table = Table(reader_in(file_bytes(set_game.name, blocks)), set_game)
    wrong = [
        state for state, value, wanted in checked(wrong_table, base_rules, 2) if value != wanted
    ]
    # White's piece on c3 is its own row, so it is found there.
    assert AlquerqueState(own, enemy, 0, 0, 0, ()) in wrong


def test_the_shipped_table_has_the_values_that_are_built(table, shipped):
    assert shipped.pieces == 7
    assert SHIPPED.stat().st_size <= 4_000_000
    chance = random.Random(7)
    for _ in range(2_000):
        own, enemy = random_sets(chance, chance.randrange(2, PIECES + 1))
        assert shipped.value(own, enemy) == table.value(own, enemy)


@pytest.mark.parametrize("pieces", range(5, 8))
def test_values_of_the_shipped_table_follow_from_those_after_it(base_rules, shipped, pieces):
    """A sample of those that the slow test checks one and all."""
    chance = random.Random(11)
    for _ in range(700):
        state, value, wanted = checked_one(shipped, base_rules, *random_sets(chance, pieces))
        assert value == wanted, AlquerquePosition(base_rules, state).to_text()


@pytest.mark.slow
def test_every_value_of_the_shipped_table_follows_from_those_after_it(base_rules, shipped):
    for pieces in range(2, shipped.pieces + 1):
        for state, value, wanted in checked(shipped, base_rules, pieces):
            assert value == wanted, AlquerquePosition(base_rules, state).to_text()


class PowerCutError(Exception):
    """A power cut."""


class CutOff(Kept):
    """PartStore of which so many can be saved before the power fails."""

    def __init__(self, count):
        super().__init__()
        self.count = count

    def save(self, name, data):
        if len(self.parts) == self.count:
            raise PowerCutError
        super().save(name, data)


def test_what_was_stopped_goes_on_where_it_was(set_game, small_build, monkeypatch):
    parts = CutOff(1)
    with pytest.raises(PowerCutError):
        built(set_game, 3, parts)
    assert sorted(parts.parts) == ["1-1"]
    solved = []
    plain = building.solved
    monkeypatch.setattr(
        building, "solved", lambda job, watch: (solved.append(job.pair), plain(job, watch))[1]
    )
    parts.count = 99
    assert built(set_game, 3, parts) == small_build.data
    assert solved == [(2, 1)]


def test_a_part_that_was_solved_elsewhere_is_not_solved_again(set_game, whole_build, monkeypatch):
    parts, solved = Kept(), []
    parts.parts["2-1"] = whole_build.kept.parts["2-1"]
    plain = building.solved
    monkeypatch.setattr(
        building, "solved", lambda job, watch: (solved.append(job.pair), plain(job, watch))[1]
    )
    assert built(set_game, PIECES, parts) == whole_build.data
    assert solved == [(1, 1), (3, 1), (2, 2)]


@pytest.mark.parametrize("harm", ["cut", "flipped", "other version", "other pair"])
def test_a_damaged_part_is_solved_again(set_game, small_build, harm):
    parts = Kept()
    parts.parts |= small_build.kept.parts
    whole = parts.parts["2-1"]
    parts.parts["2-1"] = {
        "cut": whole[:-1],
        "flipped": whole[:-5] + bytes([whole[-5] ^ 1]) + whole[-4:],
        "other version": whole.replace(KIND, NAME + b"9\n"),
        "other pair": parts.parts["1-1"],
    }[harm]
    assert built(set_game, 3, parts) == small_build.data
    assert parts.parts["2-1"] == whole


def test_what_is_known_is_not_solved_again(set_game, table, table_data):
    parts = Kept()
    counts = []
    work = TableWork(parts, counts.append, lambda _: None, Processes(1))
    assert Builder(set_game, work).build(PIECES, table.packed()) == table_data
    assert parts.parts == {} and counts == []


def test_progress_is_told_to_the_end_and_never_goes_back(whole_build):
    shares = whole_build.shares
    assert whole_build.counts == [2, 3, 4]
    assert shares == sorted(shares) and shares[-1] == 1.0


def test_several_processes_build_the_same_table(set_game, table_data):
    shares = []
    work = TableWork(Kept(), lambda _: None, shares.append, Processes(2))
    assert Builder(set_game, work).build(PIECES, {}) == table_data
    assert shares == sorted(shares) and shares[-1] == 1.0


class EndlessGame:
    """A game that takes longer than any table can tell: one point after the other."""

    name, points, least = "endless", 28, 1
    maps = (tuple(range(28)),)

    def steps(self, own, enemy):
        raise EngineError("expected no game like this")

    def captures(self, own, enemy):
        return []

    def before(self, own, enemy):
        return []


@pytest.mark.parametrize("processes", [1, 2])
def test_a_fault_ends_the_build_in_one_line(processes):
    work = TableWork(Kept(), lambda _: None, lambda _: None, Processes(processes))
    several = packed(bytes(28 * 27 * 26 // 2))
    begun = {(1, 1): packed(bytes(28 * 27)), (2, 1): several, (1, 2): several}
    with pytest.raises(EngineError, match="expected no game like this"):
        Builder(EndlessGame(), work).build(4, begun)


def test_a_table_of_another_board_is_refused(base_rules, table_data):
    steps = (*base_rules.steps[0][:-1], 0)
    other = set_game_of(replace(base_rules, steps=(steps, steps)))
    with pytest.raises(EngineError, match="expected a table of the board in use"):
        Table(reader_in(table_data), other)


@pytest.mark.parametrize("version", [b"1", b"3"])
def test_a_table_of_another_version_is_refused_with_its_number(set_game, table_data, version):
    data = table_data.replace(KIND, NAME + version + b"\n")
    with pytest.raises(EngineError, match=f"version 2, got version '{version.decode()}'"):
        Table(reader_in(data), set_game)


def test_a_table_without_one_of_its_blocks_is_refused(set_game, table):
    blocks = table.packed()
    del blocks[3, 1]
    with pytest.raises(EngineError, match="expected all blocks of a table of 4 pieces"):
        Table(reader_in(file_bytes(set_game.name, blocks)), set_game)


@pytest.mark.parametrize("options", [{"forward": "on"}, {"compulsory": True}, {"no_return": True}])
def test_there_are_tables_of_the_base_rules_alone(options):
    assert set_game_of(find_game("alquerque").initial(options).rules) is None


def test_a_head_that_lies_about_its_blocks_is_refused(set_game, table_data):
    numbers = ("-5", "1e999", "NaN", "9" * 20, "1" * 5000, "1.0", '"36"', "null", str(10**9))
    for number in numbers:
        for place in range(4):
            size = ["1", "1", "10", "0"]
            size[place] = number
            head = f'{{"board": "{set_game.name}", "blocks": [[{", ".join(size)}]]}}'
            data = KIND + head.encode() + b"\n" + b"x" * 10
            if number == str(10**9) and place == 3:
                # Any four bytes can be a check sum.
                continue
            with pytest.raises(TableError) as caught:
                blocks_of(reader_in(data), set_game.name)
            assert caught.value.trouble in (Trouble.DAMAGED, Trouble.CUT_OFF)


def test_what_unpacks_to_more_than_it_should_is_refused_before_it_is_unpacked():
    # 312 kB stand for 2 GB.
    packer = lzma.LZMACompressor(lzma.FORMAT_RAW, filters=[{"id": FILTERS[0]["id"], "preset": 0}])
    bomb = b"".join([*(packer.compress(bytes(1 << 24)) for _ in range(128)), packer.flush()])
    assert len(bomb) < 400_000
    begin_peak()
    before_mb = own_peak_mb()
    with pytest.raises(EngineError, match=f"of {10**7} values, got {1 << 31}"):
        unpacked(bomb, 10**7)
    assert own_peak_mb() - before_mb < 50


@pytest.mark.parametrize("size", [0, 1, 70_000, 3_000_000])
@pytest.mark.parametrize("kind", ["even", "mixed", "random"])
def test_how_long_values_are_is_told_without_unpacking_them(size, kind):
    chance = random.Random(size)
    values = {
        "even": bytes(size),
        "mixed": bytes(chance.choices(range(9), k=size)),
        "random": chance.randbytes(size),
    }[kind]
    data = packed(values)
    assert unpacked_size(data) == size
    assert unpacked(data, size) == values
    with pytest.raises(EngineError):
        unpacked(data[: len(data) - 1], size)


def test_a_block_that_is_too_short_is_refused(set_game, table):
    blocks = table.packed()
    blocks[1, 1] = packed(bytes(10))
    short = Table(reader_in(file_bytes(set_game.name, blocks)), set_game)
    with pytest.raises(EngineError, match="expected a block of 144 values, got 10"):
        short.value(1, 2)


def test_damaged_tables_are_refused_in_one_line(set_game, table_data):
    chance = random.Random(2)
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
            table = Table(reader_in(bytes(data)), set_game)
            for own, other in tiers(1, PIECES):
                table.value((1 << own) - 1, (1 << other) - 1 << 20)
        except EngineError as error:
            refused += 1
            assert "\n" not in str(error)
            assert str(error).startswith("expected ")
    assert refused == 400


def test_a_check_sum_is_of_the_bytes_in_the_file(set_game, table_data):
    read = reader_in(table_data)
    for block in blocks_of(read, set_game.name).values():
        assert zlib.crc32(read(block.start, block.length)) == block.check
