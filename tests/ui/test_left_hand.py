"""The panel on the other side: everything on screen, nothing over another, taken over at once."""

from dataclasses import replace

import pytest

from companion.config.values import ScreenConfig, Settings
from companion.match.match import NewMatch
from companion.plugins import GAMES, find_game
from companion.testing.screen_checks import STILL, OpenedProgram
from companion.ui import destinations as to
from companion.ui.play.hint import bar_box
from companion.ui.widgets.events import PointerDown
from companion.ui.widgets.layout import lay_out

SIZES = [(800, 480), (1280, 720), (1024, 600), (480, 320), (1920, 480)]
LEFT = replace(STILL, screen=ScreenConfig(animation=False, panel_side="left"))


@pytest.mark.parametrize("size", SIZES)
def test_all_parts_are_as_large_as_before_and_on_screen(size):
    right, left = lay_out(*size), lay_out(*size, panel_is_left=True)
    for one, other in zip(boxes(right), boxes(left), strict=True):
        assert (one.w, one.h, one.y) == (other.w, other.h, other.y)
        assert other.x >= 0 and other.right <= size[0]
    assert left.info.right < left.board.x
    assert left.list_span[1] - left.list_span[0] == right.list_span[1] - right.list_span[0]
    bar = bar_box(left)
    assert left.info.right < bar.x + bar.w <= left.board.x + left.px(3)


def boxes(layout):
    return (layout.board, layout.off_board, layout.menu, layout.moves, layout.note, layout.info,
            *layout.buttons)  # fmt: skip


def test_the_four_buttons_stay_in_their_order():
    xs = [box.x for box in lay_out(800, 480, panel_is_left=True).buttons]
    assert xs == sorted(xs)


def test_on_a_tall_screen_nothing_changes():
    assert lay_out(720, 1280) == lay_out(720, 1280, panel_is_left=True)


def test_the_setting_is_taken_over_at_once_and_touches_go_where_things_are(tmp_path):
    with OpenedProgram(tmp_path) as opened:
        game = find_game("alquerque")
        match = opened.services.library.start(NewMatch(game, GAMES["alquerque"].complete(None), 0))
        opened.stage.go(to.Play(match))
        opened.stage.change(Settings(panel_side="left"))
        opened.ticks(2)
        assert opened.stage.layout.panel_is_left
        table = opened.scene.table
        site = table.board.site_of("c2")
        x, y = table.site_place(site)
        assert x > opened.stage.layout.info.right
        opened.stage.handle(PointerDown(x, y, opened.clock.now_s))
        assert opened.match.half.touches == (site,)


def test_it_is_so_from_the_start(tmp_path):
    with OpenedProgram(tmp_path, config=LEFT) as opened:
        assert opened.stage.layout.panel_is_left
