import pytest

from companion.art.theme import DARK
from companion.match.match import Match, NewMatch
from companion.plugins import find_game
from companion.testing.screen_checks import LANDSCAPE
from companion.ui.board.piece_pictures import PiecePictures
from companion.ui.panels.panels import (
    begun_text,
    draw_moves,
    draw_off_board,
    move_lines,
)
from companion.ui.panels.racks import numbers_of
from companion.ui.widgets.layout import Box, lay_out
from companion.ui.widgets.pen import Pen
from companion.words.voice import PLAIN
from tests.ui.mixing_scenes import THREE_SIZES
from tests.ui.paper import Paper

AFTER_LONG = THREE_SIZES.index("i7-h6") + 1


def match_of(name, *texts, **options) -> Match:
    match = Match.start(NewMatch(find_game(name), options))
    for text in texts:
        match.propose(match.position.parse(text))
        match.confirm(match.stamp)
    return match


def lines(match):
    return [(line.number, *line.texts) for line in move_lines(match)]


def test_each_line_has_a_ply_of_both_sides_the_first_mover_first():
    match = match_of("alquerque", "c2-c3", "c4xc2", "c1xc3")
    assert lines(match) == [(1, "c2-c3", "c4xc2"), (3, "c1xc3", "")]


def test_black_stands_first_where_black_begins():
    match = match_of("alquerque", starts="black")
    first = match.position.legal_moves()[0].text
    assert lines(match_of("alquerque", first, starts="black")) == [(1, first, "")]


def test_the_begun_turn_stands_at_its_place():
    match = match_of("alquerque", "c2-c3")
    match.touch(match.position.board.site_of("c4"))
    assert lines(match) == [(1, "c2-c3", "c4 …")]
    assert begun_text(match) == "c4 …"
    match.touch(match.position.board.site_of("c2"))
    assert lines(match) == [(1, "c2-c3", "c4xc2 …")]


def test_a_side_that_moves_on_after_a_huff_has_both_plies_in_its_column():
    match = match_of("alquerque", "d3-c3", "d4-d3", compulsory=True, huffing=True)
    for text in ("huff b3", "c3-b3"):
        legal = [move.text for move in match.position.legal_moves()]
        match.propose(match.position.parse(text if text in legal else legal[0]))
        match.confirm(match.stamp)
    rows = lines(match)
    assert rows[0] == (1, "d3-c3", "d4-d3")
    assert rows[1][1].startswith("huff b3, ")
    assert rows[1][2] == ""


def test_pieces_have_the_sizes_that_they_began_with():
    assert numbers_of(match_of("quincala-knocking")) == (1, 2, 3)
    assert numbers_of(match_of("alquerque")) == (1,)


def test_plies_of_one_turn_that_do_not_fit_side_by_side_stand_under_each_other():
    texts = ["d3-e4-d4-d5-e6", "d11-e10-d10-d9", "j3-j4-j5-i6", "d9-f7xe6", "1w@l5", "k4-j5"]
    assert lines(match_of("quincala-mixing", *texts)) == [
        (1, "d3-e4-d4-d5-e6", "d11-e10-d10-d9"),
        (3, "j3-j4-j5-i6", "d9-f7xe6"),
        (5, "1w@l5, k4-j5", ""),
    ]
    texts[5:] = ["k4-j5-i6-i7", "j11-i10-i9-h8", "e4-e5xe6", "1b@k9", "k10-j9-k9-j9-i8"]
    assert lines(match_of("quincala-mixing", *texts))[2:] == [
        (5, "1w@l5, k4-j5-i6-i7", "j11-i10-i9-h8"),
        (8, "e4-e5xe6", "1b@k9"),
        (10, "", "k10-j9-k9-j9-i8"),
    ]


def test_both_lines_of_the_panel_have_letters_of_one_size(fonts, rendered, monkeypatch):
    match = match_of("quincala-knocking", "a2-b3-c4-c3", "a8-b7-c6xd7")
    paper, sizes = Paper(LANDSCAPE, rendered), set()
    pen = Pen(paper, fonts, DARK, lay_out(*LANDSCAPE))
    render = fonts.render

    def noted(text, size_px, *rest):
        if "knock" in text:
            sizes.add(size_px)
        return render(text, size_px, *rest)

    monkeypatch.setattr(fonts, "render", noted)
    draw_off_board(pen, pen.layout.off_board, match, PiecePictures(DARK), PLAIN)
    assert [text for text, _ in paper.texts if "knock" in text] == [
        "Black: knock all sizes",
        "White: knock large, medium",
    ]
    assert len(sizes) == 1


@pytest.mark.parametrize(("h", "titled"), [(60, [True, False]), (150, [True, True])])
def test_a_low_list_of_moves_has_its_title_only_while_it_is_empty(fonts, rendered, h, titled):
    flags = []
    for match in (match_of("alquerque"), match_of("alquerque", "c2-c3")):
        paper = Paper(LANDSCAPE, rendered)
        pen = Pen(paper, fonts, DARK, lay_out(*LANDSCAPE))
        draw_moves(pen, Box(440, 100, 340, h), match)
        flags.append("Moves" in [text for text, _ in paper.texts])
    assert flags == titled


def test_a_long_move_has_the_room_that_the_short_one_beside_it_leaves(fonts, rendered):
    match = match_of("quincala-mixing", *THREE_SIZES[:AFTER_LONG])
    layout = lay_out(1600, 1000, is_large=True)
    paper = Paper((1600, 1000), rendered)
    draw_moves(Pen(paper, fonts, DARK, layout), layout.moves, match)
    inks = dict(paper.texts)
    assert {"2w@i5, i4-i5-i6-h6", "i7-h6"} <= set(inks)
    assert not inks["2w@i5, i4-i5-i6-h6"].colliderect(inks["i7-h6"])
