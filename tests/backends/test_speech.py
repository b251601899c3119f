"""Speech by a program: real children that speak, hang, flood, crash or do not exist."""

import subprocess
import sys
import threading
import time

import pygame
import pytest

from companion.backends import speech_output as module
from companion.backends.clips import Clips, own_clips
from companion.backends.loudspeaker import RATE_HZ, MixerLoudspeaker
from companion.backends.speech_output import (
    ESPEAK,
    LONGEST_TEXT,
    Speaker,
    SpeechProgram,
    resampled,
    speech_command,
    without_header,
)
from companion.config.values import VoiceSource
from companion.ports import SpeechFault

LONGEST_S = 10.0


class NotedLoudspeaker:
    """Notes the samples it gets, and speaks until it is told that it is done."""

    def __init__(self):
        self.spoken = []
        self.hushed = 0
        self.is_busy = False

    def start(self):
        pass

    def speak(self, samples, volume):
        sound = samples if isinstance(samples, bytes) else tuple(samples)
        self.spoken.append((len(sound), volume))
        self.was_clips = not isinstance(samples, bytes)

    def hush(self):
        self.hushed += 1

    def is_speaking(self):
        return self.is_busy


def python(code):
    return (sys.executable, "-c", code)


def echo():
    """A program that writes as many samples as its text has letters, two bytes each."""
    return python(
        "import sys; text = sys.stdin.read().strip()\n"
        "sys.stdout.buffer.write(bytes(2 * len(text)))"
    )


@pytest.fixture
def loudspeaker():
    return NotedLoudspeaker()


@pytest.fixture
def opened(loudspeaker):
    programs = []

    def open_it(command, rate_hz=RATE_HZ, source=VoiceSource.PROGRAM, player=loudspeaker):
        clips = Clips(own_clips(), lambda: "en")
        program = SpeechProgram(command, rate_hz, lambda: "en")
        programs.append(Speaker(program, clips, player, lambda: source))
        return programs[-1]

    yield open_it
    for program in programs:
        program.close()


def wait_until(is_so):
    end_s = time.monotonic() + LONGEST_S
    while not is_so():
        assert time.monotonic() < end_s, "it never came to that"
        time.sleep(0.002)


def test_a_sentence_reaches_the_loudspeaker(opened, loudspeaker):
    speech = opened(echo())
    speech.say("Your turn", 2, 40)
    wait_until(lambda: loudspeaker.spoken)
    assert loudspeaker.spoken == [(2 * len("Your turn"), 40)]
    assert speech.problem() is None


def test_what_is_newer_cuts_off_what_is_said(opened, loudspeaker):
    speech = opened(echo())
    loudspeaker.is_busy = True
    speech.say("one", 2, 50)
    wait_until(lambda: len(loudspeaker.spoken) == 1)
    speech.say("three", 2, 50)
    wait_until(lambda: len(loudspeaker.spoken) == 2)
    assert loudspeaker.hushed == 1


def test_what_is_less_urgent_waits_and_only_the_newest_of_it(opened, loudspeaker):
    speech = opened(echo())
    loudspeaker.is_busy = True
    speech.say("one", 3, 50)
    wait_until(lambda: len(loudspeaker.spoken) == 1)
    speech.say("three", 1, 50)
    speech.say("seventeen", 1, 50)
    time.sleep(0.1)
    assert len(loudspeaker.spoken) == 1 and not loudspeaker.hushed
    loudspeaker.is_busy = False
    wait_until(lambda: len(loudspeaker.spoken) == 2)
    assert loudspeaker.spoken[1][0] == 2 * len("seventeen")


def test_what_has_cut_off_a_sentence_is_said_even_if_something_less_urgent_comes_at_once(
    opened, loudspeaker, monkeypatch
):
    speech = opened(echo())
    render = speech._program.samples

    def samples(text, is_cut):
        if text == "one":
            # In one turn of the main loop, while the program is at work.
            speech.say("three", 3, 50)
            speech.say("seventeen", 1, 50)
        return render(text, is_cut)

    monkeypatch.setattr(speech._program, "samples", samples)
    speech.say("one", 2, 50)
    wait_until(lambda: len(loudspeaker.spoken) == 2)
    assert [size for size, _ in loudspeaker.spoken] == [2 * len("three"), 2 * len("seventeen")]


