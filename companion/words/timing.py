"""What is said of clocks: choosing one, their faces, a pause, and a flag that falls."""

from __future__ import annotations

from collections.abc import Sequence

from companion.clock import (
    HOUR_MS,
    MINUTE_MS,
    SECOND_MS,
    BothLeft,
    ClockKind,
    ClockSetting,
    Face,
    TimeControl,
    parse_both,
)
from companion.contract import Side
from companion.errors import ClockError
from companion.match.question import Question
from companion.match.seats import has_name
from companion.words import buttons
from companion.words.buttons import menu_line
from companion.words.phrases import MOST_BANNER_CHARACTERS, first_fitting, headed
from companion.words.translate import Phrase, ntr, tr
from companion.words.voice import Voice

TENTHS_BELOW_MS = 10_000

KIND_TITLES = {
    ClockKind.MAIN: Phrase("plain"),
    ClockKind.FISCHER: Phrase("increment"),
    ClockKind.BRONSTEIN: Phrase("time back"),
    ClockKind.DELAY: Phrase("delay"),
    ClockKind.BYO_YOMI: Phrase("byo-yomi"),
    ClockKind.HOURGLASS: Phrase("hourglass"),
    ClockKind.MOVE: Phrase("per move"),
}

KIND_LINES = {
    ClockKind.MAIN: Phrase("Each side has this time for the whole game."),
    ClockKind.FISCHER: Phrase("Every move adds some time (Fischer), the first one too."),
    ClockKind.BRONSTEIN: Phrase(
        "After each move you get back what it took, up to a limit (Bronstein)."
    ),
    ClockKind.DELAY: Phrase("On every turn, your clock waits a little before it starts."),
    ClockKind.BYO_YOMI: Phrase(
        "When your time is up, you play in periods and keep each one you don't use up."
    ),
    ClockKind.HOURGLASS: Phrase("The time that you use goes to the other side."),
    ClockKind.MOVE: Phrase("Each side has this time for every move."),
}
"""What each kind of clock does, in a sentence."""

CLOCK = menu_line("Clock", "Confirm stops your clock and starts the other side's.", buttons.CHOOSE)
WHICH = Phrase("{game}: which clock?")
WHICH_OWN = Phrase("{game}: your own clock")
NO_CLOCK = Phrase("No clock")
OWN = menu_line(
    "Your own clock",
    "Choose the kind of clock and its times, for each side if you like.",
    buttons.CHANGE,
)

KIND = menu_line("Kind", verb=buttons.CHANGE)
MAIN = menu_line("Main time", "The time on the clock at the start.", buttons.CHANGE)
INCREMENT = menu_line("Added per move", "How much each move adds.", buttons.CHANGE)
BACK = menu_line("Time back per move", "The most that you get back after a move.", buttons.CHANGE)
DELAY = menu_line("Delay per move", "How long the clock waits on each turn.", buttons.CHANGE)
PERIOD = menu_line("Length of a period", "How long each period lasts.", buttons.CHANGE)
PERIODS = menu_line("Periods", "How many you get when the main time is up.", buttons.CHANGE)
PER_MOVE = menu_line("Time for a move", verb=buttons.CHANGE)
OF_A_SIDE = Phrase("{side}: {title}")
SIDES = menu_line(
    "Both sides", "A stronger player may get less time than a weaker one.", buttons.CHANGE
)
ALIKE = Phrase("the same time")
APART = Phrase("separate times")

PAUSE = menu_line("Pause", "Stops the clocks and hides the board until you go on.", buttons.PAUSE)
PAUSED = Phrase("Paused: the clocks have stopped")
PAUSED_NOTE = Phrase("The board is hidden. Press Confirm to play on.")

GIVE_TIME = menu_line(
    "{name}: {seconds} seconds more",
    "Adds them to this clock, as often as you press. Nobody has to agree.",
    buttons.GIVE,
)


