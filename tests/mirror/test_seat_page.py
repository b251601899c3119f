"""The page of a seat in a real browser: plies by touches and by keys, hands, and every reader."""

from importlib import resources

import pytest

from companion.bench.browser import open_browser
from tests.mirror.phones import SeatTable, with_chain

pytestmark = pytest.mark.needs("chromium")

PHONE = (390, 844)
TOUCH = "document.querySelector('[data-site=\"%s\"]')"


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with open_browser(tmp_path_factory.mktemp("profile")) as browser:
        browser.size(*PHONE)
        yield browser


@pytest.fixture
def table(tmp_path):
    with SeatTable(tmp_path / "state") as table:
        table.connect()
        yield table


class Page:
    """The page of a seat, whose table goes on meanwhile."""

    def __init__(self, browser, table, seat):
        self._browser = browser
        self._table = table
        table.until(lambda: table.seats.codes.get(seat))
        table.wait(1.0)
        # Another page first: with nothing but another hash nothing would be loaded.
        self.go("/")
        self.run("sessionStorage.clear()")
        self.go(f"/seat#{table.seats.codes[seat]}")
        table.until(lambda: seat in table.seats.present)
        self.wait("!document.querySelector('#playing').hidden")

    def go(self, path):
        self._table.meanwhile(self._browser.go, f"http://127.0.0.1:{self._table.port}{path}")

    def run(self, script, *args):
        return self._table.meanwhile(self._browser.run, script, *args)

    def wait(self, expression, wanted=True):
        self._table.meanwhile(self._browser.wait, expression, wanted)

    def click(self, element):
        self.wait(f"!!{element}")
        self.run(f"{element}.click()")

    def act(self, name):
        self.click(f"document.querySelector('[data-act=\"{name}\"]')")

    def play(self, touches):
        """Touch each place, confirm, and say that it is made."""
        plies = len(self._table.match.plies)
        for touch in touches:
            self.click(TOUCH % touch)
            self.wait(f"!{TOUCH % touch}")
        self.finish(plies)

    def finish(self, plies):
        self.act("confirm")
        self._table.until(lambda: self._table.match.half.touches)
        self.wait("document.querySelector('[data-act=confirm]').textContent", "Done")
        self.act("confirm")
        self._table.until(lambda: len(self._table.match.plies) == plies + 1)


def test_a_chain_of_captures_is_played(browser, table):
    position, chain = with_chain()
    who = ["person", "person"]
    who[position.side] = "phone"
    table.start("alquerque", tuple(who), position=position)
    page = Page(browser, table, position.side)
    page.play(chain.touches)
    assert table.match.plies[0].move.text == chain.text
    assert browser.complaints() == []


def test_a_ply_of_mixing_is_played_and_the_page_is_loaded_again(browser, table):
    table.start("quincala-mixing", ("phone", "person"))
    page = Page(browser, table, 0)
    move = table.match.position.some_moves(50)[0][0]
    page.click(TOUCH % move.touches[0])
    page.wait("!!document.querySelector('[data-act=back]')")
    page.run("window.isOld = true; location.reload()")
    page.wait("!window.isOld")
    # What was touched still is, and the token was kept.
    page.wait("!!document.querySelector('[data-act=back]')")
    assert page.run("return location.hash") == ""
    assert page.run("return document.cookie") == ""
    page.act("back")
    page.wait(f"!!{TOUCH % move.touches[0]}")
    page.play(move.touches)
    assert table.match.plies[0].move == move


def test_a_hand_is_played_from(browser, table):
    table.start("quincy", ("phone", "phone"), seed=3)
    other = table.paired(1)
    page = Page(browser, table, 0)
    held = page.run("return document.querySelectorAll('#hand button').length")
    assert held == len(table.match.position.hand_of(0))
    page.click("document.querySelector('#hand button:not(:disabled)')")
    page.wait("document.querySelectorAll('#hand .chosen').length", 1)
    page.click("document.querySelector('.place')")
    page.wait("!!document.querySelector('[data-act=confirm]')")
    hands = [(item["touch"], item["chosen"]) for item in other.seat["hand"]]
    assert not any(chosen for _, chosen in hands)
    page.finish(0)
    table.until(lambda: other.seat["more"])
    page.wait("document.querySelectorAll('#hand button:not(:disabled)').length", 0)


def test_a_finger_between_places_means_what_it_does_on_the_screen(browser, table):
    table.start("alquerque", ("phone", "person"))
    page = Page(browser, table, 0)
    page.wait("document.querySelector('#ground').complete")
    page.run(
        "const box = document.querySelector('.place').getBoundingClientRect();"
        "const at = {clientX: box.x + box.width / 2 + 3, clientY: box.y + box.height / 2 + 3,"
        " bubbles: true};"
        "document.querySelector('#board').dispatchEvent(new MouseEvent('click', at))"
    )
    page.wait("!!document.querySelector('[data-act=back]')")


def test_it_can_be_played_with_keys_alone(browser, table):
    table.start("alquerque", ("phone", "person"))
    page = Page(browser, table, 0)
    page.run("document.querySelector('.place').focus()")
    page.run("document.activeElement.click()")
    page.wait("!!document.querySelector('[data-act=back]')")
    # The place that had the focus is gone: it is on another that may be touched.
    page.wait("document.activeElement.className", "place")
    assert page.run("return document.activeElement.getAttribute('aria-label')")
    assert page.run("return document.querySelector('#note').getAttribute('role')") == "status"


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("game", ["alquerque", "quincy"])
def test_nobody_is_shut_out(browser, table, scheme, game):
    browser.prefer(color_scheme=scheme)
    table.start(game, ("phone", "person"), seed=3)
    page = Page(browser, table, 0)
    page.run((resources.files("axe_core_python") / "axe.min.js").read_text("utf-8"))
    page.run("document.querySelector('#more').open = true")
    run = "const done = arguments[0]; axe.run().then(done)"
    found = table.meanwhile(browser.run_async, run)
    faults = [
        (fault["id"], node["html"])
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]
    assert faults == []
    width = page.run("return document.documentElement.scrollWidth")
    assert width <= PHONE[0]


def test_a_wrong_code_is_told_and_a_good_one_typed(browser, table):
    table.start("alquerque", ("phone", "person"))
    page = Page(browser, table, 0)
    table.seats.part(0)
    table.stage.redraw()
    page.wait("!document.querySelector('#pair').hidden")
    assert page.run("return document.querySelector('#pair-note').textContent")
    table.hold("back")
    table.tap("Phones")
    for code, is_good in (("12", False), (table.seats.codes[0], True)):
        table.wait(1.0)
        page.run(f"document.querySelector('#code').value = ' {code[:4]} {code[4:]}'")
        page.run("document.querySelector('#pair button').click()")
        if is_good:
            table.until(lambda: 0 in table.seats.present)
        else:
            page.wait("document.querySelector('#pair-note').textContent.startsWith('This is not')")
