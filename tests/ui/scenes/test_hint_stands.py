"""One answer to each press of Hint: what shows stands until somebody asks again."""

import random
import time

import pytest

from companion.config.values import Config, ScreenConfig, SoundConfig
from companion.plugins import GAMES
from companion.ui import destinations as to
from companion.ui.play.hint_session import STOOD_S, HintStep
from tests.answers import engine_saying, think, use

SPOKEN = Config(screen=ScreenConfig(animation=False), sound=SoundConfig(speak_everything=True))
FIRST = {"line": ["b2-c3"], "final": False}
BETTER = {"line": ["d2-c3"], "reasons": [["line-wins", [], [], [3]]]}
LATER_S = 0.4
HINTS_EACH = 10
MOST_PLIES = 30


def asked(sitting, *answers):
    """Press Hint where the search answers *answers*, and wait for the first of them."""
    sitting.play("alquerque")
    use(sitting, engine_saying(*answers, match=sitting.match))
    sitting.stage.go(to.Play(sitting.match))
    sitting.ticks(2)
    sitting.press("hint")
    sitting.wait_until(lambda: sitting.scene.hint._best is not None or time.sleep(0.01))


def live(sitting, goes_on):
    """Let the program turn as it does for players while *goes_on*."""
    start_s, began_s = sitting.clock.now_s, time.monotonic()
    while goes_on():
        time.sleep(0.005)
        sitting.clock.now_s = start_s + time.monotonic() - began_s
        sitting.program.tick()


def test_no_piece_is_named_before_its_move_has_stood(sitting):
    asked(sitting, FIRST, {**BETTER, "after_s": 30})
    sitting.wait(STOOD_S - 0.05)
    assert sitting.note == "Looking…"
    sitting.wait(0.1)
    assert sitting.note == "Look at your piece on b2."
    assert sitting.scene.hint.is_thinking


def test_a_better_move_has_to_stand_anew(sitting):
    asked(
        sitting, FIRST, {**FIRST, "line": ["d2-c3"], "after_s": LATER_S}, {**FIRST, "after_s": 30}
    )
    hint = sitting.scene.hint
    sitting.wait(STOOD_S - 0.05)
    time.sleep(LATER_S + 0.2)
    sitting.wait(0.1)
    assert (hint._best.move.text, sitting.note) == ("d2-c3", "Looking…")
    sitting.wait(STOOD_S)
    assert sitting.note == "Look at your piece on d2."


def test_what_is_final_is_named_at_once(sitting):
    asked(sitting, BETTER)
    assert sitting.note == "Look at your piece on d2."


def test_a_better_answer_shows_at_the_next_press_and_says_so(sitting):
    asked(sitting, FIRST, {**BETTER, "after_s": LATER_S})
    sitting.wait(STOOD_S)
    think(sitting)
    assert sitting.note == "Look at your piece on b2."
    sitting.press("hint")
    assert sitting.note.startswith("There is a better move after all. d2 to c3.")


def test_the_move_is_told_once_with_its_reasons(sit):
    sitting = sit(config=SPOKEN)
    asked(sitting, FIRST, {**BETTER, "after_s": LATER_S})
    sitting.wait(STOOD_S)
    said = sitting.stage.narrator.said
    del said[:]
    sitting.press("hint")
    assert sitting.scene.hint.step is HintStep.THINKING
    assert sitting.lines == ["stop", "next place", "", ""]
    sitting.press("hint")
    think(sitting)
    looking, unavailable, move = said
    assert looking.startswith("White's turn: looking for a hint.")
    assert unavailable.startswith("Hint does nothing here.")
    assert "d2 to c3. You win in 3 moves" in move
    assert sitting.lines[3] == "use it"


def test_back_while_the_move_is_looked_for_puts_the_hint_away(sitting):
    asked(sitting, FIRST, {**BETTER, "after_s": 30})
    sitting.wait(STOOD_S)
    sitting.press("hint", "back")
    assert sitting.scene.hint.step is None
    assert not sitting.services.engine.is_busy


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_first_hint_of_the_search_itself_changes(sit, name):
    sitting, chance, most_s = sit(config=SPOKEN), random.Random(5), 0.0
    for seed in range(HINTS_EACH):
        _play_some(sitting, name, seed, chance)
        said = sitting.stage.narrator.said
        del said[:]
        waited_s, shown = _first_hint(sitting)
        most_s = max(most_s, waited_s)
        assert len(shown) == 1
        # That it is looked for, and what was found.
        assert len([sentence for sentence in said if "ook" in sentence]) <= 2
    print(f"{name}: the longest wait for a first hint was {most_s:.2f} s")


def _first_hint(sitting):
    """Press Hint; return after how long something shows, and all that shows until the end."""
    hint, began_s = sitting.scene.hint, time.monotonic()
    sitting.press("hint")
    live(sitting, lambda: hint.result is None)
    waited_s, shown = time.monotonic() - began_s, set()

    def goes_on():
        shown.add((sitting.banner, sitting.note))
        return hint.is_thinking

    live(sitting, goes_on)
    return waited_s, shown


def _play_some(sitting, name, seed, chance):
    """Begin a game and play at random, not to its end."""
    sitting.play(name, seed=seed)
    match = sitting.match
    for _ in range(chance.randrange(MOST_PLIES)):
        move = chance.choice(match.position.legal_moves())
        if match.position.play(move).outcome() is not None:
            break
        for touch in move.touches:
            match.touch(touch)
        match.confirm(match.stamp)
    sitting.stage.go(to.Play(match))
    sitting.ticks(2)
    sitting.see_hand()
