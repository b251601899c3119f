"""Large text: letters beside boards, the parts of a screen, and the setting."""

import itertools

import pytest

from companion.config.values import Config, ScreenConfig, Settings
from companion.plugins import GAMES
from companion.testing.screen_checks import LANDSCAPE, PORTRAIT, OpenedProgram
from companion.ui.widgets.layout import lay_out
from tests.ui.layouts import boxes_overlap
from tests.ui.type_size import LEAST_TYPE_MM, type_mm


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT])
@pytest.mark.parametrize("game", GAMES)
def test_the_letters_beside_a_board_are_large(fonts, sitting, game, size):
    sitting.stage.change(Settings(large_text=True))
    sitting.stage.resize(size)
    board = GAMES[game].shipped_board()
    geometry = sitting.stage.painter(board, sitting.stage.layout.board).geometry
    assert type_mm(fonts, geometry.label_px, size) >= LEAST_TYPE_MM
    assert {len(label.text) <= 2 for label in geometry.labels} == {True}
    assert geometry.cell > fonts.width_px("13", geometry.label_px)


@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (1280, 720), (720, 1280), (480, 800)])
def test_the_parts_of_a_large_screen_keep_apart(size):
    layout = lay_out(*size, is_large=True)
    parts = [
        layout.banner, layout.board, layout.off_board, layout.menu, layout.moves, layout.note,
        *layout.buttons,
    ]  # fmt: skip
    assert all(box.x >= 0 and box.right <= size[0] and box.bottom <= size[1] for box in parts)
    assert not any(boxes_overlap(one, other) for one, other in itertools.combinations(parts, 2))


def test_the_setting_is_taken_over_at_once_and_taken_back(tmp_path):
    with OpenedProgram(tmp_path) as opened:
        before = opened.stage.layout
        opened.stage.change(Settings(large_text=True))
        assert opened.stage.layout == lay_out(*LANDSCAPE, is_large=True)
        assert opened.stage.layout.text_px(10) > before.text_px(10)
        opened.stage.change(Settings(large_text=False))
        assert opened.stage.layout == before


def test_it_is_so_from_the_start(tmp_path):
    config = Config(screen=ScreenConfig(animation=False, large_text=True))
    with OpenedProgram(tmp_path, config=config) as opened:
        assert opened.stage.layout.is_large
