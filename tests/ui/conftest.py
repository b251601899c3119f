"""Sittings for the tests of scenes, and games installed for them: all gone afterward."""

import os
import sys
from pathlib import Path

import pytest

import companion.plugins
from companion.engine.knowledge import knowledge_of
from companion.ui.board.board_painter import BoardPainter
from companion.ui.widgets.fonts import Fonts
from tests.outside_games import install
from tests.sitting import Sitting
from tests.ui.paper import Paper

ROOT = Path(companion.plugins.__file__).parents[2]


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    """The fonts of the program, opened once for each file of tests."""
    return Fonts()


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
def sizes_px(monkeypatch):
    """The least size in which each text was asked for."""
    sizes = {}
    render = Fonts.render

    def noted(self, text, size_px, *rest):
        sizes[text] = min(size_px, sizes.get(text, size_px))
        return render(self, text, size_px, *rest)

    monkeypatch.setattr(Fonts, "render", noted)
    return sizes


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


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Installs a game beside the program, until the test is over; returns its folder."""
    place = tmp_path / "site"
    place.mkdir()
    monkeypatch.syspath_prepend(place)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(place), str(ROOT)]))

    def put(package, **files):
        made = install(place, package, **files)
        forget()
        return made

    def forget():
        """Have what was installed under the same name looked for again."""
        companion.plugins._outside.cache_clear()
        knowledge_of.cache_clear()

    yield put
    forget()
    # What else was loaded stays: a second copy of it would have classes of its own.
    packages = {path.name for path in place.iterdir()}
    for name in [name for name in sys.modules if name.partition(".")[0] in packages]:
        del sys.modules[name]
