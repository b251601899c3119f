"""A day at the table: 500 games in 24 hours, and what must not grow meanwhile."""

import os
import random
import threading
import time
from pathlib import Path

import pytest

from companion.art.recent import RecentCache
from companion.match.match import Match
from companion.plugins import GAMES
from companion.ports import LinkState
from companion.storage.disk import Disk
from companion.ui.widgets.fonts import Fonts
from hardware.find_port import ADALIGHT
from hardware.led_link import SerialLedGrid
from sim.firmware import AdalightFirmware
from sim.virtual_controller import VirtualController
from tests.bounds import held_mb
from tests.sitting import Sitting

DAY_S = 24 * 3600.0
GAMES_A_DAY = 500
BAUD = 115_200
LAMPS = 256
MOST_PLIES = 24
GAMES_BETWEEN_HINTS = 25
GAMES_BETWEEN_PLUGS = 20


@pytest.fixture
def small_caches(monkeypatch):
    """Has caches of pictures keep a tenth, so that they are full before memory is compared."""
    whole = RecentCache.__init__

    def small(self, most, weigh=None):
        whole(self, max(1, most // 10), weigh)

    monkeypatch.setattr(RecentCache, "__init__", small)


class Day:
    """One sitting after the other game, with lamps on a real port."""

    def __init__(self, folder, seed):
        self.draw = random.Random(seed)
        self.controller = VirtualController(AdalightFirmware(), BAUD)
        self.controller.start()
        leds = SerialLedGrid(self.controller.find_ports, LAMPS, BAUD, ADALIGHT)
        leds.start()
        self.sitting = Sitting(folder, leds=leds)
        # Its own, with small caches.
        self.sitting.stage.fonts = Fonts()
        self.records = folder / "records"
        self.plies = 0

    def close(self):
        self.sitting.__exit__()
        self.controller.close()

    def play(self, number):
        """Play game *number* of the day by touch and buttons, then let its time pass."""
        sitting = self.sitting
        ends_s = (number + 1) * DAY_S / GAMES_A_DAY
        name = list(GAMES)[number % len(GAMES)]
        sitting.play(name, seed=number)
        if number % GAMES_BETWEEN_PLUGS == 0:
            self.controller.unplug()
        if number % GAMES_BETWEEN_HINTS == 0:
            self.hint()
        most = self.draw.randrange(2, MOST_PLIES)
        while sitting.match.outcome is None and len(sitting.match.plies) < most:
            if sitting.match.question is not None:
                sitting.press("back")
                continue
            sitting.move(self.draw.choice(sitting.match.position.legal_moves()).text)
        if number % GAMES_BETWEEN_PLUGS == 0:
            self.controller.replug()
        self.plies += len(sitting.match.plies)
        while sitting.clock.now_s < ends_s:
            sitting.clock.now_s += 2.0
            sitting.ticks(1)
        self.end()

    def wait_for_lamps(self):
        """Wait until the lamps are connected again, which real time takes."""
        until = time.monotonic() + 30
        while self.sitting.leds.state() is not LinkState.CONNECTED:
            assert time.monotonic() < until
            time.sleep(0.01)

    def hint(self):
        """Ask for a hint, wait for it as long as it takes, and put it away."""
        sitting = self.sitting
        if not hasattr(sitting.scene, "hint"):
            return
        sitting.press("hint")
        sitting.wait_for_search()
        sitting.press("back")

    def end(self):
        """Have the game end, by resignation where the rules have not ended it."""
        sitting = self.sitting
        if sitting.scene.name == "play":
            if sitting.match.question is not None:
                sitting.press("back")
            sitting.hold("back")
            sitting.choose("Resign")
            sitting.press("confirm")
        assert sitting.scene.name == "game over"
        sitting.press("back")
        assert sitting.scene.name == "start"


def taken():
    """Return what grows where something is not given back: descriptors and threads."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir()), threading.active_count()


def spend(folder, seed, games, warm):
    """Play *games* games; return the MB, descriptors and threads gained since the first *warm*."""
    day = Day(folder, seed)
    try:
        for number in range(games):
            if number == warm:
                day.wait_for_lamps()
                before_mb, before = held_mb(), taken()
            day.play(number)
        assert len(list(day.records.glob("*.txt"))) == games
        assert day.plies > 5 * games
        assert day.sitting.clock.now_s >= games * DAY_S / GAMES_A_DAY
        day.wait_for_lamps()
        after = taken()
        return held_mb() - before_mb, after[0] - before[0], after[1] - before[1]
    finally:
        day.close()


@pytest.mark.usefixtures("small_caches")
def test_half_an_hour_leaves_nothing_open(tmp_path):
    mb, descriptors, threads = spend(tmp_path / "state", 24, games=10, warm=5)
    assert (descriptors, threads) == (0, 0)
    assert mb < 5


@pytest.mark.usefixtures("small_caches")
def test_a_journal_that_leaves_its_file_open_after_each_ply_is_caught(tmp_path, monkeypatch):
    left_open = []
    monkeypatch.setattr(Disk, "close", lambda disk, descriptor: left_open.append(descriptor))
    try:
        _, descriptors, _ = spend(tmp_path / "state", 24, games=4, warm=2)
    finally:
        for descriptor in left_open:
            os.close(descriptor)
    assert descriptors > 0


@pytest.mark.usefixtures("small_caches")
def test_a_match_that_is_kept_after_its_end_is_caught(tmp_path, monkeypatch):
    kept, close = [], Match.close

    def keep(match):
        close(match)
        # A whole evening is some megabytes of positions and pictures.
        kept.append(bytearray(b"x" * 12_000_000))

    monkeypatch.setattr(Match, "close", keep)
    mb, _, _ = spend(tmp_path / "state", 24, games=4, warm=2)
    assert mb >= 5


@pytest.mark.slow
@pytest.mark.usefixtures("small_caches")
def test_a_day_of_500_games_lets_neither_memory_nor_descriptors_nor_threads_grow(tmp_path):
    mb, descriptors, threads = spend(tmp_path / "state", 25, GAMES_A_DAY, warm=100)
    assert (descriptors, threads) == (0, 0)
    assert mb < 5
