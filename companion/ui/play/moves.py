"""The list of all legal moves over a turn: walked through, looked at, one of them taken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.ports import ButtonName, Press, Previous
from companion.ui.board.marks import BoardPicture
from companion.ui.board.pictures import moves_picture, turn_picture
from companion.ui.panels.panels import draw_note
from companion.ui.play.hints.hint import HintMode, is_without_hints
from companion.ui.play.mode import Mode
from companion.ui.play.moves_list import MoveGroup, MovesList
from companion.ui.play.turn import Turn
from companion.ui.targets import ListTarget, Place, TouchTarget
from companion.ui.view import Labels, View
from companion.ui.widgets.list_view import ENTRY_GAP
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words import buttons
from companion.words.table import NO_MOVES, chosen_note, groups_banner, moves_banner

TITLE_PX, LEAST_TITLE_PX = 18, 15
"""The size of all moves of a list where the longest has room, and the least of them together:
one that has no room in it is a little smaller alone."""


@dataclass(frozen=True)
class _BesideTarget(TouchTarget):
    """All that is beside the list: a touch there closes it, and is one of the turn."""

    mode: MovesMode
    turn: Turn

    def down(self, x: float, y: float) -> bool:
        self.mode.close()
        return self.turn.board_target(self.turn.touch).down(x, y)


class MovesMode(Mode):
    """The list of the moves of *turn*, while it is open, and what opens it before.

    Attributes:
        list: the open list, or None.
    """

    def __init__(self, turn: Turn, hints: HintMode) -> None:
        self.list: MovesList | None = None
        self._turn = turn
        self._match = turn.match
        self._stage = turn.stage
        self._hints = hints
        self._note = ""
        self._keeps_note = False

    def open(self) -> None:
        """Open the list, unless something is asked first; a hint goes."""
        self._hints.close()
        self._turn.refused = None
        if self._match.question is None:
            self._turn.cursor.clear()
            self.list = MovesList(self._match.half)
            self.lay_out()

    def close(self) -> None:
        """Close the list, where it is open."""
        if self.list is not None:
            self.list.drop()
        self.list = None
        self._turn.lay_out()

    # What is shown

    def show(self, view: View) -> View:
        moves = self.list
        if moves is None:
            return view
        group, color = moves.chosen_group, self._turn.table.side_color(self._match.position.side)
        return view._replace(
            banner=Banner(self._banner_text(moves), color),
            labels=_labels(moves),
            note=self._told(moves, view.note),
            picture=_picture(moves),
            panels=(self._draw,),
            targets=(self._list_target(moves), _BesideTarget(self, self._turn)),
            stamp=(view.stamp, group.start if group else moves.chosen),
            has_menu=False,
            lists_moves=False,
        )

    def _banner_text(self, moves: MovesList) -> str:
        """Return how many moves there are, or the chosen one."""
        if moves.problem:
            return NO_MOVES(reason=moves.problem)
        if moves.groups:
            return groups_banner(moves.count, moves.is_all)
        count, voice = len(moves.moves), self._turn.voice
        return moves_banner(moves.is_ready, count, moves.chosen_half(), voice)

    def _told(self, moves: MovesList, note: str) -> str:
        """Return what the chosen move does, unless something was refused, as *note* tells."""
        if self._turn.refused is not None:
            return note
        chosen = moves.chosen_half()
        return chosen_note(chosen) if chosen is not None else ""

    def _draw(self, pen: Pen, view: View) -> None:
        """Draw the list at the place of the moves."""
        moves, table = self.list, self._turn.table
        assert moves is not None, "the list is open"
        if table.has_formations:
            table.draw_ledges(pen, has_menu=False)
        size = pen.entry_size(moves.view, moves.listed.longest, TITLE_PX, LEAST_TITLE_PX)
        pen.list(moves.view, moves.in_view(), size)
        draw_note(pen, table.layout(has_menu=False).note, view.note, view.is_alarming)

    def lay_out(self) -> None:
        """Place the list where ledges and moves are otherwise."""
        if self.list is None:
            return
        self._turn.lay_out()
        table = self._turn.table
        self._keeps_note = self._needs_note(self.list)
        self.list.place(
            table.layout(has_menu=False),
            keeps_ledges=table.has_formations,
            keeps_note=self._keeps_note,
        )

    def _needs_note(self, moves: MovesList) -> bool:
        """Return whether a move is chosen, which may have a note, or something is refused."""
        return moves.chosen is not None or self._turn.refused is not None

    # Input

    def on(self, event: Press | Previous) -> bool:
        moves = self.list
        if moves is None:
            return self._opens(event)
        if isinstance(event, Previous):
            self._walk(moves, -1)
        elif event.button is ButtonName.CONFIRM and moves.chosen_group is None:
            self.close()
            if moves.chosen is not None:
                self._turn.propose(moves.chosen)
        elif event.button is ButtonName.NEXT:
            self._walk(moves, 1)
        elif event.button is ButtonName.CONFIRM:
            self._open_group(moves, moves.chosen_group)
        elif event.button is ButtonName.BACK and moves.group is not None:
            self._open_group(moves, None)
        else:
            self._turn.refused = None
            self.close()
        return True

    def _opens(self, event: Press | Previous) -> bool:
        """Open the list by the long press of Hint, by a short one where there are no hints."""
        if isinstance(event, Previous) or event.button is not ButtonName.HINT:
            return False
        is_plain = is_without_hints(self._match) and not self._turn.needs_guide
        if event.is_long or is_plain:
            self.open()
        return event.is_long or is_plain

    def _open_group(self, moves: MovesList, group: MoveGroup | None) -> None:
        self._turn.refused = None
        moves.open(group)
        self.lay_out()

    def _walk(self, moves: MovesList, by: int) -> None:
        self._turn.refused = None
        moves.view.step(by, with_none=True)

    def _list_target(self, moves: MovesList) -> ListTarget:
        def choose(index: int) -> None:
            """Choose the move under the finger for a closer look, or a piece for its moves."""
            moves.view.selected = index
            if moves.chosen_group is not None:
                moves.open(moves.chosen_group)
                self.lay_out()

        def open_with(title: str) -> None:
            moves.open_with(title)
            self.lay_out()

        gap = self._stage.layout.px(ENTRY_GAP)
        return _MovesTarget(moves.view, moves.titles, choose, gap, open_with=open_with)

    # Time

    def is_waiting(self) -> bool:
        return self.list is not None and not self.list.is_ready

    def update(self, now_s: float) -> None:
        """Let the moves arrive, and the list have the note's place while nothing needs it."""
        moves = self.list
        if moves is not None and (moves.poll() or self._needs_note(moves) != self._keeps_note):
            self.lay_out()
            self._stage.redraw()


@dataclass(frozen=True)
class _MovesTarget(ListTarget):
    """The list; a move that is not in it is looked for under its piece."""

    open_with: Callable[[str], None] = lambda title: None

    def place_of(self, title: str) -> Place | None:
        if title not in self.names():
            self.open_with(title)
        return super().place_of(title)


def _labels(moves: MovesList) -> Labels:
    close = ButtonLabel(buttons.CLOSE_LIST())
    if moves.groups:
        its = ButtonLabel(buttons.ITS_MOVES(), True) if moves.chosen_group else close
        return (close, ButtonLabel(buttons.NEXT_ONE()), close, its)
    back = ButtonLabel(buttons.OTHERS()) if moves.group else close
    take = ButtonLabel(buttons.USE_IT(), True) if moves.chosen else close
    return (back, ButtonLabel(buttons.NEXT_MOVE()), close, take)


def _picture(moves: MovesList) -> BoardPicture:
    """Return the board with an arrow for each move of a piece, or the chosen one."""
    if moves.groups and moves.chosen_group is None:
        return turn_picture(moves.half, (), None)
    return moves_picture(moves.half, moves.arrows, moves.chosen_half())
