"""The list of all legal moves over a turn: walked through, looked at, one of them taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.contract import HalfMove, Move, Site, Touch
from companion.ports import ButtonName, Press, Previous
from companion.ui.board.marks import Arrow, BoardPicture
from companion.ui.board.pictures import first_arrows, moves_picture, turn_picture
from companion.ui.panels.panels import draw_note
from companion.ui.play.mode import Mode
from companion.ui.play.turn import Turn
from companion.ui.targets import ListTarget, Place, TouchTarget
from companion.ui.view import Labels, View
from companion.ui.widgets.background import Background, OnProgress
from companion.ui.widgets.layout import Box, ScreenLayout
from companion.ui.widgets.list_view import ENTRY_GAP, ListView, entry_px
from companion.ui.widgets.pen import Banner, ButtonLabel, Entry, Pen
from companion.words import buttons
from companion.words.table import NO_MOVES, chosen_note, focus_name, groups_banner, moves_banner

if TYPE_CHECKING:
    from companion.ui.play.hint import HintMode

QUICK_S = 0.004
"""Most positions are done in this time, so that their moves show in the same frame."""

MOST_LISTED = 20_000
"""Of more moves only so many are found: nobody reads them, and there may be millions."""

FEW_MOVES = 12
"""So many moves or fewer are listed at once; more of them piece by piece."""

MOST_CHARACTERS, PORTRAIT_MOST_CHARACTERS = {2: 20}, {4: 16, 2: 40}
"""Of the longest move in so many columns; longer ones have all of the width."""


class MoveGroup(NamedTuple):
    """Moves that are listed together: those of one piece or, where they are few, all.

    Attributes:
        moves: in their order.
        arrows: one for the next leg of each.
        longest: the text of the longest, which says how large all of them can be.
    """

    moves: Sequence[Move]
    arrows: Mapping[tuple[Site, Site], Arrow]
    longest: str

    @property
    def start(self) -> Touch:
        """Return what is touched first: the same in each move of one piece."""
        return self.moves[0].touches[0]


NOTHING_LISTED: Final = MoveGroup((), {}, "")


class FoundMoves(NamedTuple):
    """The moves that go on from a half-made turn.

    Attributes:
        every: all of them; with arrows only where they are listed at once.
        groups: the same by their pieces, where they are many; else none.
        is_all: whether there are no others.
    """

    half: HalfMove
    every: MoveGroup
    groups: Sequence[MoveGroup]
    is_all: bool


def moves_from(half: HalfMove, tell: OnProgress = lambda done, count: None) -> FoundMoves:
    """Return the legal moves that go on from *half*, in their order, up to `MOST_LISTED`.

    A roundabout route is no beginning of a canonical one: then these are all
    moves, from the beginning of the turn.
    """
    moves, is_all = half.position.some_moves(MOST_LISTED, lambda count: tell(count, 0))
    touched = half.touches
    going_on = [m for m in moves if m.touches[: len(touched)] == touched] if touched else moves
    if not going_on:
        half, going_on = half.position.begin(), moves
    if half.touches or len(going_on) <= FEW_MOVES:
        return FoundMoves(half, _group(half, going_on), (), is_all)
    by_start: dict[Touch, list[Move]] = {}
    for move in going_on:
        by_start.setdefault(move.touches[0], []).append(move)
    groups = [_group(half, moves_of_one) for moves_of_one in by_start.values()]
    return FoundMoves(half, MoveGroup(going_on, {}, ""), groups, is_all)


def _group(half: HalfMove, moves: Sequence[Move]) -> MoveGroup:
    longest = max((move.text for move in moves), key=len, default="")
    return MoveGroup(moves, first_arrows(half, moves), longest)


class MovesList:
    """All legal moves that go on from a half-made turn, one of them perhaps chosen.

    Up to 20,000 moves are listed, so nothing here or on screen walks over all of them,
    except the thread that finds them.

    Attributes:
        half: the half-made turn that was asked about.
        view: the list on screen.
        count: how many moves there are.
        is_all: whether there are no others.
        group: the piece whose moves are listed, or None.
        problem: why they cannot be found, or an empty text.
    """

    def __init__(self, half: HalfMove) -> None:
        self.half = half
        self.view = ListView(Box(0, 0, 1, 1), 1, 0)
        self.count = 0
        self.is_all = True
        self.group: MoveGroup | None = None
        self.problem = ""
        self._finding = Background("moves", lambda tell: moves_from(half, tell), QUICK_S)
        self._found: FoundMoves | None = None
        self._half: tuple[Move, HalfMove] | None = None
        self.poll()

    @property
    def listed(self) -> MoveGroup:
        """Return the moves that are listed: none while they are found or pieces are listed."""
        if self.group is not None:
            return self.group
        return NOTHING_LISTED if self._found is None or self.groups else self._found.every

    @property
    def moves(self) -> Sequence[Move]:
        """Return the moves that are listed, alone."""
        return self.listed.moves

    @property
    def groups(self) -> Sequence[MoveGroup]:
        """Return the pieces that are listed instead of moves, or none."""
        return self._found.groups if self._found is not None and self.group is None else ()

    @property
    def is_ready(self) -> bool:
        """Return whether the moves have been worked out."""
        return self._found is not None

    @property
    def chosen(self) -> Move | None:
        """Return the move under the cursor."""
        index = self.view.selected
        return self.moves[index] if index is not None and index < len(self.moves) else None

    def chosen_half(self) -> HalfMove | None:
        """Return the turn after all touches of that move, which is drawn and told each frame."""
        chosen = self.chosen
        if chosen is None:
            return None
        if self._half is None or self._half[0] is not chosen:
            self._half = (chosen, self.half.position.half_move(chosen))
        return self._half[1]

    @property
    def chosen_group(self) -> MoveGroup | None:
        """Return the piece under the cursor."""
        index = self.view.selected
        return self.groups[index] if index is not None and index < len(self.groups) else None

    @property
    def arrows(self) -> Mapping[tuple[Site, Site], Arrow]:
        """Return the arrows of the moves that are listed, or of the piece under the cursor."""
        return (self.chosen_group or self.listed).arrows

    def open(self, group: MoveGroup | None) -> None:
        """List the moves of *group*, or the pieces again."""
        before, self.group = self.group, group
        self._begin()
        if group is None and before is not None:
            self.view.selected = self.groups.index(before)
            self.view.show(self.view.selected)

    def open_with(self, text: str) -> None:
        """List the piece that has a move called *text*, where there is one."""
        for group in self.groups:
            if any(move.text == text for move in group.moves):
                self.open(group)
                return

    def _begin(self) -> None:
        self.view.count = len(self.groups) or len(self.moves)
        self.view.selected, self.view.scroll = None, 0.0

    def poll(self) -> bool:
        """Take over the moves when they are there; return whether they came just now."""
        moves = self._finding.made
        if self._found is not None or self.problem:
            return False
        if moves is None:
            self.problem = self._finding.problem
            return bool(self.problem)
        self.half, self._found, self.count = moves.half, moves, len(moves.every.moves)
        self.is_all = moves.is_all
        self._begin()
        return True

    def titles(self) -> tuple[str, ...]:
        """Return the titles of all lines."""
        if self.groups:
            return tuple(self._name(group) for group in self.groups)
        return tuple(move.text for move in self.moves)

    def in_view(self) -> Mapping[int, Entry]:
        """Return the lines that can be seen, by their place in the list."""
        return {index: self._entry(index) for index in self.view.visible()}

    def _entry(self, index: int) -> Entry:
        if self.groups:
            group = self.groups[index]
            return Entry(self._name(group), str(len(group.moves)))
        return Entry(self.moves[index].text)

    def _name(self, group: MoveGroup) -> str:
        position = self.half.position
        return focus_name(position.board, position.game.name, group.start)

    def place(self, layout: ScreenLayout, *, keeps_ledges: bool, keeps_note: bool) -> None:
        """Lay the list out where the moves are otherwise, ledges and note unless they stay."""
        top = layout.moves.y if keeps_ledges else layout.info.y
        bottom = layout.moves.bottom if keeps_note else layout.note.bottom
        box = layout.moves._replace(y=top, h=bottom - top)
        self.view.place(box, entry_px(layout), _columns(layout, len(self.listed.longest)))

    def drop(self) -> None:
        """End the search for moves, where it still goes on."""
        self._finding.drop()

    def wait(self) -> None:
        """Return when the moves are there to be taken over by `poll`; for tests and scripts."""
        self._finding.wait()


def _columns(layout: ScreenLayout, characters: int) -> int:
    """Return how many columns of moves of so many *characters* have room side by side."""
    if layout.is_large:
        # Its entries have room for two lines.
        return 2
    most = PORTRAIT_MOST_CHARACTERS if layout.is_portrait else MOST_CHARACTERS
    return next((columns for columns, room in most.items() if characters <= room), 1)


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
        is_plain = (
            self._match.hints.are_off(self._match.position.side) and not self._turn.needs_guide
        )
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