def test_what_is_more_urgent_is_said_first_where_both_come_before_the_thread_looks(
    opened, loudspeaker
):
    speech = opened(echo())
    # As if it were there already, and asleep.
    speech._thread = threading.Thread()
    speech.say("three", 3, 50)
    speech._thread = None
    speech.say("seventeen", 1, 50)
    wait_until(lambda: len(loudspeaker.spoken) == 2)
    assert [size for size, _ in loudspeaker.spoken] == [2 * len("three"), 2 * len("seventeen")]


ECHO = python("import sys; sys.stdout.buffer.write(bytes(100))")
OWN = python("import sys; sys.stdout.buffer.write(bytes(200))")
HANGS = python("import time; time.sleep(60)")
DEAF = python("import time, os; os.close(0); time.sleep(60)")
FLOODS = python("import sys\nwhile True: sys.stdout.buffer.write(bytes(65536))")
CRASHES = python("raise SystemExit(3)")
HEADER_ALONE = python("import sys; sys.stdout.buffer.write(b'RIFF' + bytes(40))")


@pytest.mark.parametrize(
    ("command", "fault"),
    [
        ((), SpeechFault.MISSING),
        (("/none/such",), SpeechFault.MISSING),
        (("/tmp",), SpeechFault.MISSING),
        (CRASHES, SpeechFault.CRASHED),
        (HEADER_ALONE, SpeechFault.CRASHED),
        (FLOODS, SpeechFault.FLOODS),
        (HANGS, SpeechFault.HANGS),
    ],
    ids=["none", "not there", "a folder", "crashes", "a header alone", "floods", "hangs"],
)
def test_a_program_that_fails_is_told_and_costs_the_game_nothing(
    opened, loudspeaker, monkeypatch, command, fault
):
    monkeypatch.setattr(module, "LONGEST_S", 0.5)
    speech = opened(command)
    started = time.monotonic()
    speech.say("Your turn", 2, 50)
    assert time.monotonic() - started < 0.1
    wait_until(lambda: speech.problem() is fault)
    assert loudspeaker.spoken == []
    speech.close()
    assert speech._program._standby is None


MOVE, HINT = "White moves a piece from c2 to c3.", "Zeppelins are nowhere."


@pytest.mark.parametrize(
    ("source", "command", "text", "heard"),
    [
        ("auto", ECHO, MOVE, "clips"),
        ("auto", ECHO, HINT, "program"),
        ("auto", (), MOVE, "clips"),
        ("auto", (), f"{HINT} {MOVE}", "clips"),
        ("auto", (), HINT, "nothing"),
        ("auto", OWN, MOVE, "program"),
        ("auto", CRASHES, MOVE, "clips"),
        ("clips", OWN, MOVE, "clips"),
        ("clips", OWN, HINT, "nothing"),
        ("program", (), MOVE, "nothing"),
        ("program", OWN, MOVE, "program"),
    ],
)
def test_a_sentence_is_said_by_words_by_the_program_or_in_part(
    opened, loudspeaker, monkeypatch, source, command, text, heard
):
    monkeypatch.setattr(module, "ESPEAK", ECHO)
    speech = opened(command, source=source)
    speech.say(text, 2, 50)
    if heard == "nothing":
        wait_until(lambda: speech._waiting is None and speech._current is None)
        assert loudspeaker.spoken == []
        # Words that lack are no fault: who chose them alone knows.
        assert (speech.problem() is None) == (source == "clips")
    else:
        wait_until(lambda: loudspeaker.spoken)
        assert ("clips" if loudspeaker.was_clips else "program") == heard
        assert speech.problem() is None


@pytest.mark.parametrize("command", [HANGS, FLOODS, CRASHES], ids=["hangs", "floods", "crashes"])
def test_words_are_heard_where_the_program_fails(opened, loudspeaker, monkeypatch, command):
    monkeypatch.setattr(module, "LONGEST_S", 0.5)
    speech = opened(command, source="auto")
    speech.say(f"{HINT} {MOVE}", 2, 50)
    wait_until(lambda: loudspeaker.spoken)
    assert loudspeaker.was_clips and speech.problem() is None


def test_after_a_fault_it_is_left_alone_for_a_while_and_then_tried_again(
    opened, loudspeaker, monkeypatch, tmp_path
):
    # Fails the first time, then speaks.
    seen = tmp_path / "seen"
    code = (
        "import pathlib, sys; seen = pathlib.Path(sys.argv[1])\n"
        "if not seen.exists(): seen.write_text(''); raise SystemExit(1)\n"
        "sys.stdout.buffer.write(bytes(100))"
    )
    speech = opened((*python(code), str(seen)))
    speech.say("one", 2, 50)
    wait_until(lambda: speech.problem() is SpeechFault.CRASHED)
    speech.say("two", 2, 50)
    time.sleep(0.2)
    assert loudspeaker.spoken == []
    speech._again_at_s = 0.0
    speech.say("three", 2, 50)
    wait_until(lambda: loudspeaker.spoken)
    assert speech.problem() is None


