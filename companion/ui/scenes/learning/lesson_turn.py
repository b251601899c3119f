"""The turn in which a step of a lesson is shown or answered, and the hidden hand in it."""

from __future__ import annotations

from companion.contract import HalfMove, Hands
from companion.lessons.course import LessonCourse
from companion.match.match import Match
from companion.match.new_match import NewMatch
from companion.ui.desk import Desk
from companion.ui.panels.tray import Tray
from companion.ui.play.hand import HandMode
from companion.ui.play.turn import Deeds, Turn


def turn_of(
    stage: Desk, course: LessonCourse, at: int, deeds: Deeds, refusal_s: float
) -> tuple[Turn, HandMode | None]:
    """Return the turn that begins where step *at* of *course* begins, and its hidden hand.

    Its match is nobody's and kept nowhere; the hand is None where hands are open.
    """
    match = Match.start(NewMatch(course.game, position=course.steps[at].position))
    if match.game.hands(match.header.options) is not Hands.HIDDEN:
        return Turn(stage, match, deeds, refusal_s=refusal_s), None

    def tray_of(half: HalfMove) -> Tray:
        return hand.tray_of(half)

    turn = Turn(stage, match, deeds, tray_of, refusal_s)
    hand = HandMode(turn, turn, is_handed_over=lambda: False)
    return turn, hand
