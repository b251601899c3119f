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
from companion.ui.scene import Labels, Scene
from companion.ui.widgets.list_view import ENTRY_GAP
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words import buttons
from companion.words.table import NO_MOVES, chosen_note, groups_banner, moves_banner

TITLE_PX = 18


class MovesMode(Passing):
    """In front of *turn* while the list of its moves is open.

    Attributes:
        list: the open list, or None.

    Args:
        under: what is shown while it is closed.
        turn: whose moves they are.
        opening: is told before the list opens.
    """

    def __init__(self, under: Scene, turn: Turn, opening: Callable[[], None]) -> None:
        super().__init__(turn.stage, under)
        self.list: MovesList | None = None
        self._turn = turn
        self._opening = opening

    def open(self) -> None:
        """Open the list, unless something is asked first."""
        self._opening()
        self._turn.refused = None
        if self._turn.match.question is None:
            self._turn.cursor.clear()
            self.list = MovesList(self._turn.match.half)
            self.lay_out()

    def close(self) -> None:
        """Close the list, where it is open."""
        if self.list is not None:
            self.list.drop()
        self.list = None
        self.lay_out()

    # What is shown

    def stamp(self) -> object:
        """Return what a confirm would mean: the chosen piece or move."""
        moves = self.list
        if moves is None:
            return (self.under.stamp(), False)
        group = moves.chosen_group
        return (self.under.stamp(), True, group.start if group else moves.chosen)

    def banner(self) -> Banner:
        """Return how many moves there are, or the chosen one."""
        moves = self.list
        if moves is None:
            return self.under.banner()
        color = self._turn.table().side_color(self._turn.match.position.side)
        if moves.problem:
            return Banner(NO_MOVES(reason=moves.problem), color)
        if moves.groups:
            return Banner(groups_banner(moves.count, moves.is_all), color)
        position, voice = self._turn.match.position, self._turn.voice
        told = moves_banner(position, moves.is_ready, len(moves.moves), moves.chosen, voice)
        return Banner(told, color)

    def labels(self) -> Labels:
        """Return what the four buttons do in the list."""
        if self.list is None:
            return self.under.labels()
        close = ButtonLabel(buttons.CLOSE_LIST())
        if self.list.groups:
            its = ButtonLabel(buttons.ITS_MOVES(), True) if self.list.chosen_group else close
            return (close, ButtonLabel(buttons.NEXT_ONE()), close, its)
        back = ButtonLabel(buttons.OTHERS()) if self.list.group else close
        take = ButtonLabel(buttons.TAKE_IT(), True) if self.list.chosen else close
        return (back, ButtonLabel(buttons.NEXT_MOVE()), close, take)

    def note(self) -> str:
        """Return what the chosen move does, unless something was refused."""
        if self.list is None or self._turn.refused is not None:
            return self.under.note()
        chosen = self.list.chosen
        return chosen_note(self._turn.match.position, chosen) if chosen is not None else ""

    def picture(self, now_s: float) -> BoardPicture:
        """Return the board with an arrow for each move of a piece, or the chosen one."""
        if self.list is None:
            return self.under.picture(now_s)
        if self.list.groups and self.list.chosen_group is None:
            return turn_picture(self.list.half, (), None)
        return moves_picture(self.list.half, self.list.arrows, self.list.chosen)

    def has_menu(self) -> bool:
        """Return whether the menu's button is there: the list takes its place."""
        return self.list is None and self.under.has_menu()

    def draw(self, pen: Pen) -> None:
        """Draw the list at the place of the moves."""
        moves, view = self.list, self._turn.table()
        if moves is None:
            self.under.draw(pen)
            return
        layout = view.layout(has_menu=False)
        if view.has_formations:
            view.draw_ledges(pen, has_menu=False)
        pen.list(moves.view, moves.in_view(), TITLE_PX)
        draw_note(pen, layout.note, self.note(), self.is_note_alarming())

    def lay_out(self) -> None:
        """Place the list where ledges and moves are otherwise."""
        self.under.lay_out()
        if self.list is not None:
            view = self._turn.table()
            # A piece has no note, a move may get one as soon as it is chosen.
            keeps_note = not self.list.groups or bool(self.note())
            self.list.place(
                view.layout(has_menu=False),
                keeps_ledges=view.has_formations,
                keeps_note=keeps_note,
            )

    def entries(self) -> tuple[str, ...]:
        """Return the lines of the open list: pieces, or moves."""
        return self.under.entries() if self.list is None else self.list.titles()

    def entry_place(self, title: str) -> tuple[int, int] | None:
        """Return where the piece or move called *title* is, brought into view."""
        if self.list is None:
            return self.under.entry_place(title)
        if title not in self.list.titles():
            self.list.open_with(title)
            self.lay_out()
        return self.list.view.place_of(self.entries(), title, self.stage.layout.px(ENTRY_GAP))

    # Input

    def press(self, press: Press) -> None:
        """Open the list by the long press of Hint; walk, take or close in it."""
        if self.list is None:
            if press.button is ButtonName.HINT and press.is_long:
                self.open()
            else:
                self.under.press(press)
        elif press.button is ButtonName.NEXT:
            self._walk(self.list, 1)
        elif press.button is ButtonName.CONFIRM and self.list.chosen_group is not None:
            self._turn.refused = None
            self._list(self.list, self.list.chosen_group)
        elif press.button is ButtonName.CONFIRM:
            self._take(self.list)
        elif press.button is ButtonName.BACK and self.list.group is not None:
            self._turn.refused = None
            self._list(self.list, None)
        else:
            self._turn.refused = None
            self.close()

    def _list(self, moves: MovesList, group: MoveGroup | None) -> None:
        moves.open(group)
        self.lay_out()

    def _walk(self, moves: MovesList, by: int) -> None:
        self._turn.refused = None
        moves.view.step(by, with_none=True)

    def _take(self, moves: MovesList) -> None:
        self.close()
        if moves.chosen is not None:
            self._turn.propose(moves.chosen)

    def previous(self) -> None:
        """Walk backwards."""
        if self.list is None:
            self.under.previous()
        else:
            self._walk(self.list, -1)

    def pointer_down(self, x: float, y: float, at_s: float) -> None:
        """Take hold of the list; a touch beside it closes it and is one of the turn."""
        if self.list is None:
            self.under.pointer_down(x, y, at_s)
        elif not self.list.view.pointer_down(x, y):
            self.close()
            self._turn.touch_at(x, y)

    def pointer_move(self, x: float, y: float) -> None:
        """Scroll the list."""
        if self.list is None:
            self.under.pointer_move(x, y)
        else:
            self.list.view.pointer_move(x, y)

    def pointer_up(self, x: float, y: float) -> None:
        """Choose the move under the finger for a closer look, or a piece for its moves."""
        if self.list is None:
            self.under.pointer_up(x, y)
            return
        index = self.list.view.pointer_up(x, y)
        if index is None:
            return
        self.list.view.selected = index
        if self.list.chosen_group is not None:
            self._list(self.list, self.list.chosen_group)

    def wheel(self, notches: int) -> None:
        """Scroll the list."""
        if self.list is None:
            self.under.wheel(notches)
        else:
            self.list.view.wheel(notches)

    # Time

    def is_waiting(self) -> bool:
        """Return whether the list is still being made."""
        is_made = self.list is None or self.list.is_ready
        return not is_made or self.under.is_waiting()

    def wait(self) -> None:
        """Return when the open list is made; for tests and scripts."""
        if self.list is not None and not self.list.is_ready:
            self.list.wait()
            self.lay_out()
            self.stage.redraw()

    def update(self, now_s: float) -> None:
        """Let the moves arrive."""
        if self.list is not None and self.list.poll():
            self.lay_out()
            self.stage.redraw()
        self.under.update(now_s)
