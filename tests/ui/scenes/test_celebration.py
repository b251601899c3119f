"""A won game is celebrated for a moment, on screen and lamps."""

import itertools

import pytest

from companion.art.marks import Mark
from companion.match.match import NewMatch
from companion.plugins import find_game
from companion.ui import destinations as to
from companion.ui.scenes.game_over import CELEBRATION_S, FLASH_S
from tests.sitting import with_screen

TICK_S = 0.01
DUEL = ("person", "program level 3")


def ended(sit, resigns, players=("person", "person"), animation=True):
    """A sitting at the very end of a game that the side *resigns* gave up, None for a draw."""
    sitting = sit(config=with_screen(animation=animation))
    match = sitting.library.start(NewMatch(find_game("alquerque"), {}, 0, players=players))
    if resigns is None:
        match.offer_draw(0)
        match.confirm(match.stamp)
        match.confirm(match.stamp)
    else:
        match.resign(resigns)
        match.confirm(match.stamp)
    sitting.stage.go(to.GameOver(match))
    sitting.ticks(1)
    return sitting


def flashes(sitting, seconds=2 * CELEBRATION_S):
    """When pieces have laurels, tick by tick, and how many pictures the lamps were sent."""
    lit, frames = [], sitting.leds.frame_count
    for _ in range(round(seconds / TICK_S)):
        lit.append(len(sitting.marked(Mark.WIN)) > 1)
        sitting.ticks(1)
    return lit, sitting.leds.frame_count - frames


def begun(lit):
    """At which ticks a flash begins."""
    return [at for at, now in enumerate(lit) if now and not (at and lit[at - 1])]


def test_the_winners_pieces_flash_for_a_moment_and_gently(sit):
    sitting = ended(sit, resigns=1)
    lit, frames = flashes(sitting)
    assert len(begun(lit)) == round(CELEBRATION_S / FLASH_S) == 3
    assert min(b - a for a, b in itertools.pairwise(begun(lit))) * TICK_S >= 1 / 3
    assert not any(lit[round(CELEBRATION_S / TICK_S) :])
    assert frames >= 6


def test_only_the_winners_pieces_flash(sit):
    sitting = ended(sit, resigns=1)
    board = sitting.scene.show().board
    standing = sitting.scene.match.position.pieces()
    white = {board.name_of(site) for site, tower in standing.items() if tower[-1].side == 0}
    assert sitting.marked(Mark.WIN) == white


@pytest.mark.parametrize("button", ["next", "confirm", "hint"])
def test_any_press_ends_it_at_once(sit, button):
    sitting = ended(sit, resigns=1)
    sitting.press(button)
    assert not any(flashes(sitting)[0])


def test_a_touch_ends_it_at_once(sit):
    sitting = ended(sit, resigns=1)
    sitting.mouse_down(sitting.stage.layout.board.center)
    assert not any(flashes(sitting)[0])


@pytest.mark.parametrize(
    ("resigns", "players"), [(None, ("person", "person")), (0, DUEL)], ids=["draw", "lost"]
)
def test_a_draw_and_a_game_lost_to_the_computer_are_not_celebrated(sit, resigns, players):
    assert not any(flashes(ended(sit, resigns, players))[0])


def test_a_win_against_the_computer_is(sit):
    assert any(flashes(ended(sit, 1, DUEL))[0])


def test_without_motion_nothing_flashes(sit):
    assert not any(flashes(ended(sit, resigns=1, animation=False))[0])


def test_afterwards_the_program_rests(sit):
    sitting = ended(sit, resigns=1)
    assert sitting.stage.is_busy()
    sitting.wait(CELEBRATION_S + 0.1)
    assert not sitting.stage.is_busy()
