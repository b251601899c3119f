"""Sounds on SDL's own devices: one that plays into nothing, one missing, one that hangs."""

import os
import subprocess
import sys
import threading
import time
import wave
from importlib import resources

import pygame
import pytest

from companion.backends import loudspeaker as module
from companion.backends.loudspeaker import MixerLoudspeaker
from companion.ui.sounds import ENDINGS

pytestmark = pytest.mark.needs("mixer")
SOUNDS = resources.files("companion") / "sounds"
TOUCH, END = SOUNDS / "touch.ogg", SOUNDS / "end.ogg"
LONGEST_S = 5.0


WITHOUT_DEVICE = """
import time
from companion.backends.loudspeaker import MixerLoudspeaker
speaker = MixerLoudspeaker()
speaker.start()
while not speaker.problem():
    time.sleep(0.01)
print(speaker.problem())
"""


@pytest.fixture
def speaker(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    speaker = MixerLoudspeaker()
    yield speaker
    speaker.close()


def wait_until(is_so):
    end_s = time.monotonic() + LONGEST_S
    while not is_so():
        assert time.monotonic() < end_s, "it never came to that"
        time.sleep(0.002)


def play(speaker, *sounds):
    before_s = speaker.handed_at_s
    speaker.play(sounds or (TOUCH,), 50)
    wait_until(lambda: speaker.handed_at_s > before_s)


def test_nothing_is_opened_before_it_is_started(speaker):
    speaker.play((TOUCH,), 50)
    assert pygame.mixer.get_init() is None and speaker.handed_at_s == 0


def test_a_sound_reaches_the_mixer(speaker):
    speaker.start()
    play(speaker, END)
    assert pygame.mixer.get_busy()


def test_two_sounds_are_played_one_after_the_other(speaker):
    speaker.start()
    play(speaker, TOUCH, END)
    assert sum(pygame.mixer.Channel(number).get_busy() for number in range(8)) == 1


def test_what_is_played_often_is_decoded_before_it_is_asked_for(tmp_path, monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    files = [tmp_path / "end.ogg", tmp_path / "no sound.ogg", tmp_path / "missing.ogg"]
    files[0].write_bytes(END.read_bytes())
    files[1].write_bytes(b"no sound")
    speaker = MixerLoudspeaker(often=files)
    speaker.start()
    try:
        wait_until(lambda: len(speaker._known) == len(files))
        files[0].unlink()
        play(speaker, files[0])
        assert pygame.mixer.get_busy()
    finally:
        speaker.close()


def test_what_was_decoded_is_kept_while_the_device_is_closed(speaker, tmp_path):
    file = tmp_path / "end.ogg"
    file.write_bytes(END.read_bytes())
    speaker.start()
    play(speaker, file)
    file.unlink()
    pygame.mixer.quit()
    speaker.device_changed(is_lost=True)
    play(speaker, file)
    assert pygame.mixer.get_busy()


def test_a_sound_that_somebody_closed_the_mixer_before_is_heard_later(speaker):
    speaker.start()
    play(speaker)
    pygame.mixer.quit()
    speaker.play((END,), 50)
    wait_until(speaker.problem)
    speaker.device_changed(is_lost=False)
    play(speaker, END)
    assert pygame.mixer.get_busy()


@pytest.mark.parametrize("ending", ENDINGS)
def test_sounds_of_games_are_wav_or_ogg(speaker, tmp_path, ending):
    file = tmp_path / f"makes-mill{ending}"
    if ending == ".wav":
        with wave.open(str(file), "wb") as out:
            out.setparams((1, 2, module.RATE_HZ, 0, "NONE", ""))
            out.writeframes(bytes(2 * module.RATE_HZ))
    else:
        file.write_bytes(END.read_bytes())
    speaker.start()
    play(speaker, file)
    assert pygame.mixer.get_busy()


def test_without_a_device_it_is_silent_and_says_so(speaker, monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "none-such")
    speaker.start()
    speaker.play((TOUCH,), 50)
    wait_until(speaker.problem)
    assert speaker.handed_at_s == 0


def test_a_device_that_comes_is_used_with_the_next_sound(speaker, monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "none-such")
    speaker.start()
    wait_until(speaker.problem)
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    speaker.device_changed(is_lost=False)
    play(speaker)
    assert not speaker.problem()


def test_a_device_that_goes_is_opened_anew(speaker):
    speaker.start()
    play(speaker)
    pygame.mixer.quit()
    speaker.device_changed(is_lost=True)
    play(speaker)


def test_a_mixer_that_somebody_closed_costs_one_sound(speaker):
    speaker.start()
    play(speaker)
    pygame.mixer.quit()
    speaker.play((TOUCH,), 50)
    wait_until(speaker.problem)
    speaker.device_changed(is_lost=False)
    play(speaker)


def test_who_asks_does_not_wait_for_a_device_that_hangs(speaker, monkeypatch):
    opens, has_begun = threading.Event(), threading.Event()

    def hang(*_, **__):
        has_begun.set()
        opens.wait()
        raise pygame.error("opened too late")

    monkeypatch.setattr(module.pygame.mixer, "init", hang)
    speaker.start()
    has_begun.wait(LONGEST_S)
    started = time.monotonic()
    for _ in range(1000):
        speaker.play((TOUCH,), 50)
    speaker.close()
    assert time.monotonic() - started < 2 * module.CLOSING_S
    opens.set()


def test_a_sound_that_comes_too_late_is_left_out(speaker, monkeypatch):
    monkeypatch.setattr(module, "STALE_S", -1.0)
    speaker.start()
    speaker.play((TOUCH,), 50)
    wait_until(lambda: not speaker._asked)
    assert speaker.handed_at_s == 0


@pytest.mark.parametrize("data", [b"", b"RIFF", b"x" * 100, b"\0" * (module.LARGEST_FILE + 1)])
def test_a_file_that_is_no_sound_is_silent(speaker, tmp_path, data):
    file = tmp_path / "broken.wav"
    file.write_bytes(data)
    speaker.start()
    play(speaker, file)
    play(speaker, tmp_path / "missing.wav")
    play(speaker, TOUCH)


def test_after_a_rest_the_device_is_closed_and_the_next_sound_opens_it(speaker):
    speaker._rest_s = 0.01
    speaker.start()
    wait_until(lambda: pygame.mixer.get_init() is not None)
    wait_until(lambda: pygame.mixer.get_init() is None)
    speaker._rest_s = module.REST_S
    play(speaker)
    assert pygame.mixer.get_init() is not None


def test_a_sentence_longer_than_the_rest_is_heard_to_its_end(speaker):
    speaker._rest_s = 0.01
    speaker.start()
    speaker.speak(bytes(module.RATE_HZ), 50)
    wait_until(lambda: speaker.spoken_at_s)
    started_s = time.monotonic()
    wait_until(lambda: pygame.mixer.get_init() is None)
    assert time.monotonic() - started_s > 0.4, "half a second long"


def test_a_device_that_is_to_be_kept_open_stays_open(speaker):
    speaker._rest_s = 0
    speaker.start()
    play(speaker)
    time.sleep(0.5)
    assert pygame.mixer.get_init() is not None


def test_a_device_that_another_program_holds_is_told_and_used_when_it_is_free(
    speaker, monkeypatch, tmp_path
):
    # SDL's driver that plays into a file, whose place nobody can write to yet.
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(tmp_path / "taken" / "sound.raw"))
    speaker.start()
    speaker.play((TOUCH,), 50)
    wait_until(speaker.problem)
    assert speaker.handed_at_s == 0
    (tmp_path / "taken").mkdir()
    monkeypatch.setattr(speaker, "_try_at_s", 0.0)
    play(speaker)
    assert not speaker.problem()


def test_a_sentence_is_handed_over_and_its_time_noted_but_not_that_of_silence(speaker):
    speaker.start()
    before_s = time.monotonic()
    speaker.speak(bytes(2 * module.RATE_HZ), 50)
    wait_until(lambda: speaker.spoken_at_s)
    spoken_at_s = speaker.spoken_at_s
    assert before_s < spoken_at_s <= time.monotonic() and speaker.is_speaking()
    speaker.hush()
    wait_until(lambda: not speaker.is_speaking())
    assert speaker.spoken_at_s == spoken_at_s


def test_a_sentence_is_about_to_be_heard_while_its_words_are_decoded(speaker, monkeypatch):
    has_begun, goes_on, decode = threading.Event(), threading.Event(), module._samples

    def decode_slowly(aloud):
        has_begun.set()
        goes_on.wait(LONGEST_S)
        return decode(aloud)

    monkeypatch.setattr(module, "_samples", decode_slowly)
    speaker.start()
    speaker.speak(bytes(2 * module.RATE_HZ), 50)
    assert has_begun.wait(LONGEST_S) and speaker.is_speaking()
    goes_on.set()
    wait_until(lambda: speaker.spoken_at_s)
    speaker.hush()
    wait_until(lambda: not speaker.is_speaking())


def test_a_machine_without_a_device_has_nothing_written_on_the_terminal(tmp_path):
    # With no configuration ALSA complains wherever there is a device, too.
    alsa = {"SDL_AUDIODRIVER": "alsa", "ALSA_CONFIG_PATH": str(tmp_path / "none")}
    command = [sys.executable, "-c", WITHOUT_DEVICE]
    done = subprocess.run(command, env={**os.environ, **alsa}, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip()


def test_a_system_without_a_library_of_the_mixer_is_silent_and_says_why():
    # As pygame finds it there: its mixer cannot be imported, and something stands in for it.
    without = f"import sys\nsys.modules['pygame.mixer'] = None\n{WITHOUT_DEVICE}"
    done = subprocess.run([sys.executable, "-c", without], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "pygame.mixer" in done.stdout
