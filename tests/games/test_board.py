"""Boards as data: what the shipped files say, and what no file may say."""

from __future__ import annotations

import pytest

from companion.contract import DIRECTIONS, LampGrid, parse_board, read_board
from companion.errors import BoardError
from companion.plugins import load_board, shipped_boards

PLUS = """
name = "plus"
note = "for tests"
rows = [".o.", "ooo", ".o."]
"""


def board_with(extra="", base=PLUS):
    return parse_board(base + extra, "plus.toml")


def site_names(board, sites):
    return [board.name_of(site) for site in sites]


# Geometry


def test_sites_count_along_each_rank_from_the_near_left():
    board = board_with()
    assert board.names == ("b1", "a2", "b2", "c2", "b3")
    assert board.places[0] == (1, 0)
    assert (board.files, board.ranks, len(board)) == (3, 3, 5)


def test_names_and_sites_name_each_other():
    board = board_with()
    assert [board.site_of(name) for name in board.names] == list(range(5))
    assert board.name_of(5) == board.name_of(-1) == "?"
    with pytest.raises(BoardError, match=r"plus.*'a1'"):
        board.site_of("a1")


def test_sites_may_be_named_by_row_and_column_from_the_far_left():
    board = board_with('names = "rows"')
    assert board.names == ("32", "21", "22", "23", "12")
    assert board.places[board.site_of("12")] == (1, 2)
    assert (board.naming, board_with().naming) == ("rows", "files")


def test_set_ups_areas_and_cuts_are_read_by_the_names_in_use():
    board = board_with(
        """
        names = "rows"
        cuts = [["21", "22"]]
        [areas]
        far = ["12"]
        [setups.start.white]
        1 = ["32"]
        """
    )
    assert board.areas == {"far": frozenset({4})}
    assert board.setups["start"] == ((0, 1, 0),)
    assert board.cuts == {frozenset({1, 2})}


def test_lines_lead_to_neighbors_in_all_directions_by_default():
    board = board_with()
    north = DIRECTIONS.index((0, 1))
    assert board.name_of(board.neighbors[board.site_of("b2")][north]) == "b3"
    assert board.neighbors[board.site_of("b3")][north] == -1
    assert len(board.segments()) == 8


def test_a_way_there_is_a_way_back():
    for name in shipped_boards():
        board = load_board(name)
        for site, around in enumerate(board.neighbors):
            for direction, other in enumerate(around):
                assert other < 0 or board.neighbors[other][direction ^ 4] == site


def test_alquerque_lines_have_diagonals_through_even_points_only():
    board = load_board("alquerque")
    for site, (file, rank) in enumerate(board.places):
        diagonals = [other for other in board.neighbors[site][1::2] if other >= 0]
        assert bool(diagonals) == ((file + rank) % 2 == 0)


def test_boards_may_have_no_lines():
    assert board_with('lines = "none"').segments() == []


def test_rays_reach_outward_to_the_edge():
    board = load_board("mini-quincala")
    east = board.rays[board.site_of("b9")][DIRECTIONS.index((1, 0))]
    assert site_names(board, east) == ["c9", "d9"]


def test_a_cut_ends_lines_and_rays_both_ways():
    board = board_with('cuts = [["a2", "b2"]]')
    a2, b2, c2 = (board.site_of(name) for name in ("a2", "b2", "c2"))
    assert b2 not in board.neighbors[a2]
    assert a2 not in board.neighbors[b2]
    assert board.rays[c2][DIRECTIONS.index((-1, 0))] == (b2,)


def test_areas_orders_set_ups_and_lamps_are_read():
    board = board_with(
        """
        drawing = "squares"
        outline = false
        [areas]
        near = ["b1", "a2"]
        [orders]
        laid = ["b3", "a2", "b1"]
        [setups.start.black]
        1 = ["b3"]
        [setups.start.white]
        2 = ["b1"]
        3 = ["a2"]
        [lamps.16x16]
        first = [1, 2]
        pitch = 3
        """
    )
    assert board.areas == {"near": frozenset({0, 1})}
    assert board.orders == {"laid": (4, 1, 0)}
    assert board.setups["start"] == ((0, 3, 1), (0, 2, 0), (1, 1, 4))
    assert board.lamps == {"16x16": LampGrid((1, 2), 3)}
    assert (board.drawing, board.outline) == ("squares", False)


