from collections import Counter

import pygame

from companion.contract import Piece
from companion.match.match import Match, NewMatch
from companion.plugins import find_game
from companion.ui.panels.racks import hands_of
from companion.ui.widgets.fonts import Fonts
from companion.words.voice import Tag
from tests.sitting import Sitting
from tests.ui import mixing_scenes
from tests.ui.mixing_scenes import BEFORE_PLACING, THREE_SIZES

MIXING = find_game("quincala-mixing")


def match_after(*texts) -> Match:
    match = Match.start(NewMatch(MIXING))
    for text in texts:
        match.propose(match.position.parse(text))
        match.confirm(match.stamp)
    return match


def test_nobody_has_anything_in_hand_at_the_start():
    assert hands_of(match_after().half) == ((), ())


def test_what_a_begun_turn_knocks_is_in_the_hand_of_the_other_side_at_once():
    match = match_after(*THREE_SIZES[:3])
    match.propose(match.position.parse("d9-f7xe6"))
    assert hands_of(match.half) == ((Piece(0, 1),), ())
    match.confirm(match.stamp)
    assert hands_of(match.half) == ((Piece(0, 1),), ())


def test_a_placed_piece_leaves_the_hand_before_it_is_confirmed():
    match = match_after(*THREE_SIZES[:BEFORE_PLACING])
    assert Counter(hands_of(match.half)[1]) == Counter([Piece(1, 1), Piece(1, 2), Piece(1, 3)])
    match.propose(match.position.parse("2b@d9"))
    assert hands_of(match.half)[1] == (Piece(1, 3), Piece(1, 1))


def panel_colors(sitting: Sitting) -> dict[tuple[int, int, int], int]:
    """Return how often each color is in the panel of formations."""
    sitting.settle()
    panel = sitting.surface.subsurface(pygame.Rect(sitting.scene.table.ledge_box(has_menu=True)))
    width, height = panel.get_size()
    seen = (panel.get_at((x, y))[:3] for x in range(width) for y in range(height))
    return Counter(seen)


def test_a_size_is_filled_in_as_soon_as_it_stands_in_a_mixed_tower(sit):
    sitting = sit()
    sitting.look()
    mixing_scenes.after(sitting, THREE_SIZES[:12])
    ivory = tuple(sitting.stage.theme.ivory)
    before = panel_colors(sitting)[ivory]
    sitting.begin_move(THREE_SIZES[12])
    assert [sitting.match.half.formed(side) for side in (0, 1)] == [{2}, {1}]
    assert panel_colors(sitting)[ivory] > before + 100
    sitting.press("back", "back", "back", "back")
    assert panel_colors(sitting)[ivory] == before


def test_both_names_have_one_size_where_one_of_them_is_long(sit, monkeypatch):
    sizes = {}
    render = Fonts.render

    def noted(self, text, size_px, *rest):
        sizes[text] = size_px
        return render(self, text, size_px, *rest)

    sitting = sit()
    sitting.play("quincala-mixing")
    monkeypatch.setattr(Fonts, "render", noted)
    names = {0: "Weiß", 1: "Schwarz"}
    path = "companion.ui.panels.racks.tag_of"
    monkeypatch.setattr(path, lambda voice, side, game: Tag(names[side], is_name=False))
    sitting.stage.draw(sitting.program.window.screen, 0.0)
    assert 12 <= sizes["Weiß"] == sizes["Schwarz"] < 16
