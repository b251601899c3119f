"""The list of all legal moves that the players asked for, and the one under the cursor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from companion.contract import HalfMove, Move, Site, Touch
from companion.ui.board.marks import Arrow
from companion.ui.board.pictures import first_arrows
from companion.ui.widgets.background import Background, Tell
from companion.ui.widgets.layout import Box, ScreenLayout
from companion.ui.widgets.list_view import ListView, entry_px
from companion.ui.widgets.pen import Entry
from companion.words.table import focus_name

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


def moves_from(half: HalfMove, tell: Tell = lambda done, count: None) -> FoundMoves:
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