def test_the_look_of_board_and_pieces_is_read():
    board = board_with(
        """
        checkered = true
        pieces = "tiles"
        colors = ["pink", "ivory"]
        marks = ["a1", "b2"]
        strokes = [["a1", "c3"], ["a2", "a3"]]
        """,
        PLUS.replace('[".o.", "ooo", ".o."]', '["ooo", "ooo", "ooo"]'),
    )
    assert (board.checkered, board.pieces, board.colors) == (True, "tiles", ("pink", "ivory"))
    assert site_names(board, board.marks) == ["a1", "b2"]
    assert [site_names(board, stroke) for stroke in board.strokes] == [["a1", "c3"], ["a2", "a3"]]


def test_boards_have_ivory_and_ebony_discs_and_nothing_else_drawn_by_default():
    board = board_with()
    assert (board.checkered, board.pieces, board.colors) == (False, "discs", ("ivory", "ebony"))
    assert (board.marks, board.strokes) == ((), ())


STROKES = """
lines = "none"
strokes = [["a2", "c2"], ["b1", "b3"]]
"""


def test_strokes_are_drawn_on_a_board_of_lines_and_are_no_ways():
    board = board_with(STROKES + 'drawing = "lines"')
    assert [site_names(board, pair) for pair in board.drawn()] == [["a2", "c2"], ["b1", "b3"]]
    assert board.segments() == []


def test_strokes_of_other_boards_are_none_of_their_lines():
    assert board_with(STROKES).drawn() == []


def test_the_ground_under_strokes_is_the_whole_lattice():
    board = board_with(STROKES + 'drawing = "lines"')
    ground = board.ground()
    assert len(ground) == 9 + 12
    assert ((0, 0), (1, 0)) in ground
    assert ((1, 1), (1, 1)) in board_with(STROKES).ground()


# Shipped boards


@pytest.mark.parametrize("name", shipped_boards())
def test_shipped_boards_carry_the_name_of_their_file(name):
    assert load_board(name).name == name


@pytest.mark.parametrize("name", shipped_boards())
def test_shipped_set_ups_look_the_same_from_both_sides(name):
    board = load_board(name)
    last_file, last_rank = board.files - 1, board.ranks - 1
    for pieces in board.setups.values():
        placed = {(side, value, board.places[site]) for side, value, site in pieces}
        turned = {
            (1 - side, value, (last_file - file, last_rank - rank))
            for side, value, (file, rank) in placed
        }
        assert turned == placed


def test_mini_quincala_is_the_reconstruction_of_69_dots():
    board = load_board("mini-quincala")
    assert len(board) == 69
    assert len(board.setups["start"]) == 24
    assert "reconstruction" in board.note


def test_quincy_is_a_grid_of_squares_named_by_row_and_column():
    board = load_board("quincy")
    assert set(board.names) == {
        f"{row}{column}" for row in range(1, 10) for column in range(1, 10)
    }
    assert board.places[board.site_of("11")] == (0, 8)
    assert board.places[board.site_of("19")] == (8, 8)
    assert (board.drawing, board.segments()) == ("squares", [])
    assert (board.pieces, board.colors) == ("stones", ("blue", "yellow"))
    assert [site_names(board, stroke) for stroke in board.strokes] == [["11", "99"]]
    assert board.lamps == {"16x16": LampGrid((3, 3), 1), "9x9": LampGrid((0, 0), 1)}


def test_alquerque_is_set_up_as_the_rules_say():
    board = load_board("alquerque")
    white = site_names(board, [site for side, _, site in board.setups["start"] if side == 0])
    assert sorted(white) == sorted(
        [f"{file}{rank}" for rank in (1, 2) for file in "abcde"] + ["d3", "e3"]
    )


def test_querni_lays_tiles_around_eight_intersections_the_same_from_both_sides():
    board = load_board("querni")
    assert (board.files, board.ranks, len(board)) == (10, 7, 70)
    assert "reconstruction" in board.note
    blue, pink = ([board.places[site] for site in board.orders[k]] for k in ("blue", "pink"))
    assert {(9 - file, 6 - rank) for file, rank in blue} == set(pink)
    for squares, rank in ((blue, 1), (pink, 4)):
        blocks = {(f + df, rank + dr) for f in (0, 3, 5, 8) for df in (0, 1) for dr in (0, 1)}
        assert squares == sorted(blocks, key=lambda place: (place[1], place[0]))


