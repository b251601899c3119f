"""Counts and measures the pieces on paper: the files are read back."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from tests.printing.printed import ALQUERQUE, MINI, TIGHT, assert_inside_margin, piece_pages


@pytest.mark.parametrize("game", ["quincala-knocking", "quincala-mixing", "alquerque", "querni",
                                  "quincy"])  # fmt: skip
@pytest.mark.parametrize(("paper", "pitch"), [("A4", 5.0), ("Letter", 18.0), ("A3", 100.0)])
def test_no_piece_is_printed_in_the_margin(game, paper, pitch):
    for page in piece_pages(game, pitch, paper=paper):
        assert_inside_margin(page)


def cut_discs(pages):
    """Diameter and color of the cut line of every disc, by number."""
    return Counter(
        (round(path.size[0], 2), path.stroke)
        for page in pages
        for path in page.paths
        if path.is_curved and path.dash and not path.fill
        and abs(path.size[0] - path.size[1]) < TIGHT
    )  # fmt: skip


@pytest.mark.parametrize(
    ("game", "options", "sizes"),
    [(MINI, {}, 3), *(("quincala-mixing", {"sizes": sizes}, sizes) for sizes in (3, 4, 5))],
)
@pytest.mark.parametrize("pitch", [5.0, 18.0, 100.0])
def test_all_sizes_show_in_a_tower_and_fit_the_pitch(game, options, sizes, pitch):
    discs = cut_discs(piece_pages(game, pitch, **options))
    assert set(discs.values()) == {4}
    assert len(discs) == 2 * sizes
    diameters = sorted({diameter for diameter, _ in discs})
    assert len(diameters) == sizes
    assert diameters[-1] < pitch * 0.92
    for small, large in itertools.pairwise(diameters):
        # The ring that shows of each size is at least a twentieth of the pitch wide.
        assert (large - small) / 2 > pitch * 0.05


@pytest.mark.parametrize(("game", "each"), [(ALQUERQUE, 12), ("quincy", 30)])
def test_counters_and_stones_are_of_one_size(game, each):
    discs = cut_discs(piece_pages(game, 30.0))
    assert list(discs.values()) == [each, each]
    assert [diameter for diameter, _ in discs] == pytest.approx([22.2, 22.2], abs=0.02)


def test_querni_has_sixteen_numbered_tiles_a_side():
    (page,) = piece_pages("querni", 20.0)
    tiles = [p for p in page.paths if p.dash]
    assert Counter(round(t.size[0], 2) for t in tiles) == {16.0: 32}
    assert Counter(t.stroke for t in tiles).most_common()[0][1] == 16
    words = page.text.split()
    for number in range(1, 17):
        assert words.count(str(number)) >= 2


def test_quincy_has_a_whole_double_nine_set():
    dominoes = []
    for page in piece_pages("quincy"):
        edges = [p for p in page.paths if p.dash and abs(p.size[0] - 21) < TIGHT]
        pips = [p.center for p in page.paths if p.fill and abs(p.size[0] - 3.4) < TIGHT]
        for edge in edges:
            left, bottom, right, top = edge.box
            inside = [y for x, y in pips if left < x < right and bottom < y < top]
            low = sum(y < edge.center[1] for y in inside)
            dominoes.append((low, len(inside) - low))
    assert sorted(dominoes) == [(a, b) for a in range(10) for b in range(a, 10)]


def test_no_pieces_lie_on_each_other():
    for page in piece_pages("quincy"):
        edges = [p.box for p in page.paths if p.dash]
        for one, other in itertools.combinations(edges, 2):
            shared = (min(one[2], other[2]) - max(one[0], other[0]),
                      min(one[3], other[3]) - max(one[1], other[1]))  # fmt: skip
            assert min(shared) < -2
