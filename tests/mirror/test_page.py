"""The page in a real browser: every game, live, for every kind of reader, and after a restart."""

import random
from importlib import resources

import pytest

from companion.bench.browser import open_browser
from companion.plugins import GAMES
from tests.mirror.ends import free_port, match_of, play_on, running_mirror, seen_of
from tests.outside_games import NAME
from tests.ui.conftest import installed  # noqa: F401 - a fixture

pytestmark = pytest.mark.needs("chromium")

PHONE, WALL = (390, 844), (1920, 1080)
SHOWN = "document.body.dataset.shown"


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with open_browser(tmp_path_factory.mktemp("profile")) as browser:
        browser.size(*PHONE)
        yield browser


@pytest.fixture(scope="module")
def table():
    with running_mirror() as table:
        yield table


def opened(browser, table, seen):
    """Have the page show *seen*."""
    # What the page before still asks for is complained of until then.
    browser.go("about:blank")
    browser.complaints()
    table.show(seen)
    browser.go(table.address)
    browser.wait(f"!!{SHOWN}")
    return browser


def drawn_pieces(browser):
    """How many things lie on the board in the page, and whether the board is under them."""
    return browser.run(
        "return [document.querySelectorAll('#standing use').length,"
        " document.querySelector('#ground').naturalWidth > 0]"
    )


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_drawn_with_nothing_to_complain_about(browser, table, name):
    match = match_of(name)
    opened(browser, table, seen_of(match))
    browser.wait("document.querySelector('#ground').complete")
    count, has_ground = drawn_pieces(browser)
    assert count >= len(match.half.pieces())
    assert has_ground
    # The pieces lie where the board is, not beside it.
    board, pieces = (
        browser.run(
            "const box = document.querySelector(arguments[0]).getBoundingClientRect();"
            "return [box.x, box.y, box.width, box.height].map(Math.round)",
            name,
        )
        for name in ("#ground", "#pieces")
    )
    assert board == pieces
    assert browser.complaints() == []


def test_a_move_is_seen_and_told(browser, table):
    match = match_of("alquerque", 0)
    opened(browser, table, seen_of(match, said=(1, "White to move.")))
    # Who has just come is told nothing that happened before.
    assert browser.run("return document.querySelector('#said').textContent") == ""
    play_on(match, random.Random(1))
    table.show(seen_of(match, said=(2, "White moves.")))
    browser.wait("document.querySelector('#said').textContent", "White moves.")
    moves = browser.run("return document.querySelector('#moves').textContent")
    assert match.plies[0].move.text in moves
    assert browser.run("return document.querySelector('#said').getAttribute('aria-live')")


def test_the_page_comes_back_after_a_restart(browser):
    port, match = free_port(), match_of("querni")
    with running_mirror(port) as table:
        opened(browser, table, seen_of(match))
        before = drawn_pieces(browser)
    browser.wait("document.querySelector('#lost').hidden", False)
    with running_mirror(port) as table:
        table.show(seen_of(match))
        browser.wait("document.querySelector('#lost').hidden")
        browser.wait("document.querySelectorAll('#standing use').length", before[0])
    browser.complaints()


def test_it_speaks_another_language_as_soon_as_the_table_does(browser, table):
    opened(browser, table, seen_of(match_of("alquerque")))
    table.show(seen_of(match_of("alquerque"), language="de"))
    browser.wait("document.documentElement.lang", "de")
    browser.wait("document.querySelector('#moves-title').textContent", "Züge")


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("size", [PHONE, WALL])
def test_nobody_is_shut_out(browser, table, scheme, size):
    browser.prefer(color_scheme=scheme)
    browser.size(*size)
    seen = seen_of(match_of("quincala-mixing"))
    opened(browser, table, seen)
    browser.run((resources.files("axe_core_python") / "axe.min.js").read_text("utf-8"))
    found = browser.run_async("const done = arguments[0]; axe.run().then(done)")
    faults = [
        (fault["id"], node["html"])
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]
    assert faults == []
    assert found["passes"]
    browser.size(*PHONE)


@pytest.mark.parametrize("size", [(320, 568), PHONE, (844, 390), (1280, 800), WALL, (3840, 2160)])
def test_nothing_hangs_over_the_edge(browser, table, size):
    browser.size(*size)
    opened(browser, table, seen_of(match_of("querni", 12)))
    browser.wait("document.querySelector('#ground').complete")
    width, height, board = browser.run(
        "const box = document.querySelector('#board').getBoundingClientRect();"
        "return [document.documentElement.scrollWidth, window.innerHeight,"
        " [box.left, box.right, box.bottom]]"
    )
    assert width <= size[0]
    assert board[0] >= 0
    assert board[1] <= size[0]
    # A wall cannot be scrolled.
    assert board[2] <= height or size[0] < 600
    browser.size(*PHONE)


def test_colors_are_those_that_somebody_prefers(browser, table):
    opened(browser, table, seen_of(match_of("alquerque")))
    grounds = set()
    for scheme in ("dark", "light"):
        browser.prefer(color_scheme=scheme)
        browser.wait(f"document.querySelector('#ground').src.endsWith('{scheme}.svg')")
        grounds.add(browser.run("return getComputedStyle(document.body).backgroundColor"))
    assert len(grounds) == 2


def test_a_game_from_outside_is_drawn(browser, table, installed):  # noqa: F811 - a fixture
    installed("three_in_a_row")
    match = match_of(NAME, 3)
    opened(browser, table, seen_of(match))
    browser.wait("document.querySelector('#ground').complete")
    assert drawn_pieces(browser)[0] >= 3
    assert browser.complaints() == []
