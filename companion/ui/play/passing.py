"""A mode of the play scene: what it does not answer itself it leaves to the one under it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from companion.match.match import Match
from companion.ui.play.turn import Turn
from companion.ui.scene import Scene

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


def _left(
    method: Callable[Concatenate[Scene, Asked], Answer],
) -> Callable[Concatenate[Passing, Asked], Answer]:
    """Return *method* as one that the scene under it answers."""
    name = method.__name__

    def ask_under(self: Passing, /, *args: Asked.args, **named: Asked.kwargs) -> Answer:
        answer: Answer = getattr(self.under, name)(*args, **named)
        return answer

    return ask_under


class Passing(Scene):
    """A scene that leaves what it does not answer itself to the one under it.

    Attributes:
        turn: the turn that all of them are in front of.
    """

    def __init__(self, under: Scene, turn: Turn) -> None:
        super().__init__(turn.stage)
        self.turn = turn
        self._under = under

    @property
    def under(self) -> Scene:
        """Return the scene that answers in its place."""
        return self._under

    @property
    def match(self) -> Match:
        """Return the match of the turn."""
        return self.turn.match

    @property
    def name(self) -> str:
        return self.under.name

    banner = _left(Scene.banner)
    labels = _left(Scene.labels)
    draw = _left(Scene.draw)
    press = _left(Scene.press)
    has_menu = _left(Scene.has_menu)
    note = _left(Scene.note)
    is_note_alarming = _left(Scene.is_note_alarming)
    topics = _left(Scene.topics)
    pointed = _left(Scene.pointed)
    keeps_hint = _left(Scene.keeps_hint)
    is_telling = _left(Scene.is_telling)
    table = _left(Scene.table)
    making = _left(Scene.making)
    entries = _left(Scene.entries)
    entry_place = _left(Scene.entry_place)
    stamp = _left(Scene.stamp)
    board = _left(Scene.board)
    picture = _left(Scene.picture)
    lay_out = _left(Scene.lay_out)
    update = _left(Scene.update)
    is_waiting = _left(Scene.is_waiting)
    is_thinking = _left(Scene.is_thinking)
    next_change_s = _left(Scene.next_change_s)
    previous = _left(Scene.previous)
    pointer_down = _left(Scene.pointer_down)
    pointer_move = _left(Scene.pointer_move)
    pointer_up = _left(Scene.pointer_up)
    wheel = _left(Scene.wheel)
