"""The list of all legal moves over a turn: walked through, looked at, one of them taken."""

from __future__ import annotations

from collections.abc import Callable

from companion.ports import ButtonName, Press
from companion.ui.board.marks import BoardPicture
from companion.ui.board.pictures import moves_picture, turn_picture
from companion.ui.panels.panels import draw_note
from companion.ui.play.moves_list import MoveGroup, MovesList
from companion.ui.play.passing import Passing
from companion.ui.play.turn import Turn
from companion.ui.scene import Scene
from companion.ui.view import Labels
from companion.ui.widgets.list_view import ENTRY_GAP
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words import buttons
from companion.words.table import NO_MOVES, chosen_note, groups_banner, moves_banner

TITLE_PX, LEAST_TITLE_PX = 18, 15
"""The size of all moves of a list where the longest has room, and the least of them together:
one that has no room in it is a little smaller alone."""


class MovesMode(Passing):
    """What is under it, and in front of that the list of the moves of *turn* while it is open.

    *opening* is told before the list opens.
    """

    def __init__(self, under: Scene, turn: Turn, opening: Callable[[], None]) -> None:
        super().__init__(under, turn)
        self._opening = opening
        self._open: OpenList | None = None

    @property
    def under(self) -> Scene:
        """Return the open list, or what it covers."""
        return self._open or super().under

    @property
    def list(self) -> MovesList | None:
        """Return the open list, or None."""
        return self._open.moves if self._open is not None else None

    def open(self) -> None:
        """Open the list, unless something is asked first."""
        self._opening()
        self.turn.refused = None
        if self.match.question is None:
            self.turn.cursor.clear()
            self._open = OpenList(super().under, self.turn, self.close)
            self.lay_out()

    def close(self) -> None:
        """Close the list, where it is open."""
        if self._open is not None:
            self._open.moves.drop()
        self._open = None
        self.lay_out()

    def press(self, press: Press) -> None:
        """Open the list by the long press of Hint."""
        if self._open is None and press.button is ButtonName.HINT and press.is_long:
            self.open()
        else:
            self.under.press(press)


