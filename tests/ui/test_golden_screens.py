"""Every scene as it is drawn, line by line, and with all its texts on screens of any size."""

import pytest

from companion.art.theme import THEMES
from companion.testing.screen_checks import LANDSCAPE, PORTRAIT
from companion.ui.board.board_painter import BoardPainter
from companion.ui.lamps import STEPS_PER_S, step_at
from tests.golden_images import assert_golden
from tests.sitting import Sitting, nobody_looking, with_screen
from tests.ui.drawn import KEPT, Drawn, assert_kept, file_of, kept_screens, recording
from tests.ui.every_scene import EVERY_SCENE, OF_ONE_SIZE, brought_to
from tests.ui.paper import Paper, assert_readable, cut_texts

BRIGHT_PHASE = 4
"""The step of a second in which no lamp pattern is dark."""

SIZES = [
    (320, 240), (400, 300), (480, 320), (640, 360), (640, 480), (800, 480), (1024, 600),
    (1280, 720), (1280, 1024), (1920, 480), (320, 400), (320, 480), (480, 800), (600, 1024),
    (720, 1280), (700, 700),
]  # fmt: skip
"""No side of a configured screen is shorter than 320 pixels."""

HUGE = [(3840, 2160), (2160, 3840)]
"""To write on one of these takes as long as on ten of the others."""


def assert_screen(sitting, name):
    """Compare what the settled screen draws with the lines that are kept."""
    with nobody_looking():
        sitting.settle()
    drawn = Drawn(sitting.program.window.screen_size)
    sitting.stage.draw(drawn, sitting.clock.now_s)
    assert drawn.covered == []
    assert_kept(drawn.text(), name, drawn.get_size())


@pytest.fixture(scope="module")
def papers():
    """One paper of each size: to have new ones for each scene costs more than to draw it."""
    return {size: Paper(size, lambda _: "") for size in (*SIZES, *HUGE)}


# Every fourth scene on each of the huge screens; all on both where there is time.


@pytest.mark.parametrize(("number", "name"), list(enumerate(EVERY_SCENE)), ids=list(EVERY_SCENE))
def test_golden_screen_and_readable_texts(tmp_path, request, monkeypatch, papers, number, name):
    # All in one sitting: to bring it to a scene takes longer than to look at it.
    with brought_to(name, tmp_path / "state", settles=False) as sitting:
        with recording():
            assert_screen(sitting, name)
            if name not in OF_ONE_SIZE:
                with nobody_looking():
                    sitting.resize(PORTRAIT)
                assert_screen(sitting, name)
        monkeypatch.setattr(BoardPainter, "paint", lambda *_: None)
        sizes = [*SIZES, *HUGE[number % 4 :][:1]]
        assert_texts(sitting.stage, papers, request.getfixturevalue("rendered"), sizes)


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY_SCENE)
def test_texts_are_readable_on_a_huge_screen(tmp_path, rendered, monkeypatch, papers, name):
    with brought_to(name, tmp_path / "state") as sitting:
        monkeypatch.setattr(BoardPainter, "paint", lambda *_: None)
        assert_texts(sitting.stage, papers, rendered, HUGE)


@pytest.mark.parametrize("name", OF_ONE_SIZE)
def test_golden_screen_in_portrait(tmp_path, name):
    with brought_to(name, tmp_path / "state", PORTRAIT, settles=False) as sitting, recording():
        assert_screen(sitting, name)


def assert_texts(stage, papers, rendered, sizes):
    """Draw the scene in all *sizes*, in none of which a text may be lost."""
    for size in sizes:
        stage.resize(size)
        paper = papers[size]
        paper.begin_anew(rendered)
        stage.draw(paper, 0.0)
        assert len(paper.texts) >= 4
        assert_readable(paper)
        if size in (LANDSCAPE, PORTRAIT):
            assert cut_texts(paper) == []


def test_every_screen_that_is_kept_is_still_there():
    kept = {path: kept_screens(path) for path in KEPT.iterdir()}
    scenes = [name.split()[0] for screens in kept.values() for name in screens]
    assert set(kept) == {file_of(name) for name in EVERY_SCENE}
    assert set(scenes) == set(EVERY_SCENE)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_screen_is_painted_in_the_theme_of_its_configuration(tmp_path, theme):
    with Sitting(tmp_path / "state", config=with_screen(theme=theme.name)) as sitting:
        sitting.look()
        sitting.ticks(1)
        corner = sitting.stage.layout.banner.right - 1, sitting.stage.layout.banner.bottom
        assert sitting.surface.get_at((0, 0))[:3] == theme.banner
        assert sitting.surface.get_at(corner)[:3] == theme.table


def test_golden_table_of_the_simulator(tmp_path):
    with Sitting(tmp_path / "state", has_table=True) as sitting:
        EVERY_SCENE["play-mid-turn"](sitting)
        with nobody_looking():
            sitting.settle()
        sitting.look()
        sitting.wait_until(lambda: step_at(sitting.clock.now_s) % STEPS_PER_S == BRIGHT_PHASE)
        sitting.ticks(2)
        beside = sitting.surface.get_rect()
        beside.x = sitting.stage.layout.width
        assert_golden(
            sitting.surface.subsurface(beside.clip(sitting.surface.get_rect())), "simulator"
        )