def test_a_text_is_one_line_and_never_longer_than_a_pipe_holds(opened, loudspeaker):
    speech = opened(echo())
    speech.say("a\nb\n" + "x" * 1_000_000, 2, 50)
    wait_until(lambda: loudspeaker.spoken)
    assert loudspeaker.spoken[0][0] <= 2 * LONGEST_TEXT


def test_samples_of_another_rate_last_as_long_as_before():
    assert len(resampled(bytes(2 * 16_000), 16_000)) == 2 * RATE_HZ
    assert resampled(b"\1\2\3", RATE_HZ) == b"\1\2"


def test_a_header_tells_the_rate():
    header = b"RIFF" + bytes(20) + (16_000).to_bytes(4, "little") + bytes(8) + b"data" + bytes(4)
    assert without_header(header + b"ab", RATE_HZ) == (b"ab", 16_000)
    assert without_header(b"RIFF" + bytes(60), RATE_HZ)[0] == b""
    assert without_header(b"ab", 16_000) == (b"ab", 16_000)


def test_a_command_line_is_split_as_a_shell_does():
    assert speech_command("piper --model 'my voice.onnx'") == [
        "piper", "--model", "my voice.onnx",
    ]  # fmt: skip
    assert speech_command("piper 'unclosed") == ()


@pytest.mark.needs("espeak-ng")
def test_it_speaks_each_sentence_in_the_language_of_that_moment(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    loudspeaker, heard, languages = MixerLoudspeaker(), [], iter(("de", "de", "fr", "fr", "fr"))
    real = subprocess.Popen
    monkeypatch.setattr(
        "companion.backends.speech_output.subprocess.Popen",
        lambda command, **values: heard.append(command[-1]) or real(command, **values),
    )
    program = SpeechProgram(ESPEAK, RATE_HZ, lambda: next(languages, "fr"))
    clips = Clips(own_clips(), lambda: "en")
    speech = Speaker(program, clips, loudspeaker, lambda: VoiceSource.PROGRAM)
    try:
        speech.say("Du bist dran.", 2, 50)
        wait_until(lambda: speech.said == 1)
        speech.say("À toi.", 2, 50)
        wait_until(lambda: speech.said == 2)
    finally:
        speech.close()
        loudspeaker.close()
    assert heard[0] == "de" and heard[-1] == "fr"


@pytest.mark.needs("espeak-ng")
def test_espeak_is_found_and_heard_soon(opened, monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    assert speech_command("auto") == ESPEAK
    loudspeaker = MixerLoudspeaker()
    speech = opened(ESPEAK, player=loudspeaker)
    try:
        speech.say("Your turn: touch a piece.", 2, 50)
        wait_until(loudspeaker.is_speaking)
        speech.say("White moves a piece from c2 to c3.", 2, 50)
        wait_until(lambda: speech.said == 2)
        assert speech.problem() is None
    finally:
        speech.close()
        loudspeaker.close()


@pytest.mark.needs("mixer")
@pytest.mark.parametrize("source", ["clips", "program"])
def test_a_device_that_is_unplugged_in_a_sentence_costs_only_that_one(opened, monkeypatch, source):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    player = MixerLoudspeaker()
    long = python("import sys; sys.stdout.buffer.write(bytes(2 * 22_050 * 5))")
    speech = opened(long, source=source, player=player)
    try:
        speech.say(MOVE, 2, 50)
        wait_until(lambda: player.spoken_at_s)
        first_at_s = player.spoken_at_s
        pygame.mixer.quit()
        player.device_changed(is_lost=True)
        speech.say(MOVE, 2, 50)
        wait_until(lambda: player.spoken_at_s > first_at_s)
        assert speech.problem() is None and not player.problem()
    finally:
        speech.close()
        player.close()


@pytest.mark.needs("mixer")
def test_without_a_sound_device_sentences_are_lost_and_nothing_waits(opened, monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "none-such")
    player = MixerLoudspeaker()
    speech = opened((), source="clips", player=player)
    try:
        for number in range(20):
            started_s = time.monotonic()
            speech.say(f"{MOVE} {number}.", 2, 50)
            assert time.monotonic() - started_s < 0.1
        wait_until(lambda: player.problem() and speech._waiting is None)
        assert not player.spoken_at_s
    finally:
        speech.close()
        player.close()
