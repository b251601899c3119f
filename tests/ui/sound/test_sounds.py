"""Which sound is asked for, told by the files that reach a loudspeaker that only notes them."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.clock import parse_clock
from companion.config.values import SoundConfig
from companion.contract import Fact
from companion.match.match import NewMatch
from companion.plugins import GAMES, find_game
from companion.ports import ButtonName
from companion.testing.screen_checks import STILL, OpenedProgram
from companion.ui import destinations as to
from companion.ui import sounds
from companion.ui.sounds import Cue, sound_file, sound_of


class NotedLoudspeaker:
    """Notes the files it is asked for by their names without an ending."""

    def __init__(self):
        self.heard = []
        self.volumes = []
        self.lost = []
        self.is_started = False

    def start(self):
        self.is_started = True

    def play(self, sounds, volume):
        self.heard += [Path(str(sound)).stem for sound in sounds]
        self.volumes.append(volume)

    def device_changed(self, *, is_lost):
        self.lost.append(is_lost)

    def problem(self):
        return ""

    def close(self):
        self.is_started = False


@pytest.fixture
def opened(tmp_path):
    with OpenedProgram(tmp_path) as opened:
        yield opened


@pytest.fixture
def heard(opened):
    speaker = NotedLoudspeaker()
    opened.stage.sounds._loudspeaker = speaker
    opened.stage.sounds.start()
    return speaker.heard


def begin(opened, name="alquerque", clock="off"):
    options, setting = GAMES[name].complete(None), parse_clock(clock)
    match = opened.services.library.start(NewMatch(find_game(name), options, 0, clock=setting))
    opened.stage.go(to.Play(match))
    return opened.scene


def site(scene, name):
    return scene.match.position.board.site_of(name)


@pytest.mark.parametrize("cue", list(Cue))
def test_there_is_a_file_for_each_cue(cue):
    assert sound_file(cue).is_file()


@pytest.mark.parametrize("code", sounds.SPECIAL)
def test_there_is_a_file_for_each_special_deed(code):
    assert sound_of([Fact(code)], "alquerque").name == f"{code}.ogg"


def test_touches_refusals_and_moves_are_heard(opened, heard):
    scene = begin(opened)
    scene.turn.touch(site(scene, "c2"))
    scene.turn.touch(site(scene, "a5"))
    scene.turn.touch(site(scene, "c3"))
    scene.on(press(opened, ButtonName.CONFIRM))
    assert heard == ["touch", "refused", "touch", "confirmed"]


def press(opened, button):
    from companion.ports import Press

    opened.ticks(2)
    return Press(button, False, opened.clock.now_s)


def test_low_time_is_heard_once_at_each_threshold(opened, heard):
    begin(opened, clock="65s")
    opened.wait(4)
    assert heard == []
    opened.wait(56)
    assert heard == ["low-time"] * 3


def test_a_capture_sounds_otherwise_than_a_move():
    facts = [Fact("move"), Fact("capture"), Fact("capture")]
    assert sound_of(facts, "alquerque").name == "capture.ogg"
    assert sound_of([Fact("move")], "alquerque").name == "confirmed.ogg"


def test_a_game_brings_a_sound_for_what_only_it_has():
    file = sound_of([Fact("knock"), Fact("mixed")], "quincala-knocking")
    assert file is not None and file.name == "mixed.ogg"


def test_a_game_from_outside_brings_sounds_in_its_folder(tmp_path, monkeypatch):
    (tmp_path / "sounds").mkdir()
    (tmp_path / "sounds" / "makes-mill.ogg").write_bytes(b"")
    plugin = SimpleNamespace(file=lambda name: tmp_path / name)
    monkeypatch.setattr(sounds, "known", lambda name: plugin)
    assert sound_of([Fact("makes-mill")], "mills").name == "makes-mill.ogg"
    assert sound_of([Fact("move")], "mills").name == "confirmed.ogg"


def test_at_volume_zero_nothing_is_played_or_opened(tmp_path):
    with OpenedProgram(tmp_path, config=replace(STILL, sound=SoundConfig(volume=0))) as opened:
        speaker = NotedLoudspeaker()
        opened.stage.sounds._loudspeaker = speaker
        opened.stage.sounds.start()
        scene = begin(opened)
        scene.turn.touch(site(scene, "c2"))
        assert not speaker.heard and not speaker.is_started


def test_the_volume_is_in_the_game_menu_and_is_heard_at_once(opened, heard):
    begin(opened)
    opened.stage.go(to.GameMenu(opened.scene))
    opened.tap("Sound and more")
    menu = opened.scene
    line = next(choice for choice in menu.choices if choice.title == "Sound")
    assert line.value == "60%"
    line.act()
    assert opened.stage.config.sound.volume == 80
    assert heard == ["confirmed"]
    menu.refresh()
    for _ in range(2):
        next(choice for choice in menu.choices if choice.title == "Sound").act()
        menu.refresh()
    assert opened.stage.config.sound.volume == 0
    assert next(choice for choice in menu.choices if choice.title == "Sound").value == "off"


def test_the_device_that_goes_is_told_on(opened, heard):
    import pygame

    pygame.event.post(pygame.event.Event(pygame.AUDIODEVICEREMOVED, which=2, iscapture=0))
    pygame.event.post(pygame.event.Event(pygame.AUDIODEVICEREMOVED, which=0, iscapture=0))
    pygame.event.post(pygame.event.Event(pygame.AUDIODEVICEADDED, which=0, iscapture=0))
    pygame.event.post(pygame.event.Event(pygame.AUDIODEVICEADDED, which=0, iscapture=1))
    opened.ticks(2)
    assert opened.stage.sounds._loudspeaker.lost == [True, False]
