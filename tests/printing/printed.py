"""Printed pages, and what is looked for on them."""

from __future__ import annotations

import math
from functools import cache

from companion.plugins import load_board
from companion.printing.page import PAPERS
from companion.printing.pdf import pdf_bytes
from companion.printing.sheets import Job, drill_plan, find_set
from tests.printing.pdf_reading import read_pdf

SIZES = {"A4": (210, 297), "A3": (297, 420), "Letter": (215.9, 279.4)}
MARGIN = 10
TIGHT = 0.005
"""Half a hundredth of a millimeter: files hold numbers with so many digits."""

MINI, ALQUERQUE, QUERNI, QUINCY = "quincala-knocking", "alquerque", "querni", "quincy"
BOARDS = {
    MINI: load_board("mini-quincala"),
    ALQUERQUE: load_board("alquerque"),
    QUERNI: load_board("querni"),
    QUINCY: load_board("quincy"),
}


def job(game, paper, pitch):
    return Job(find_set(game), PAPERS[paper], pitch)


def printed(sheets):
    return read_pdf(pdf_bytes(sheets, "test"))


@cache
def board_pages(game, paper, pitch, style="plain", board=None):
    return printed(job(game, paper, pitch).board_sheets(board or BOARDS[game], style))


@cache
def drill_pages(game, paper, pitch, hole=5.0, panel=None, board=None):
    plan = drill_plan(board or BOARDS[game], pitch, panel, hole)
    return printed(job(game, paper, pitch).drill_sheets(plan))


@cache
def piece_pages(game, pitch=18.0, paper="A4", **options):
    return printed(job(game, paper, pitch).piece_sheets(options))


def is_line(path):
    return len(path.points) == 2 and path.stroke is not None


def dot_paths(page, game, pitch):
    """The dots: diamonds, or where lines are drawn small discs."""
    across = 2 * 0.115 * pitch if game == MINI else 2 * 0.075 * pitch
    return [
        path
        for path in page.paths
        if path.fill and path.is_curved == (game == ALQUERQUE)
        and math.dist(path.size, (across, across)) < TIGHT * 2
    ]  # fmt: skip


def dots(page, game, pitch):
    """The middles of the dots."""
    return [path.center for path in dot_paths(page, game, pitch)]


def crosses(page):
    """The middles of the crop marks."""
    arms = [path for path in page.paths if is_line(path) and abs(path.width - 0.15) < 0.01]
    level = {round_point(p.center) for p in arms if math.dist(p.size, (8, 0)) < 0.01}
    upright = {round_point(p.center) for p in arms if math.dist(p.size, (0, 8)) < 0.01}
    assert level == upright
    return sorted(level)


def round_point(point):
    return round(point[0], 3), round(point[1], 3)


def assert_lattice(points, places, pitch):
    """The points are exactly *places*, *pitch* apart, in any order."""
    left, bottom = min(x for x, _ in points), min(y for _, y in points)
    first_file, first_rank = min(f for f, _ in places), min(r for _, r in places)
    wanted = [(left + (f - first_file) * pitch, bottom + (r - first_rank) * pitch)
              for f, r in places]  # fmt: skip
    assert len(points) == len(wanted)
    for point, place in zip(by_rank(points), by_rank(wanted), strict=True):
        assert math.dist(point, place) < TIGHT


def by_rank(points):
    return sorted(points, key=lambda point: (round(point[1], 1), point[0]))


def assert_inside_margin(page):
    assert len(page.texts) > 5
    for thing in [*page.paths, *page.texts]:
        if thing.seen is not None:
            left, bottom, right, top = thing.seen
            assert left >= MARGIN - TIGHT, thing
            assert bottom >= MARGIN - TIGHT, thing
            assert right <= page.width - MARGIN + TIGHT, thing
            assert top <= page.height - MARGIN + TIGHT, thing
