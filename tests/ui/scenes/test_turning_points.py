"""Turning points in the viewer: found by the search in its own process, marked, gone through."""

import random
import re
import sys
import time

import pytest

from companion.engine.knowledge import knowledge_of
from companion.engine.limits import Limits
from companion.engine.proof import loses_needlessly
from companion.engine.search import search
from companion.engine.service import Engine
from companion.engine.turning_points import AHEAD
from companion.match.match import NewMatch
from companion.plugins import find_game
from companion.program import TURN_S
from companion.ui.scenes import viewer
from companion.words.voice import Voice
from tests.engine.endgames import ends_of_games
from tests.match.playing import play_at_random

HANGING = "import time; time.sleep(1000)"
CRASHING = "import sys; sys.stdin.readline(); sys.exit(3)"


@pytest.fixture(autouse=True)
def _few_nodes(monkeypatch):
    monkeypatch.setattr(viewer, "LIMITS", Limits(nodes=300, time_s=20))


def blunder():
    """A position, a move that loses at once where another does not, and the answer that wins."""
    for position in ends_of_games("alquerque"):
        if search(position, Limits(nodes=300)).score <= -AHEAD:
            continue
        for move in position.legal_moves():
            after = position.play(move)
            if loses_needlessly(position, move) and after.outcome() is None:
                winning = knowledge_of(position.game.name).winning_child(after)
                return position, move, knowledge_of(position.game.name).move_to(after, winning)
    raise AssertionError("unreachable: there is no end of games")


@pytest.fixture
def viewing(sitting):
    """A record of two plies, a blunder and what wins by it, in the viewer at its start."""
    position, move, answer = blunder()
    match = sitting.library.start(NewMatch(position.game, {}, 0, position))
    for ply in (move, answer):
        match.propose(ply)
        match.confirm(match.stamp)
    sitting.library.finish(match)
    sitting.tap("Records")
    sitting.tap("Alquerque")
    return sitting


def test_a_blunder_is_found_marked_told_and_jumped_to(viewing):
    viewing.tap("Menu")
    viewing.tap("Find turning points")
    viewing.wait_for_work()
    assert viewing.scene.name == "viewer menu"
    assert viewing.values()["Next turning point"] == "1"
    viewing.tap("Next turning point")
    assert viewing.scene.name == "viewer"
    assert viewing.scene.playback.ply == 1
    mover = ("White", "Black")[viewing.scene.playback.positions[0].side]
    other = ("Black", "White")[viewing.scene.playback.positions[0].side]
    expected = (f"After this {other} wins", f"Here {mover} let a win slip", f"Here {mover}")
    assert viewing.note.startswith(expected)
    assert any(title.startswith("1? ") for title in viewing.scene.entries())
    position = viewing.scene.playback.positions[0]
    [told] = re.findall(r"The computer would have played (.*?)\. ", f"{viewing.note} ")
    moves = {Voice().chosen(position, move): move for move in position.legal_moves()}
    assert not loses_needlessly(position, moves[told])


def test_by_the_buttons_it_is_the_same(viewing):
    viewing.hold("back")
    viewing.choose("Find turning points")
    viewing.choose("Next turning point")
    assert viewing.scene.playback.ply == 1


def test_how_far_it_is_shows_and_back_gives_up(viewing):
    viewing.services.engine.close()
    viewing.services.engine = Engine(viewing.clock, (sys.executable, "-c", HANGING))
    viewing.tap("Menu")
    place = viewing.scene.entry_place("Find turning points")
    viewing.click(place)
    viewing.ticks(3)
    assert viewing.banner == "Looking for turning points: 0 of 3"
    viewing.press("back")
    assert viewing.scene.name == "viewer menu"
    assert not viewing.services.engine.is_busy
    assert "Find turning points" in viewing.scene.entries()


# A process needs real time to start and to crash: the simulated time must not outrun it.
@pytest.mark.parametrize(
    ("program", "pause_s", "why"),
    [(HANGING, 0.0, "took too long"), (CRASHING, TURN_S, "the search stopped")],
)
def test_a_fault_is_one_line_and_it_may_be_tried_again(viewing, program, pause_s, why):
    viewing.services.engine.close()
    viewing.services.engine = Engine(viewing.clock, (sys.executable, "-c", program))
    viewing.tap("Menu")
    viewing.click(viewing.scene.entry_place("Find turning points"))
    for _ in range(20_000):
        if viewing.scene.name != "working":
            break
        time.sleep(pause_s)
        viewing.ticks(1)
    assert viewing.scene.name == "viewer menu"
    viewing.walk_to("Find turning points")
    assert why in viewing.note
    assert "\n" not in viewing.note


def test_a_game_in_which_nothing_turned_says_so(sitting):
    match = sitting.library.start(NewMatch(find_game("alquerque"), {}, 0))
    for text in ("c2-c3", "c4xc2"):
        match.propose(match.position.parse(text))
        match.confirm(match.stamp)
    sitting.library.finish(match)
    sitting.tap("Records")
    sitting.tap("Alquerque")
    sitting.tap("Menu")
    sitting.tap("Find turning points")
    sitting.wait_for_work()
    assert sitting.scene.viewer.turning_points == {}
    assert "No turning points" in sitting.scene.entries()


@pytest.mark.parametrize("is_ended", [False, True])
def test_hidden_hands_are_looked_at_only_once_the_game_has_ended(sitting, is_ended):
    match = sitting.library.start(NewMatch(find_game("quincy"), {}, 3))
    play_at_random(match, random.Random(4), 6)
    if is_ended:
        match.resign(match.position.side)
        match.confirm(match.stamp)
    sitting.library.finish(match)
    sitting.tap("Records")
    sitting.tap("Quincy")
    sitting.tap("Menu")
    sitting.walk_to("Find turning points")
    assert ("finished games" in sitting.note) is not is_ended
    sitting.tap("Find turning points")
    sitting.wait_for_work()
    assert (sitting.scene.viewer.turning_points is not None) is is_ended
