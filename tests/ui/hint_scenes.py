"""Brings a sitting to the states of a hint that look different, by answers settled beforehand."""

from collections.abc import Callable

from companion.engine.answers import reasons_data
from companion.engine.reasons import reasons_of
from companion.ui import destinations as to
from tests.answers import engine_doing, engine_saying, evaluate, think, use
from tests.sitting import Sitting, with_screen
from tests.ui import begun_games, mixing_scenes, querni_positions

CAPTURE_LINE = ("e3xc3xe5", "a3xc1", "a1-b2")


def legal_line(sitting: Sitting, texts: tuple[str, ...]) -> list[str]:
    """Return as many of *texts* as are legal one after the other; at least the first one is."""
    position, line = sitting.match.position, []
    for text in texts:
        position = position.play(position.parse(text))
        line.append(text)
    return line


def answered(sitting: Sitting, *texts: str, score: int = 0) -> None:
    """Have the search answer *texts*, with the reasons that there are for the first of them."""
    match, line = sitting.match, legal_line(sitting, texts)
    position = match.position
    move = position.parse(line[0])
    reasons = reasons_data(reasons_of(position, move, [move]))
    answer = {"line": line, "score": score, "reasons": reasons}
    use(sitting, engine_saying(answer, match=match))
    sitting.stage.go(to.Play(match))
    sitting.ticks(3)


def ask(sitting: Sitting, presses: int) -> None:
    """Ask for a hint, wait for it, and press Hint so often in all."""
    sitting.press("hint")
    think(sitting)
    sitting.press(*["hint"] * (presses - 1))


def hint_in_alquerque(sitting: Sitting) -> None:
    begun_games.alquerque(sitting)
    answered(sitting, *CAPTURE_LINE, score=320)


def hint_thinking(sitting: Sitting) -> None:
    """However long it takes to draw it, the search is not late."""
    use(sitting, engine_doing("time.sleep(1000)", lambda: 0.0))
    sitting.play("alquerque")
    sitting.press("hint")


def of_alquerque(presses: int) -> Callable[[Sitting], None]:
    """Return what brings a sitting to what so many presses of Hint show."""

    def hint(sitting: Sitting) -> None:
        hint_in_alquerque(sitting)
        ask(sitting, presses)

    return hint


def with_bar(sitting: Sitting) -> None:
    """The bar follows the score that the search gives the side to move."""
    sitting.services.config = with_screen(sitting.services.config, evaluation=True)
    hint_in_alquerque(sitting)
    evaluate(sitting)


def faulty(sitting: Sitting) -> None:
    use(sitting, engine_doing("sys.exit(1)"))
    sitting.play("alquerque")
    sitting.press("hint")
    think(sitting)


def used_up(sitting: Sitting) -> None:
    sitting.play_with_hints("alquerque", (1, 0))
    answered(sitting, "c2-c3")
    ask(sitting, 1)
    sitting.move("c2-c3", "c4xc2")
    sitting.press("hint")


def of_mixing(sitting: Sitting) -> None:
    """What is to be placed stands in the tray, and the dot for it on the board."""
    mixing_scenes.hand(sitting)
    answered(sitting, "3b@k10", score=-60)
    ask(sitting, 2)


def of_quincala(sitting: Sitting) -> None:
    """A move of several legs, the first of them into a tower."""
    begun_games.middle_game(sitting)
    answered(sitting, "h3-g4xg2-f1", "e7-d6", score=120)
    ask(sitting, 2)


def of_querni(sitting: Sitting) -> None:
    """A chain that is made possible and removed."""
    querni_positions.play_from(sitting, querni_positions.CHAIN_OF_FIVE)
    answered(sitting, "b2^b4[3-6]", score=500)
    ask(sitting, 2)


def of_quincy_covered(sitting: Sitting) -> None:
    begun_games.quincy(sitting)
    answered(sitting, "3|7@73", score=900)
    sitting.see_hand()
    ask(sitting, 2)


def of_quincy_open(sitting: Sitting) -> None:
    of_quincy_covered(sitting)
    sitting.mouse_down(sitting.scene.turn.tray().view.entry_box(1).center)
    sitting.wait(0.5)


def of_quincy_named(sitting: Sitting) -> None:
    sitting.play("quincy", dominoes="physical")
    sitting.move("4|4@44", "2|6@26", "3|4@43")
    answered(sitting, "2|4@42", score=200)
    sitting.tap("2")
    sitting.tap("2|4")
    ask(sitting, 1)


HINT_SCENES: dict[str, Callable[[Sitting], None]] = {
    "hint-thinking": hint_thinking,
    "hint-nudge": of_alquerque(1),
    "hint-move": of_alquerque(2),
    "hint-line": of_alquerque(3),
    "hint-quincala": of_quincala,
    "hint-mixing": of_mixing,
    "hint-querni": of_querni,
    "hint-quincy-covered": of_quincy_covered,
    "hint-quincy-open": of_quincy_open,
    "hint-quincy-named": of_quincy_named,
    "hint-fault": faulty,
    "hint-none-left": used_up,
    "hint-bar": with_bar,
}
