"""The scenes of the program as a player, of the tutor, and of turning points.

The search is a real process that answers what the picture shows, whatever the
program would find best.
"""

import json
import sys
from collections.abc import Callable

from companion.config.values import Settings
from companion.engine.service import Engine
from companion.engine.turning_points import TurningPoint
from companion.match.match import NewMatch
from companion.plugins import find_game
from companion.ui import destinations as to
from tests.match.playing import play
from tests.sitting import Sitting

KNOCKING = "quincala-knocking"
BLACK = ("person", "program level 3")
FIRST = "a2-b3-c4-c3"

SILENT = "import time; time.sleep(1000)"
CRASHING = "import sys; sys.stdin.readline(); sys.exit(3)"
RISKY = (
    "import json, sys\n"
    "for line in sys.stdin:\n"
    "    asked = json.loads(line)\n"
    "    if 'id' in asked:\n"
    "        answer = dict(id=asked['id'], position=asked['position'], risk=True)\n"
    "        print(json.dumps(answer), flush=True)\n"
)


def answering(position, text: str) -> str:
    """A program that plays the move *text* in *position*."""
    answer = {"position": position.to_text(), "line": [text], "score": 0, "nodes": 1, "depth": 1}
    return (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        f"    answer = json.loads({json.dumps(json.dumps({**answer, 'final': True}))})\n"
        "    if 'id' in asked: print(json.dumps({**answer, 'id': asked['id']}), flush=True)\n"
    )


def with_search(sitting: Sitting, program: str) -> None:
    sitting.services.engine.close()
    sitting.services.engine = Engine(command=(sys.executable, "-c", program))


def seated(sitting: Sitting) -> None:
    sitting.stage.change(
        Settings(players="person, program level 3, program level 8, program level 1")
    )


def players(sitting: Sitting) -> None:
    seated(sitting)
    sitting.tap("New game")
    sitting.tap("Mini Quincala Knocking")
    sitting.tap("Who plays")
    sitting.press("next", "next")


def four_players(sitting: Sitting) -> None:
    seated(sitting)
    sitting.tap("New game")
    sitting.tap("Quincy")
    sitting.tap("Players")
    sitting.tap("Who plays")
    sitting.press("next", "next", "next")


def no_real_dominoes(sitting: Sitting) -> None:
    seated(sitting)
    sitting.tap("New game")
    sitting.tap("Quincy")
    sitting.tap("Dominoes")
    sitting.walk_to("Start the game")


def player(sitting: Sitting) -> None:
    players(sitting)
    sitting.choose("Black")


def program_thinking(sitting: Sitting) -> None:
    with_search(sitting, SILENT)
    sitting.play(KNOCKING, who=BLACK)
    sitting.move(FIRST)
    sitting.ticks(5)


def to_carry(leg: int) -> Callable[[Sitting], None]:
    """Return what brings a sitting to a leg, from 1, of a move of two."""

    def carrying(sitting: Sitting) -> None:
        sitting.play(KNOCKING, who=BLACK)
        match = sitting.match
        play(match, FIRST)
        text = next(m.text for m in match.position.legal_moves() if m.text.count("-") == 2)
        with_search(sitting, answering(match.position, text))
        sitting.stage.go(to.Play(match))
        sitting.ticks(5)
        sitting.wait_for_search()
        sitting.press(*["next"] * (leg - 1))

    return carrying


def carrying_a_capture(sitting: Sitting) -> None:
    start = find_game("alquerque").initial()
    with_search(sitting, answering(start.play(start.parse("c2-c3")), "c4xc2"))
    sitting.play(who=BLACK)
    sitting.move("c2-c3")
    sitting.wait_for_search()


def fault(sitting: Sitting) -> None:
    with_search(sitting, CRASHING)
    sitting.play(KNOCKING, who=BLACK)
    sitting.move(FIRST)
    sitting.ticks(5)
    sitting.wait_for_search()


def only_person(sitting: Sitting) -> None:
    sitting.play("quincy", 12, BLACK)


def tutor(sitting: Sitting) -> None:
    sitting.stage.change(Settings(tutor=True))
    with_search(sitting, RISKY)
    sitting.play("alquerque")
    sitting.begin_move("c2-c3")
    sitting.press("confirm")
    sitting.wait_for_search()


def turning_points(sitting: Sitting) -> None:
    match = sitting.library.start(NewMatch(find_game("alquerque"), {}, 0))
    play(match, "c2-c3", "c4xc2", "d3-c3", "c2xc4", "b2-c2", "d4-d3")
    sitting.library.finish(match)
    sitting.tap("Records")
    sitting.tap("Alquerque")
    sitting.scene.turning_points = {3: TurningPoint(3, 0, "falls-behind")}
    sitting.scene.take_over()
    sitting.scene.to_turning_point()


PROGRAM_SCENES: dict[str, Callable[[Sitting], None]] = {
    "players": players,
    "players-four": four_players,
    "players-refused": no_real_dominoes,
    "player": player,
    "program-thinks": program_thinking,
    "program-leg": to_carry(1),
    "program-last-leg": to_carry(2),
    "program-capture": carrying_a_capture,
    "program-fault": fault,
    "program-quincy": only_person,
    "tutor": tutor,
    "viewer-turning-point": turning_points,
}
"""How each picture comes about, by the name of its file."""
