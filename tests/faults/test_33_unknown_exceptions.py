"""33. An exception nobody thought of in any thread or child: told in a line, nobody waits on."""

import io
import os
import sys
import threading
import time
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.backends.clips import Clips, own_clips
from companion.backends.loudspeaker import MixerLoudspeaker
from companion.backends.speech_output import Speaker, SpeechProgram
from companion.club.teller import ClubTeller
from companion.commands.ugi import LineReader
from companion.config.values import ClubConfig, Config, PhonesConfig
from companion.damage import note_damaged
from companion.engine.limits import Limits
from companion.engine.service import Engine, Fault
from companion.mirror.feed import MirrorFeed
from companion.plugins import find_game
from companion.ports import LinkState, PhonesFault, SpeechFault, StickState
from companion.remote.bus import RelayBus
from companion.storage.bundle import bundle_of
from companion.storage.library import Library
from companion.ui import destinations as to
from companion.ui.play import moves
from companion.ui.widgets.background import Background
from hardware.led_link import ControllerLink, SerialLedGrid
from hardware.stick import MountedStick
from sim.virtual_controller import VirtualController
from tests.faulty_controller import FaultyController

ROOT = Path(__file__).parents[2]
WITHIN_S = 1.0
ODD = os.fsdecode(b"records/2026-01-01_\xff.txt")

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")


class StrangeError(Exception):
    """What no part of the program raises or knows."""


def fail(*_, **__):
    raise StrangeError("of\na bug")


def soon(holds):
    """Return whether *holds* within the time in which it has to be told."""
    until = time.monotonic() + WITHIN_S
    while not holds() and time.monotonic() < until:
        time.sleep(0.005)
    return holds()


def told_after(sitting, text):
    """Return whether the screen of *sitting* has *text* in a line, in time.

    Counted is the time in which a processor ran the program: others may want it, too.
    """
    until = time.process_time() + WITHIN_S
    while text not in everything(sitting) and time.process_time() < until:
        sitting.ticks(1)
        time.sleep(0.005)
    return text in everything(sitting)


def everything(sitting):
    scene = sitting.scene
    return " ".join([str(scene.show().banner), scene.show().note, *sitting.services.notices])


def test_fault_33_whatever_background_work_raises_is_told_on_one_line(capsys):
    work = Background("work", fail)
    assert soon(lambda: work.is_over)
    assert work.problem == "StrangeError: of a bug"
    # The whole of it is in the log.
    assert "Traceback" in capsys.readouterr().err


def test_fault_33_background_work_that_tells_only_known_errors_is_caught(monkeypatch):
    class OnlyKnown(Background):
        def _run(self):
            try:
                self.made = self._work(self._tell)
            except OSError as error:
                self.problem = str(error)

    work = OnlyKnown("work", fail)
    assert not soon(lambda: work.is_over)


@pytest.mark.parametrize("name", ["records", "course", "export"])
def test_fault_33_a_screen_that_waits_says_so_and_lets_go(sitting, monkeypatch, name):
    monkeypatch.setattr(Library, name, fail)
    if name == "export":
        sitting.services.is_safe = True
        sitting.stage.go(to.StartScreen())
        sitting.ticks(2)
        sitting.choose("Back up saved games")
    elif name == "records":
        sitting.stage.go(to.Records())
    else:
        sitting.stage.go(to.Viewer(sitting.state.path / "records" / "one.txt"))
    assert told_after(sitting, "StrangeError: of a bug")
    assert sitting.scene.name != "working"


def test_fault_33_damaged_files_do_not_hide_what_came_of_an_export(sitting, monkeypatch):
    note_damaged("a file", ValueError("of a test"))
    test_fault_33_a_screen_that_waits_says_so_and_lets_go(sitting, monkeypatch, "export")


