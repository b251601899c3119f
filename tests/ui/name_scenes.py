"""The scenes in which people are called by name, names as long as they may be."""

import random
from collections.abc import Callable

from companion.match.match import Match, NewMatch
from companion.plugins import find_game
from companion.ui import destinations as to
from companion.ui.scenes.game_over import DEAF_S
from tests.match.playing import play_at_random
from tests.sitting import Sitting

LONG_NAMES = (
    "Maximiliane Rehbach", "Bartholomäus Winkler", "Annemarie Wolframson", "Johann-Christian Voß",
)  # fmt: skip


def begin_named(
    sitting: Sitting, game: str = "alquerque", plies: int = 3, **options: object
) -> None:
    """Play some moves of a game between people with names."""
    rules = find_game(game)
    players = LONG_NAMES[: rules.seat_count(rules.complete(options))]
    match = sitting.library.start(NewMatch(rules, options, 3, players=players))
    play_at_random(match, random.Random(2), plies)
    sitting.stage.go(to.Play(match))
    sitting.ticks(3)


def named_set_up(game: str, **options: object) -> Callable[[Sitting], None]:
    """Return what brings a sitting to the set-up of *game*."""

    def to_set_up(sitting: Sitting) -> None:
        rules = find_game(game)
        whole = rules.complete(options)
        players = LONG_NAMES[: rules.seat_count(whole)]
        sitting.stage.go(to.SetUp(NewMatch(rules, whole, 271828, players=players)))
        sitting.ticks(3)

    return to_set_up


def named_turn(sitting: Sitting) -> None:
    begin_named(sitting)
    sitting.press("next", "confirm")


def named_panel(game: str, plies: int, **options: object) -> Callable[[Sitting], None]:
    """Return what brings a sitting to where the panel of *game* has a lot to say."""
    return lambda sitting: begin_named(sitting, game, plies, **options)


def named_seat(sitting: Sitting) -> None:
    begin_named(sitting, "quincy", players=4)


def named_question(sitting: Sitting) -> None:
    begin_named(sitting)
    sitting.press("back")


def team_question(sitting: Sitting) -> None:
    begin_named(sitting, "quincy", players=4)
    sitting.hold("back")
    sitting.tap("Offer a draw")


def named_menu(sitting: Sitting) -> None:
    begin_named(sitting, "quincala-knocking")
    sitting.hold("back")
    sitting.walk_to("Resign")


def named_end(sitting: Sitting) -> None:
    begin_named(sitting)
    match: Match = sitting.match
    match.note_hint()
    sitting.hold("back")
    sitting.tap("Resign")
    sitting.press("confirm")
    sitting.wait(DEAF_S)


def named_records(sitting: Sitting) -> None:
    named_end(sitting)
    sitting.stage.go(to.StartScreen())
    sitting.tap("Records")
    sitting.walk_to("Alquerque")


def named_viewer(sitting: Sitting) -> None:
    named_records(sitting)
    sitting.press("confirm")
    sitting.settle()
    sitting.tap("Last")


NAME_SCENES: dict[str, Callable[[Sitting], None]] = {
    "names-set-up": named_set_up("alquerque"),
    "names-set-up-four": named_set_up("quincy", players=4, dominoes="physical"),
    "names-turn": named_turn,
    "names-knocking": named_panel("quincala-knocking", 40),
    "names-mixing": named_panel("quincala-mixing", 12, sizes=5),
    "names-quincy": named_panel("quincy", 9),
    "names-seat": named_seat,
    "names-question": named_question,
    "names-team-question": team_question,
    "names-menu": named_menu,
    "names-over": named_end,
    "names-records": named_records,
    "names-viewer": named_viewer,
}
"""How each comes about, by its name."""
