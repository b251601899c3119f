"""Every scene: what is to be touched is large enough for a finger, and no two areas overlap."""

import itertools

import pytest

from companion.config.values import Config, ScreenConfig
from companion.testing.screen_checks import LANDSCAPE, PORTRAIT
from companion.ui.widgets.events import PointerDown
from companion.ui.widgets.layout import Box
from companion.ui.widgets.list_view import ListView
from tests.sitting import nobody_looking
from tests.ui.every_scene import EVERY_SCENE, OF_ONE_SIZE, brought_to
from tests.ui.layouts import boxes_overlap

LEAST_MM = 9.0
LEAST_SITE_MM = 5.0

PIXEL_MM = {LANDSCAPE: (154.1 / 800, 85.9 / 480), PORTRAIT: (88 / 720, 155 / 1280)}
"""The width and height of a pixel of the usual seven-inch screens of these sizes."""

OUTSIDE = PointerDown(-1.0, -1.0, 0.0)


class Touched:
    """What is asked whether it holds a touch, as boxes and lists, while the touch is nowhere."""

    def __init__(self, monkeypatch):
        self.boxes: list[Box] = []
        self.lists: list[ListView] = []
        monkeypatch.setattr(Box, "holds", lambda box, *_: self.boxes.append(box) or False)
        for name in ("pointer_down", "index_at"):
            monkeypatch.setattr(ListView, name, lambda view, *_: self.lists.append(view))

    def areas(self, stage):
        """Return the areas of everything in sight but the board."""
        board = {stage.layout.board}
        table = stage.scene.table
        if table is not None:
            board.add(table.screen().board)
        # A page of rules is only scrolled.
        lists = () if stage.scene.name == "rules" else self.lists
        views = {id(view): view for view in lists}.values()
        lists = {view.box for view in views}
        entries = [
            box
            for view in views
            for box in map(view.entry_box, view.visible())
            if box.y >= view.box.y and box.bottom <= view.box.bottom
        ]
        return [*dict.fromkeys(box for box in self.boxes if box not in board | lists), *entries]


def touched(stage, monkeypatch):
    with monkeypatch.context() as patched:
        record = Touched(patched)
        stage.handle(OUTSIDE)
        return record.areas(stage)


@pytest.mark.parametrize("is_large", [False, True], ids=["usual", "large"])
@pytest.mark.parametrize("name", EVERY_SCENE)
@nobody_looking()
def test_a_finger_hits_everything(tmp_path, monkeypatch, name, is_large):
    config = Config(screen=ScreenConfig(animation=False, large_text=is_large))
    # One sitting for both sizes, unless the touch beside everything has closed what showed.
    with brought_to(name, tmp_path / "state", LANDSCAPE, config) as sitting:
        if sitting.scene.takes_every_touch():
            return
        areas = touched(sitting.stage, monkeypatch)
        assert_hit(sitting, LANDSCAPE, areas)
        is_as_before = touched(sitting.stage, monkeypatch) == areas
        if is_as_before and name not in OF_ONE_SIZE:
            sitting.resize(PORTRAIT)
            assert_hit(sitting, PORTRAIT, touched(sitting.stage, monkeypatch))
            return
    with brought_to(name, tmp_path / "portrait", PORTRAIT, config) as sitting:
        assert_hit(sitting, PORTRAIT, touched(sitting.stage, monkeypatch))


def assert_hit(sitting, size, areas):
    across, down = PIXEL_MM[size]
    small = [box for box in areas if box.w * across < LEAST_MM or box.h * down < LEAST_MM]
    assert len(areas) >= 4
    assert small == []
    pairs = itertools.combinations(areas, 2)
    assert [pair for pair in pairs if boxes_overlap(*pair)] == []
    table = sitting.scene.table
    if table is not None:
        cell = table.painter().geometry.cell
        assert cell * min(across, down) >= LEAST_SITE_MM
