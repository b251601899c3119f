"""Sittings for the tests of scenes: opened on demand, closed afterward."""

import pytest

from companion.ui.board.board_painter import BoardPainter
from companion.ui.widgets.fonts import Fonts
from tests.sitting import Sitting
from tests.ui.paper import Paper


@pytest.fixture
def sit(tmp_path):
    """Opens a sitting, by default in a folder of the test's own."""
    open_ones: list[Sitting] = []

    def sit(folder=tmp_path / "state", **values) -> Sitting:
        close()
        open_ones.append(Sitting(folder, **values))
        return open_ones[-1]

    def close():
        while open_ones:
            open_ones.pop().__exit__()

    yield sit
    close()


@pytest.fixture
def sitting(sit) -> Sitting:
    """A sitting on the start screen, in a folder of the test's own."""
    return sit()


@pytest.fixture
def rendered(monkeypatch):
    """Tells what is written on a picture, or an empty text."""
    texts = {}
    render = Fonts.render

    def noted(self, text, size_px, color, is_bold=False):
        picture = render(self, text, size_px, color, is_bold)
        # The picture is kept, so that no other one gets its number.
        texts[id(picture)] = (picture, text)
        return picture

    monkeypatch.setattr(Fonts, "render", noted)
    # What is painted once and kept is written at every drawing.
    monkeypatch.setattr(BoardPainter, "paint_still", lambda self, *still: still[-1]())
    return lambda picture: texts.get(id(picture), (None, ""))[1]


@pytest.fixture
def written(rendered):
    """Gives all that is written on a sitting's screen, as one text."""

    def written(sitting):
        paper = Paper(sitting.program.window.screen_size, rendered)
        sitting.stage.draw(paper, sitting.clock.now_s)
        return "\n".join(text for text, _ in paper.texts)

    return written