def test_an_unknown_board_is_refused_with_the_known_ones():
    with pytest.raises(BoardError, match=r"alquerque, .*'chess'"):
        load_board("chess")


# Files that are no boards


def rows_of(text):
    return PLUS.replace('[".o.", "ooo", ".o."]', text)


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("name = ", "TOML", ""),
        ('name = "a"\nname = "b"', "TOML", ""),
        (PLUS + "x = " + "[\n" * 20_000, "TOML", ""),
        (PLUS + "outline = " + "9" * 5_000, "1000 a line", "5010"),
        (PLUS + "#" + "\n" * 70_000, "65536 characters", "70064"),
        (PLUS + "x = 2024-99-99", "TOML", ""),
        (PLUS + "outline = 0x" + "f" * 900, "outline", "..."),
        (PLUS + "areas." + ".".join("a" * 3_000) + " = 1", "", ""),
        (PLUS + "shape = 1", "shape", "'shape'"),
        (PLUS + '"a\\nb" = 1', "a\\nb", "'a\\nb'"),
        (PLUS.replace('"plus"', "7"), "name", "7"),
        (PLUS.replace('"plus"', '" "'), "name", "' '"),
        (PLUS.replace('note = "for tests"', ""), "note", "None"),
        (rows_of("[]"), "rows", "[]"),
        (rows_of('"ooo"'), "rows", "'ooo'"),
        (rows_of("[[1]]"), "rows[1]", "[1]"),
        (rows_of('["ooo", "oo"]'), "rows[2]", "'oo'"),
        (rows_of('["ooo", "oxo"]'), "rows[2]", "'oxo'"),
        (rows_of('["..."]'), "rows", "['...']"),
        (rows_of('[""]'), "rows[1]", "''"),
        (rows_of(f'["{"o" * 27}"]'), "rows[1]", "'ooo"),
        (rows_of(str(["o"] * 27)), "rows", "['o'"),
        (PLUS + 'names = "columns"', "names", "'columns'"),
        (PLUS + "names = 1", "names", "1"),
        (rows_of(str(["o"] * 10)) + 'names = "rows"', "names", "'rows'"),
        (rows_of('["oooooooooo"]') + 'names = "rows"', "names", "'rows'"),
        (PLUS + 'lines = "some"', "lines", "'some'"),
        (PLUS + "lines = []", "lines", "[]"),
        (PLUS + 'drawing = "circles"', "drawing", "'circles'"),
        (PLUS + "outline = 1", "outline", "1"),
        (PLUS + "cuts = 3", "cuts", "3"),
        (PLUS + 'cuts = [["a2"]]', "cuts[1]", "['a2']"),
        (PLUS + 'cuts = [["a2", "a1"]]', "cuts[1]", "'a1'"),
        (PLUS + 'cuts = [["a2", "b2"], ["a2", "c2"]]', "cuts[2]", "['a2', 'c2']"),
        (PLUS + 'cuts = [["a2", "a2"]]', "cuts[1]", "['a2', 'a2']"),
        (PLUS + "cuts = [[1, 2]]", "cuts[1]", "1"),
        (PLUS + "checkered = 1", "checkered", "1"),
        (PLUS + 'pieces = "cubes"', "pieces", "'cubes'"),
        (PLUS + "pieces = []", "pieces", "[]"),
        (PLUS + 'colors = "blue"', "colors", "'blue'"),
        (PLUS + 'colors = ["blue"]', "colors", "['blue']"),
        (PLUS + 'colors = ["blue", "blue"]', "colors", "['blue', 'blue']"),
        (PLUS + 'colors = ["blue", "red"]', "colors", "'red'"),
        (PLUS + "colors = [[], 1]", "colors", "[]"),
        (PLUS + 'marks = "a2"', "marks", "'a2'"),
        (PLUS + 'marks = ["a1"]', "marks", "'a1'"),
        (PLUS + 'marks = ["b2"]', "marks", "'b2'"),
        (PLUS + "strokes = 3", "strokes", "3"),
        (PLUS + 'strokes = [["a2", "a2"]]', "strokes[1]", "['a2', 'a2']"),
        (PLUS + 'strokes = [["a2", "b2"], ["a1", "c2"]]', "strokes[2]", "'a1'"),
        (PLUS + "areas = 1", "areas", "1"),
        (PLUS + 'areas.home = "a2"', "areas.home", "'a2'"),
        (PLUS + 'areas.home = ["a1"]', "areas.home", "'a1'"),
        (PLUS + 'areas.home = ["a2", "a2"]', "areas.home", "'a2'"),
        (PLUS + "orders = 1", "orders", "1"),
        (PLUS + 'orders.laid = "a2"', "orders.laid", "'a2'"),
        (PLUS + 'orders.laid = ["a1"]', "orders.laid", "'a1'"),
        (PLUS + 'orders.laid = ["a2", "a2"]', "orders.laid", "'a2'"),
        (PLUS + "setups = []", "setups", "[]"),
        (PLUS + "setups.start = 1", "setups.start", "1"),
        (PLUS + 'setups.start.red = {1 = ["a2"]}', "setups.start.red", "['a2']"),
        (PLUS + "setups.start.white = 1", "setups.start.white", "1"),
        (PLUS + 'setups.start.white = {1 = ["a1"]}', "setups.start.white.1", "'a1'"),
        (PLUS + 'setups.start.white = {1 = "a2"}', "setups.start.white.1", "'a2'"),
        (PLUS + 'setups.start.white = {1 = ["a2", "a2"]}', "setups.start.white.1", "'a2'"),
        (PLUS + 'setups.start.white = {1 = ["a2"], 2 = ["a2"]}', "setups.start.white.2", "'a2'"),
        (
            PLUS + 'setups.start = {white = {1 = ["a2"]}, black = {1 = ["a2"]}}',
            "setups.start.black.1",
            "'a2'",
        ),
        (PLUS + 'setups.start.white = {0 = ["a2"]}', "setups.start.white.0", "'0'"),
        (PLUS + 'setups.start.white = {100 = ["a2"]}', "setups.start.white.100", "'100'"),
        (PLUS + 'setups.start.white = {"1x" = ["a2"]}', "setups.start.white.1x", "'1x'"),
        (PLUS + 'setups.start.white = {"²" = ["a2"]}', "setups.start.white.²", "'²'"),
        (PLUS + "lamps = 1", "lamps", "1"),
        (PLUS + "lamps.a = {first = [1, 1]}", "lamps.a", "[1, 1]"),
        (PLUS + "lamps.a = {first = [1, 1], pitch = 0}", "lamps.a.pitch", "0"),
        (PLUS + "lamps.a = {first = [1, 1], pitch = true}", "lamps.a.pitch", "True"),
        (PLUS + "lamps.a = {first = [1], pitch = 1}", "lamps.a.first", "[1]"),
        (PLUS + "lamps.a = {first = [-1, 0], pitch = 1}", "lamps.a.first", "[-1, 0]"),
        (PLUS + "lamps.a = {first = 3, pitch = 1}", "lamps.a.first", "3"),
        (PLUS + "lamps.a = {first = [0, 0], pitch = 1}", "lamps.a", "'a'"),
        (PLUS + "lamps.16x65 = {first = [0, 0], pitch = 1}", "lamps.16x65", "'16x65'"),
        (PLUS + "lamps.4x4 = {first = [1, 2], pitch = 1}", "for b3", "'column 2, row 4'"),
        (PLUS + "lamps.4x9 = {first = [0, 0], pitch = 2}", "for c2", "'column 4, row 2'"),
        (PLUS + 'setups.start.white = {0123 = ["a2"]}', "setups.start.white.0123", "'0123'"),
    ],
)
def test_bad_files_are_refused_with_file_key_and_value(text, key, value):
    with pytest.raises(BoardError) as caught:
        parse_board(text, "mine.toml")
    message = str(caught.value)
    assert message.startswith("mine.toml: ")
    assert key in message
    assert value in message
    assert len(message.splitlines()) == 1


def test_a_board_file_is_read_from_its_path(tmp_path):
    file = tmp_path / "plus.toml"
    file.write_text(PLUS, encoding="utf-8")
    assert read_board(file).name == "plus"


@pytest.mark.parametrize("content", [b"\xff\xfe", None])
def test_unreadable_files_are_refused_by_name(tmp_path, content):
    file = tmp_path / "mine.toml"
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    with pytest.raises(BoardError, match=r"mine\.toml"):
        read_board(file)