class OpenList(Passing):
    """The open list of the moves of *turn*, in front of what it covers.

    Attributes:
        moves: the list.
    """

    def __init__(self, under: Scene, turn: Turn, close: Callable[[], None]) -> None:
        super().__init__(under, turn)
        self.moves = MovesList(turn.match.half)
        self._close = close
        self._keeps_note = False

    # What is shown

    def stamp(self) -> object:
        group = self.moves.chosen_group
        return (self.under.stamp(), group.start if group else self.moves.chosen)

    def banner(self) -> Banner:
        """Return how many moves there are, or the chosen one."""
        moves, position = self.moves, self.match.position
        if moves.problem:
            banner = NO_MOVES(reason=moves.problem)
        elif moves.groups:
            banner = groups_banner(moves.count, moves.is_all)
        else:
            count, voice = len(moves.moves), self.turn.voice
            banner = moves_banner(moves.is_ready, count, moves.chosen_half(), voice)
        return Banner(banner, self.turn.table().side_color(position.side))

    def labels(self) -> Labels:
        close = ButtonLabel(buttons.CLOSE_LIST())
        if self.moves.groups:
            its = ButtonLabel(buttons.ITS_MOVES(), True) if self.moves.chosen_group else close
            return (close, ButtonLabel(buttons.NEXT_ONE()), close, its)
        back = ButtonLabel(buttons.OTHERS()) if self.moves.group else close
        take = ButtonLabel(buttons.USE_IT(), True) if self.moves.chosen else close
        return (back, ButtonLabel(buttons.NEXT_MOVE()), close, take)

    def note(self) -> str:
        """Return what the chosen move does, unless something was refused."""
        if self.turn.refused is not None:
            return self.under.note()
        chosen = self.moves.chosen_half()
        return chosen_note(chosen) if chosen is not None else ""

    def picture(self, now_s: float) -> BoardPicture:
        """Return the board with an arrow for each move of a piece, or the chosen one."""
        moves = self.moves
        if moves.groups and moves.chosen_group is None:
            return turn_picture(moves.half, (), None)
        return moves_picture(moves.half, moves.arrows, moves.chosen_half())

    def has_menu(self) -> bool:
        """Return False: the list takes the place of the menu's button."""
        return False

    def draw(self, pen: Pen) -> None:
        """Draw the list at the place of the moves."""
        view = self.turn.table()
        if view.has_formations:
            view.draw_ledges(pen, has_menu=False)
        size = pen.entry_size(self.moves.view, self.moves.listed.longest, TITLE_PX, LEAST_TITLE_PX)
        pen.list(self.moves.view, self.moves.in_view(), size)
        note = view.layout(has_menu=False).note
        draw_note(pen, note, self.note(), self.is_note_alarming())

    def lay_out(self) -> None:
        """Place the list where ledges and moves are otherwise."""
        self.under.lay_out()
        view = self.turn.table()
        self._keeps_note = self._needs_note()
        self.moves.place(
            view.layout(has_menu=False),
            keeps_ledges=view.has_formations,
            keeps_note=self._keeps_note,
        )

    def _needs_note(self) -> bool:
        """Return whether a move is chosen, which may have a note, or something is told."""
        return self.moves.chosen is not None or bool(self.note())

    def entries(self) -> tuple[str, ...]:
        """Return the lines of the list: pieces, or moves."""
        return self.moves.titles()

    def entry_place(self, title: str) -> tuple[int, int] | None:
        if title not in self.entries():
            self.moves.open_with(title)
            self.lay_out()
        return self.moves.view.place_of(self.entries(), title, self.stage.layout.px(ENTRY_GAP))

    # Input

    def press(self, press: Press) -> None:
        """Walk, list the moves of a piece or the pieces again, take a move, or close."""
        if press.button is ButtonName.CONFIRM and self.moves.chosen_group is None:
            self._close()
            if self.moves.chosen is not None:
                self.turn.propose(self.moves.chosen)
            return
        self.turn.refused = None
        if press.button is ButtonName.NEXT:
            self._walk(1)
        elif press.button is ButtonName.CONFIRM:
            self._list(self.moves.chosen_group)
        elif press.button is ButtonName.BACK and self.moves.group is not None:
            self._list(None)
        else:
            self._close()

    def _list(self, group: MoveGroup | None) -> None:
        self.moves.open(group)
        self.lay_out()

    def _walk(self, by: int) -> None:
        self.turn.refused = None
        self.moves.view.step(by, with_none=True)

    def previous(self) -> None:
        self._walk(-1)

    def pointer_down(self, x: float, y: float, at_s: float) -> None:
        """Take hold of the list; a touch beside it closes it and is one of the turn."""
        if not self.moves.view.pointer_down(x, y):
            self._close()
            self.turn.touch_at(x, y)

    def pointer_move(self, x: float, y: float) -> None:
        self.moves.view.pointer_move(x, y)

    def pointer_up(self, x: float, y: float) -> None:
        """Choose the move under the finger for a closer look, or a piece for its moves."""
        index = self.moves.view.pointer_up(x, y)
        if index is None:
            return
        self.moves.view.selected = index
        if self.moves.chosen_group is not None:
            self._list(self.moves.chosen_group)

    def wheel(self, notches: int) -> None:
        self.moves.view.wheel(notches)

    # Time

    def is_waiting(self) -> bool:
        return not self.moves.is_ready or self.under.is_waiting()

    def update(self, now_s: float) -> None:
        """Let the moves arrive, and the list have the note's place while nothing needs it."""
        if self.moves.poll() or self._needs_note() != self._keeps_note:
            self.lay_out()
            self.stage.redraw()
        self.under.update(now_s)