def time_text(ms: int) -> str:
    """Return *ms* as a clock shows them: ``1:05:00``, ``9:32``, ``8.4`` below ten seconds."""
    if 0 < ms < TENTHS_BELOW_MS:
        return f"{ms // 1000}.{ms % 1000 // 100}"
    seconds = -(-ms // SECOND_MS)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def face_label(name: str, face: Face) -> str:
    """Return what stands beside the time: whose it is, and periods or a delay that runs."""
    if face.has_fallen:
        return tr("{name}: time is up").format(name=name)
    if face.periods:
        left = ntr("{count} period", "{count} periods", face.periods)
        return f"{name} ({left})"
    if face.waits_ms:
        seconds = -(-face.waits_ms // SECOND_MS)
        return tr("{name} ({seconds} s delay)").format(name=name, seconds=seconds)
    return name


def short_face_label(name: str, face: Face) -> str:
    """Return the same where there is room for little more than a name.

    A fallen flag needs no word: the time that stands there is 0.
    """
    if face.periods and not face.has_fallen:
        return f"{name} ×{face.periods}"
    if face.waits_ms and not face.has_fallen:
        return f"{name} " + tr("{count} s").format(count=-(-face.waits_ms // SECOND_MS))
    return name


def clock_names(players: Sequence[str], game: str, voice: Voice) -> tuple[str, str]:
    """Return whose clocks they are: by name where one person has a side and has a name."""
    first, second = (_clock_name(players[side::2], side, game, voice) for side in (0, 1))
    return first, second


def _clock_name(players: Sequence[str], side: Side, game: str, voice: Voice) -> str:
    is_named = len(players) == 1 and has_name(players[0])
    return players[0] if is_named else voice.side(side, game)


def low_time_text(name: str, seconds: int) -> str:
    """Return that the clock called *name* has come down to so many *seconds*, to be said."""
    left = ntr("{count} second left", "{count} seconds left", seconds)
    return tr("{name}: {left}.").format(name=name, left=left)


def duration(ms: int) -> str:
    """Return a time that a clock gives, in words: ``1 h 30 min``, ``5 s``."""
    hours, rest = divmod(ms, HOUR_MS)
    minutes, rest = divmod(rest, MINUTE_MS)
    parts = (
        tr("{count} h").format(count=hours) if hours else "",
        tr("{count} min").format(count=minutes) if minutes else "",
        tr("{count} s").format(count=rest // SECOND_MS) if rest or not ms else "",
    )
    return " ".join(filter(None, parts))


def setting_title(setting: ClockSetting | None) -> str:
    """Return which clock it is, as the line of a menu reads."""
    if setting is None:
        return buttons.OFF()
    first, second = map(control_title, setting)
    if setting[0] == setting[1]:
        return first
    return tr("{first} – {second}").format(first=first, second=second)


def control_title(control: TimeControl) -> str:
    """Return the time of one side in a few words."""
    main, extra = duration(control.main_ms), duration(control.extra_ms)
    match control.kind:
        case ClockKind.MAIN:
            return main
        case ClockKind.FISCHER:
            return tr("{main} + {extra}").format(main=main, extra=extra)
        case ClockKind.BRONSTEIN:
            return tr("{main}, {extra} back").format(main=main, extra=extra)
        case ClockKind.DELAY:
            return tr("{main}, {extra} delay").format(main=main, extra=extra)
        case ClockKind.BYO_YOMI:
            text = tr("{main}, then {count} × {extra}")
            return text.format(main=main, count=control.periods, extra=extra)
        case ClockKind.HOURGLASS:
            return tr("hourglass, {main}").format(main=main)
        case ClockKind.MOVE:
            return tr("{extra} a move").format(extra=extra)


def setting_line(setting: ClockSetting | None, game: str, voice: Voice) -> str:
    """Return what a clock does, in a sentence or two, and which side has which time."""
    if setting is None:
        return tr("Take as long as you like.")
    first, second = setting
    if first == second:
        return KIND_LINES[first.kind]()
    sides = (headed(voice.player(side, game), control_title(setting[side])) for side in (0, 1))
    return " ".join(f"{side}." for side in sides)


# The flag


def flag_banner(question: Question, game: str, voice: Voice) -> str:
    """Return that a side has no time left and what can be done, in at most sixty characters."""
    loser = _loser(question)
    if voice.seats.is_duel and loser not in voice.seats.obliging:
        return tr("Your time is up. Confirm to stop, or Back to play on")
    text = tr("{loser}: time is up. {winner}: Confirm to win, or Back")
    texts = (
        text.format(loser=name(loser, game), winner=name(1 - loser, game))
        for name in (voice.side, voice.short)
    )
    return first_fitting(texts, MOST_BANNER_CHARACTERS)


def flag_note(question: Question, game: str, voice: Voice) -> str:
    """Return what either answer brings."""
    loser = _loser(question)
    winner = voice.side(1 - loser, game)
    text = tr("Confirm: {winner} wins on time.").format(winner=winner)
    on = tr("Back: you both play on, and this clock stays at zero.")
    return f"{text} {on}"


def _loser(question: Question) -> Side:
    winner = question.outcome.winner if question.outcome is not None else None
    return 1 - (question.awaiting[0] if winner is None else winner)


# Looking back


def left_text(clock: str, game: str, voice: Voice) -> str:
    """Return what both sides had left as a record tells it in *clock*; empty where it does not."""
    try:
        left: BothLeft = parse_both(clock)
    except ClockError:
        return ""
    text = tr("Time left: {first} {first_time}, {second} {second_time}.")
    return text.format(
        first=voice.player(0, game),
        first_time=time_text(left[0].ms),
        second=voice.player(1, game),
        second_time=time_text(left[1].ms),
    )
