import pygame
import pytest

from companion.contract import Token
from companion.plugins import find_game
from companion.testing.screen_checks import LANDSCAPE
from companion.ui.panels import tray as tray_module
from companion.ui.panels.tray import HandVeil, TrayItem
from companion.ui.play.hand import HandTray
from companion.ui.scenes.gif import rgb_of
from companion.ui.widgets.pen import Pen

QUINCY = find_game("quincy")
CARDS = (Token("card", (7,)), Token("ace", ()))
PIECES = (Token("hand", (0, 1)), Token("hand", (1, 3)))
DOMINOES = (Token("domino", (0, 1)), Token("domino", (3, 4)))


def painted(sitting, monkeypatch, tokens, is_open):
    """The tray with a hand of *tokens*, each in its place, as a picture."""
    items = tuple(map(TrayItem, tokens))
    monkeypatch.setattr(tray_module, "tray_items", lambda half: items)
    veil = HandVeil()
    veil.is_open = is_open
    tray = HandTray(QUINCY.initial(seed=1).begin(), tokens, veil, lambda: None)
    stage, pieces = sitting.stage, sitting.scene.table.painter().pieces
    pen = Pen(pygame.Surface(LANDSCAPE), stage.fonts, stage.theme, stage.layout)
    tray.place(pen.layout)
    tray.draw(pen, pen.layout, sitting.match.half, None, pieces, stage.dominoes)
    return rgb_of(pen.surface)


@pytest.mark.parametrize("tokens", [CARDS, PIECES, DOMINOES])
def test_a_covered_hand_of_anything_does_not_tell_what_it_is(sitting, monkeypatch, tokens):
    sitting.play("quincala-mixing")
    covered = [painted(sitting, monkeypatch, hand, False) for hand in (tokens, tokens[::-1])]
    assert covered[0] == covered[1]
    shown = [painted(sitting, monkeypatch, hand, True) for hand in (tokens, tokens[::-1])]
    assert shown[0] != shown[1]


def test_what_is_no_part_of_the_hand_comes_last(monkeypatch):
    items = (TrayItem(Token("pass", ())), *map(TrayItem, CARDS))
    monkeypatch.setattr(tray_module, "tray_items", lambda half: items)
    tray = HandTray(QUINCY.initial(seed=1).begin(), CARDS[::-1], HandVeil(), lambda: None)
    assert [item.token.kind for item in tray.items] == ["ace", "card", "pass"]
