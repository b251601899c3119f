"""The scenes of clocks: their faces in play, a flag, a pause, and how one is chosen."""

from collections.abc import Callable
from dataclasses import replace

from companion.clock import parse_clock
from companion.match.match import Match, NewMatch
from companion.plugins import find_game
from companion.storage.disk import Disk
from companion.storage.record import record_of, write_record
from companion.ui import destinations as to
from tests.match.playing import play
from tests.sitting import Sitting
from tests.ui.program_scenes import KNOCKING

PLIES = ("c2-c3", "c4xc2", "d3-c3")


def timed(clock: str, game: str = "alquerque", who=("person", "person")):
    def begin(sitting: Sitting) -> None:
        match = sitting.library.start(
            NewMatch(find_game(game), {}, 3, players=who, clock=parse_clock(clock))
        )
        sitting.stage.go(to.Play(match))
        sitting.ticks(2)

    return begin


def used(sitting: Sitting, *seconds: int) -> None:
    """Make the first plies, each in so many seconds, and stop the running turn there."""
    match = sitting.match
    for ply, used_s in zip(PLIES, seconds[:-1], strict=False):
        match.used_ms = used_s * 1000
        play(match, ply)
    match.used_ms = seconds[-1] * 1000
    sitting.stage.go(to.Play(match))
    sitting.ticks(2)


def clocks(sitting: Sitting) -> None:
    timed("10m+5s")(sitting)
    used(sitting, 95, 61, 12, 7)


def clock_low(sitting: Sitting) -> None:
    timed("1m")(sitting)
    used(sitting, 20, 52)


def clock_periods(sitting: Sitting) -> None:
    timed("1m+3x30s")(sitting)
    used(sitting, 62, 20, 5)


def clock_flag(sitting: Sitting) -> None:
    timed("30s")(sitting)
    used(sitting, 10, 30)
    sitting.wait(0.3)


def clock_mixing(sitting: Sitting) -> None:
    timed("1h30m", "quincala-mixing")(sitting)


def clock_moves(sitting: Sitting) -> None:
    timed("10m")(sitting)
    sitting.hold("hint")


def paused(sitting: Sitting) -> None:
    clocks(sitting)
    sitting.hold("back")
    sitting.choose("Pause")


def choose_clock(sitting: Sitting) -> None:
    sitting.tap("New game")
    sitting.tap("Alquerque")
    sitting.choose("Clock")
    sitting.press("next", "next", "next")


def own_clock(sitting: Sitting) -> None:
    choose_clock(sitting)
    sitting.choose("Your own clock")
    sitting.choose("Kind")
    sitting.choose("Both sides")
    sitting.choose("Black: Main time")


def viewed_times(sitting: Sitting) -> None:
    clocks(sitting)
    path = sitting.library.save_record(sitting.match)
    assert path is not None and record_of(sitting.match).clock
    sitting.stage.go(to.Viewer(path))
    sitting.wait_for_work()
    sitting.press("next", "next")


def evenings(sitting: Sitting) -> None:
    players = (("Anna", "Ben"), ("Ben", "Anna"), ("Anna", "program level 3"))
    folder = sitting.services.library._saves.records_path
    folder.mkdir(exist_ok=True)
    for day, who in enumerate(players, 1):
        match = Match.start(
            NewMatch(find_game("alquerque"), players=who), started=f"2026-07-0{day} 20:00:00"
        )
        play(match, "c2-c3")
        match.resign(who.index("Anna") if day == 3 else who.index("Ben"))
        match.confirm(match.stamp)
        write_record(record_of(match), folder, Disk())
    sitting.stage.go(to.Records())
    sitting.wait_for_work()


def results(sitting: Sitting) -> None:
    evenings(sitting)
    sitting.services.config = replace(
        sitting.services.config, play=replace(sitting.services.config.play, rating=True)
    )
    sitting.choose("Results")
    sitting.press("next")


def kept_names(sitting: Sitting) -> None:
    for name in ("Ben", "Anna"):
        sitting.services.library.names.note(name)
    sitting.tap("New game")
    sitting.tap("Alquerque")
    sitting.choose("Who plays")
    sitting.choose("Black")


CLOCK_SCENES: dict[str, Callable[[Sitting], None]] = {
    "clocks": clocks,
    "clock-low": clock_low,
    "clock-periods": clock_periods,
    "clock-flag": clock_flag,
    "clock-mixing": clock_mixing,
    "clock-moves": clock_moves,
    "clock-choice": choose_clock,
    "clock-own": own_clock,
    "clock-pause": paused,
    "clock-viewer": viewed_times,
    "results": results,
    "player-names": kept_names,
    "clock-computer": timed("delay:5m+3s", KNOCKING, ("person", "program level 3")),
}
