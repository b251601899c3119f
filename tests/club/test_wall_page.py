"""The wall in a real browser: every game, live, on a wall and on a phone, and after a restart."""

import random
from contextlib import closing
from importlib import resources

import pytest

from companion.bench.browser import open_browser
from companion.club import tree
from companion.plugins import GAMES
from tests.club.ends import Speaker, ended, fill, running_wall, table_playing
from tests.mirror.ends import match_of, play_on, seen_of
from tests.remote.broker import Broker

pytestmark = pytest.mark.needs("mosquitto", "chromium")

PHONE, WALL = (390, 844), (1920, 1080)
PLAYERS = ("--players", "Anna 1,Ben,Cleo,Dan,Eva", "--swiss")


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with open_browser(tmp_path_factory.mktemp("profile")) as browser:
        browser.size(*WALL)
        yield browser


@pytest.fixture(scope="module")
def speaker(tmp_path_factory):
    broker = Broker(tmp_path_factory.mktemp("broker") / "b")
    with closing(Speaker(broker)) as speaker:
        speaker.config = broker.config()
        fill(speaker, 10)
        speaker.show("Table 11", table_playing(), **ended(("Ben", "Dan"), 1))
        speaker.say("Table 3", tree.PRESENCE, tree.OFFLINE)
        yield speaker
    broker.stop()


@pytest.fixture(scope="module")
def shown(speaker, tmp_path_factory):
    state = tmp_path_factory.mktemp("state") / "club.json"
    with running_wall(speaker.config, state, *PLAYERS) as running:
        yield running


@pytest.fixture
def page(browser, shown):
    browser.go(shown.address)
    browser.wait("document.querySelectorAll('article').length", 11)
    browser.wait("!document.querySelector('aside').hidden")
    return browser


def test_every_game_is_drawn_with_nothing_to_complain_about(page):
    page.wait("[...document.images].every((image) => image.complete)")
    titles = page.run(
        "return [...document.querySelectorAll('article')].map((card) =>"
        " [card.querySelector('h2 + span').textContent, card.querySelectorAll('use').length,"
        " card.querySelector('img').naturalWidth > 0])"
    )
    drawn = {title for title, count, has_ground in titles if count and has_ground}
    assert len(drawn) >= len(GAMES)
    assert [title for title, _, _ in titles][2] == "away"
    unknown = page.run(
        "return [...document.querySelectorAll('use')].filter((use) =>"
        " !document.querySelector(use.getAttribute('href'))).length"
    )
    assert unknown == 0
    assert page.complaints() == []


def test_a_move_is_seen(page, speaker):
    match, draw = match_of("alquerque", 2), random.Random(1)
    for _ in range(2):
        play_on(match, draw)
        speaker.state("Table 5", seen_of(match))
        page.wait(
            "document.querySelectorAll('article')[4].querySelector('.foot').lastChild.textContent",
            f"{len(match.plies)}. {match.plies[-1].move.text}",
        )


@pytest.mark.parametrize("size", [PHONE, WALL, (1280, 800), (3840, 2160), (320, 568)])
def test_nothing_hangs_over_the_edge(page, size):
    page.size(*size)
    is_in_width = f"document.documentElement.scrollWidth <= {size[0]}"
    page.wait(f"innerWidth === {size[0]} && {is_in_width}")
    assert page.run("return document.querySelectorAll('article').length") > 3
    if size[0] >= 1280:
        # A wall cannot be scrolled.
        page.wait(
            "[...document.querySelectorAll('article, aside')].every((card) =>"
            " card.getBoundingClientRect().bottom <= innerHeight)"
        )
    page.size(*WALL)


@pytest.mark.parametrize(("scheme", "size"), [("dark", WALL), ("light", PHONE)])
def test_axe_finds_nothing_serious(page, size, scheme):
    page.prefer(color_scheme=scheme)
    page.size(*size)
    page.wait("!!document.querySelector('article use')")
    page.wait("document.querySelectorAll('article').length", 11)
    page.run((resources.files("axe_core_python") / "axe.min.js").read_text("utf-8"))
    found = page.run_async("const done = arguments[0]; axe.run().then(done)")
    faults = [
        (fault["id"], node["html"])
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]
    assert faults == []
    assert found["passes"]
    page.size(*WALL)


@pytest.mark.slow
def test_a_page_comes_back_once_the_wall_does(browser, speaker, tmp_path):
    with running_wall(speaker.config, tmp_path / "c.json") as running:
        browser.go(running.address)
        browser.wait("document.querySelectorAll('article').length", 11)
        port = running.port
    browser.wait("document.querySelector('#trouble').textContent.includes('cannot be reached')")
    with running_wall(speaker.config, tmp_path / "c.json", "--port", str(port)):
        browser.wait("document.querySelector('#trouble').textContent", "")
        browser.wait("document.querySelectorAll('article').length", 11)
    browser.complaints()
