"""The tutor: a move that loses at once is asked about before it is committed."""

import sys

import pytest

from companion.config.values import Settings
from companion.engine.proof import loses_needlessly
from companion.engine.service import START_S, Engine
from companion.match.match import NewMatch
from companion.plugins import find_game
from companion.ui import destinations as to
from companion.ui.play.scene import LOOK_S
from tests.engine.endgames import ends_of_games
from tests.search_process import pid_of

HANGING = "import time; time.sleep(1000)"
CRASHING = "import sys; sys.stdin.readline(); sys.exit(3)"
NONSENSE = "import sys, time; sys.stdin.readline(); print('[1]', flush=True); time.sleep(1000)"


def risky_and_safe(kind="alquerque"):
    for position in ends_of_games(kind):
        moves = {loses_needlessly(position, move): move for move in position.legal_moves()}
        if len(moves) == 2:
            return position, moves[True], moves[False]
    raise AssertionError("unreachable: there is no end of games")


@pytest.fixture
def tutored(sitting):
    """A sitting in a position in which one move loses at once and another does not."""
    sitting.stage.change(Settings(tutor=True))
    position, sitting.risky, sitting.safe = risky_and_safe()
    sitting.stage.go(to.Play(sitting.library.start(NewMatch(position.game, {}, 0, position))))
    sitting.ticks(3)
    return sitting


def lay_out(sitting, move):
    sitting.scene.take(sitting.match.propose(move))
    sitting.stage.redraw()
    sitting.ticks(3)


def confirm(sitting, move):
    """Lay *move* out and confirm it; return once the tutor has looked."""
    lay_out(sitting, move)
    sitting.press("confirm")
    sitting.wait_for_search()
    sitting.ticks(2)


def test_a_move_that_loses_at_once_is_asked_about(tutored):
    confirm(tutored, tutored.risky)
    assert tutored.scene.name == "tutor"
    side = ("White", "Black")[1 - tutored.match.position.side]
    assert tutored.banner == f"Sure? {side} can win next turn. Confirm, or Back"
    assert tutored.lines == ["no", "", "", "yes"]
    assert tutored.plies == []


def test_no_leads_back_to_the_move_as_it_was_laid_out(tutored):
    confirm(tutored, tutored.risky)
    tutored.press("back")
    assert tutored.scene.name == "play"
    assert tutored.match.half.move == tutored.risky
    assert tutored.plies == []


def test_yes_commits_it(tutored):
    confirm(tutored, tutored.risky)
    tutored.press("confirm")
    assert tutored.plies == [tutored.risky.text]
    assert tutored.scene.name == "play"


def test_by_touch_it_is_the_same(tutored):
    confirm(tutored, tutored.risky)
    tutored.tap("Back")
    tutored.tap("Confirm")
    tutored.wait_for_search()
    tutored.ticks(2)
    tutored.tap("Confirm")
    assert tutored.plies == [tutored.risky.text]


def test_another_move_is_committed_without_a_word(tutored):
    confirm(tutored, tutored.safe)
    assert tutored.plies == [tutored.safe.text]


def test_without_the_tutor_nobody_asks(tutored):
    tutored.stage.change(Settings(tutor=False))
    lay_out(tutored, tutored.risky)
    tutored.press("confirm")
    assert tutored.plies == [tutored.risky.text]


def test_the_menu_opens_over_the_question_and_turns_the_tutor_off(tutored):
    confirm(tutored, tutored.risky)
    tutored.hold("back")
    assert tutored.scene.name == "game menu"
    tutored.tap("Help")
    tutored.tap("Tutor")
    assert not tutored.stage.config.play.tutor
    tutored.press("back", "back")
    assert tutored.scene.name == "play"
    tutored.press("confirm")
    assert tutored.plies == [tutored.risky.text]


@pytest.mark.parametrize("program", [HANGING, CRASHING, NONSENSE])
def test_without_an_answer_in_time_the_move_is_committed(tutored, program):
    tutored.services.engine.close()
    tutored.services.engine = Engine(tutored.clock, (sys.executable, "-c", program))
    began = tutored.clock.now_s
    confirm(tutored, tutored.risky)
    assert tutored.plies == [tutored.risky.text]
    assert tutored.clock.now_s - began < LOOK_S + START_S + 1
    assert pid_of(tutored.services.engine) is None


def test_a_program_that_does_not_start_stops_nobody(tutored):
    tutored.services.engine.close()
    tutored.services.engine = Engine(command=("/nonexistent/searcher",))
    confirm(tutored, tutored.risky)
    assert tutored.plies == [tutored.risky.text]


def test_the_programs_own_moves_are_not_asked_about(sitting):
    sitting.stage.change(Settings(tutor=True))
    sitting.play(who=("program level 1", "person"))
    sitting.wait_for_search()
    while sitting.scene.name == "program":
        sitting.press("confirm")
    assert len(sitting.plies) == 1
    assert not sitting.services.engine.is_busy


def test_in_quincy_it_says_may_as_it_never_looks_at_hidden_dominoes(sitting):
    sitting.stage.change(Settings(tutor=True))
    position, risky, _ = risky_and_safe("quincy")
    sitting.stage.go(to.Play(sitting.library.start(NewMatch(position.game, {}, 0, position))))
    sitting.ticks(3)
    confirm(sitting, risky)
    assert "may win next turn" in sitting.banner
    assert len(sitting.banner) <= 60


def test_a_take_back_is_confirmed_without_a_look(tutored):
    confirm(tutored, tutored.safe)
    tutored.press("back", "confirm")
    assert tutored.plies == []
    assert find_game("alquerque").name == tutored.match.game.name