def test_fault_33_the_list_of_moves_says_so(sitting, monkeypatch):
    monkeypatch.setattr(moves, "moves_from", fail)
    sitting.play("alquerque")
    sitting.hold("hint")
    assert told_after(sitting, "The moves could not be listed: StrangeError: of a bug")


def test_fault_33_the_link_to_the_lamps_says_so_and_heals(monkeypatch):
    monkeypatch.setattr("hardware.led_link.LAST_RETRY_S", 0.5)
    with FaultyController() as controller:
        grid = SerialLedGrid(controller.find_ports, 25, 115200)
        try:
            grid.start()
            assert soon(lambda: grid.state() is LinkState.CONNECTED)
            with monkeypatch.context() as broken:
                broken.setattr(ControllerLink, "_connected_step", fail)
                grid.show(bytes(75))
                assert soon(lambda: grid.state() is LinkState.LOST)
                assert grid._link.detail == "StrangeError: of a bug"
            assert controller.wait_for_count(controller.frame_count + 1, 20)
            assert soon(lambda: grid.state() is LinkState.CONNECTED)
        finally:
            grid.close()


def test_fault_33_a_virtual_controller_that_fails_is_a_lost_one(monkeypatch):
    with FaultyController() as controller:
        grid = SerialLedGrid(controller.find_ports, 25, 115200)
        try:
            grid.start()
            assert soon(lambda: grid.state() is LinkState.CONNECTED)
            monkeypatch.setattr(VirtualController, "_receive", fail)
            grid.show(bytes(range(75)))
            assert soon(lambda: grid.state() is LinkState.LOST)
        finally:
            grid.close()


def test_fault_33_who_waits_for_a_line_of_an_engine_is_told_the_end(monkeypatch):
    monkeypatch.setattr(LineReader, "_some", fail)
    reading, writing = os.pipe()
    try:
        assert LineReader(reading).next(WITHIN_S) is None
        # Its thread dies after it has told so: here, not in the next test.
        assert soon(lambda: "engine-lines" not in {each.name for each in threading.enumerate()})
    finally:
        os.close(reading)
        os.close(writing)


@pytest.mark.parametrize("where", ["answer", "Inbox._read", "main"])
def test_fault_33_a_search_that_fails_anywhere_is_told_as_a_fault(where):
    program = (
        "import companion.engine.worker as worker, os, sys\n"
        "def fail(*_): raise KeyError('of a bug')\n"
        f"worker.{where} = fail\n"
        "status = worker.main()\nos._exit(status)\n"
    )
    engine = Engine(command=(sys.executable, "-c", program))
    try:
        asked = engine.ask(find_game("alquerque").initial(), [], Limits(time_s=0.2))
        until = time.monotonic() + 10
        while (answer := asked.answer()) is None and time.monotonic() < until:
            time.sleep(0.005)
        assert isinstance(answer, Fault)
    finally:
        engine.close()


def test_fault_33_a_file_name_that_is_no_text_stops_no_export(tmp_path):
    (tmp_path / "records").mkdir()
    (tmp_path / ODD).write_bytes(b"a record")
    bundle = zipfile.ZipFile(io.BytesIO(bundle_of(tmp_path).data))
    assert {name: bundle.read(name) for name in bundle.namelist()} == {
        r"records/2026-01-01_\xff.txt": b"a record"
    }


def test_fault_33_a_record_with_such_a_name_is_listed(sitting):
    folder = sitting.state.path / "records"
    folder.mkdir(exist_ok=True)
    (sitting.state.path / ODD).write_bytes(b"nonsense")
    sitting.stage.go(to.Records())
    sitting.wait_until(lambda: sitting.scene.name == "records")
    sitting.stage.go(to.Records())
    sitting.wait_until(lambda: sitting.scene.name == "records")
    sitting.press("next")
    sitting.program.draw()
    assert sitting.scene.name == "records"


def test_fault_33_a_sound_or_a_sentence_costs_only_itself(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    loudspeaker = MixerLoudspeaker()
    command = (sys.executable, "-c", "print('ab' * 50)")
    program = SpeechProgram(command, 22_050, lambda: "en")
    speech = Speaker(program, Clips(own_clips(), lambda: "en"), loudspeaker, lambda: "auto")
    monkeypatch.setattr(loudspeaker, "_play", fail)
    monkeypatch.setattr(speech, "_rendered", fail)
    try:
        loudspeaker.start()
        loudspeaker.play((), 50)
        speech.say("Your turn.", 1, 50)
        assert soon(lambda: loudspeaker.problem() == "StrangeError: of a bug")
        assert soon(lambda: speech.problem() is SpeechFault.CRASHED)
        assert loudspeaker._thread.is_alive() and speech._thread.is_alive()
    finally:
        speech.close()
        loudspeaker.close()


def test_fault_33_a_stick_is_not_waited_for(tmp_path, monkeypatch):
    table = tmp_path / "mountinfo"
    table.write_text("90 22 8:1 / /run/board-companion-stick rw - vfat /dev/sda1 rw\n")
    stick = MountedStick(lambda: None, table, fail)
    stick.start()
    assert soon(lambda: stick.state() is StickState.IN)
    stick.let_go()
    assert soon(lambda: stick.problem() == "StrangeError: of a bug")
    assert stick.state() is StickState.IN
    monkeypatch.setattr("hardware.stick.stick_in", fail)
    stick.close()
    unwatched = MountedStick(lambda: None, table, fail)
    unwatched.start()
    assert soon(lambda: not unwatched._thread.is_alive())
    assert (unwatched.state(), unwatched.folder()) == (StickState.OUT, None)
    unwatched.close()


def test_fault_33_phones_and_the_other_table_are_told_as_gone():
    feed = MirrorFeed(fail, fail, 8080)
    stage = SimpleNamespace(config=Config(phones=PhonesConfig(show_on_phones=True)))
    feed._watcher = SimpleNamespace(look=lambda _: SimpleNamespace(is_as=lambda _: True))
    bus = RelayBus(fail, (), None)
    try:
        feed.follow(stage)
        assert soon(lambda: feed.state().fault is PhonesFault.ENDED)
        feed._pack()
        assert soon(lambda: not feed._packing.is_alive())
        assert feed._thread.is_alive()
        assert soon(lambda: bus.standing().reason == "StrangeError: of a bug")
        assert bus._thread.is_alive()
    finally:
        feed.close()
        bus.close()


def test_fault_33_the_club_is_told_no_more():
    teller = ClubTeller(lambda ring: fail, ClubConfig(table="one"))
    teller._watcher = SimpleNamespace(look=lambda _: SimpleNamespace(is_as=lambda _: True))
    try:
        teller.follow(SimpleNamespace(config=Config(club=ClubConfig(show_in_club=True))))
        assert soon(lambda: teller.state().reason == "StrangeError: of a bug")
        assert teller._thread.is_alive()
    finally:
        teller.close()


def test_fault_33_every_thread_of_the_program_is_among_these():
    names = {
        path.name
        for package in ("companion", "hardware", "sim")
        for path in (ROOT / package).rglob("*.py")
        if "threading.Thread(" in path.read_text(encoding="utf-8")
    }
    assert names == {
        "background.py", "worker.py", "ugi.py", "led_link.py", "virtual_controller.py",
        "disk.py", "loudspeaker.py", "speech_output.py", "stick.py",
        # What comes out of this one is waited for with a limit, or asked for again.
        "outside.py",
        # One looks after games, the other after signals; nobody waits for them.
        "watch.py", "service_manager.py",
        # Waits for the end of a process that was told to end, and does nothing more.
        "building.py",
        # A command waits for its answer with a limit.
        "jobs.py",
        # The game goes on without phones, without the other table and without the club.
        "feed.py", "bus.py", "teller.py",
        # A process of its own, whose end the table sees.
        "relay.py",
    }  # fmt: skip
