"""Finds out which lamp is under which dot, from touches of the dots that light up.

Pure: answers in, the next lamp to light and what is known out.  A regular wiring is
one of the panel's sixteen, with the board where its file says, or else anywhere on the
panel and with any spacing that fits.  Where none explains the answers every lamp is
asked one by one.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from companion.config.values import ALONG, CORNERS
from companion.contract import Board, LampGrid, Site
from companion.errors import BoardError
from companion.ui.lamps.light import Panel, PixelIndex, grid_of

PROOFS = 3
"""So many answers more, after one wiring is left, and it is believed."""

MOST_WEIGHED = 200
"""Of more wirings that are possible every so many-th is weighed: asking must not take long."""


class LampAnswer(NamedTuple):
    """A lamp that was lit, and the dot that lit up, or None for none."""

    lamp: PixelIndex
    site: Site | None


class Wiring(NamedTuple):
    """A regular wiring: the panel, where the board lies on it, and the lamp of each site."""

    panel: Panel
    grid: LampGrid
    lamps: tuple[PixelIndex, ...]
    used: frozenset[PixelIndex]

    def explains(self, answer: LampAnswer) -> bool:
        """Return whether the lamp of *answer* lights up the dot that it did, or none."""
        if answer.site is None:
            return answer.lamp not in self.used
        return self.lamps[answer.site] == answer.lamp


@dataclass(frozen=True)
class Calibration:
    """How far finding out has come; a value.

    Attributes:
        panel: as configured; its size is taken as true.
        answers: what was answered, the oldest first.
    """

    board: Board
    panel: Panel
    answers: tuple[LampAnswer, ...] = field(default=())

    def answered(self, site: Site | None) -> Calibration:
        """Return what is known once *site*, or none, lit up with `lamp`."""
        assert self.lamp is not None
        return replace(self, answers=(*self.answers, LampAnswer(self.lamp, site)))

    def undone(self) -> Calibration:
        """Return what was known before the last answer."""
        return replace(self, answers=self.answers[:-1])

    @cached_property
    def wirings(self) -> tuple[Wiring, ...]:
        """Return the regular wirings that explain all answers, the most expected first."""
        at_home = self._explaining(_wirings(self.board, self.panel, True))
        return at_home or self._explaining(_wirings(self.board, self.panel, False))

    @property
    def is_one_by_one(self) -> bool:
        """Return whether the wiring is irregular, so that every lamp is asked."""
        return not self.wirings

    @property
    def is_at_home(self) -> bool:
        """Return whether the board lies where its file says, so that all boards fit alike."""
        return bool(self.wirings) and self.wirings[0].grid == _home(self.board, self.panel)

    @cached_property
    def lamp(self) -> PixelIndex | None:
        """Return the lamp to be lit next, or None when no more has to be asked."""
        if self.is_one_by_one:
            return self._next_of_all()
        if len(self.wirings) > 1:
            return self._telling_lamp()
        return self._proof()

    @cached_property
    def lamps(self) -> tuple[PixelIndex, ...] | None:
        """Return the lamp of each site once everything is known, else None."""
        if self.lamp is not None:
            return None
        if self.wirings:
            return self.wirings[0].lamps
        lamps = self.known
        return tuple(lamps[site] for site in range(len(self.board))) if not self.missing else None

    @property
    def known(self) -> dict[Site, PixelIndex]:
        """Return the lamps of the dots that lit up."""
        return {answer.site: answer.lamp for answer in self.answers if answer.site is not None}

    @property
    def missing(self) -> tuple[Site, ...]:
        """Return the dots that never lit up, where every lamp was asked."""
        known = self.known
        return tuple(site for site in range(len(self.board)) if site not in known)

    def expected(self) -> Site | None:
        """Return the dot that most likely lights up with `lamp`, or None."""
        for wiring in self.wirings:
            if self.lamp in wiring.lamps:
                return wiring.lamps.index(self.lamp)
        return None

    def _explaining(self, wirings: Sequence[Wiring]) -> tuple[Wiring, ...]:
        return tuple(wiring for wiring in wirings if all(map(wiring.explains, self.answers)))

    # What to ask

    @cached_property
    def _asked(self) -> frozenset[PixelIndex]:
        return frozenset(answer.lamp for answer in self.answers)

    def _next_of_all(self) -> PixelIndex | None:
        if not self.missing:
            return None
        left = (n for n in range(self.panel.lamp_count) if PixelIndex(n) not in self._asked)
        return next(map(PixelIndex, left), None)

    def _telling_lamp(self) -> PixelIndex:
        """Return the lamp whose answer leaves fewest wirings at worst, a lit dot before none."""
        weighed = self.wirings[:: 1 + len(self.wirings) // MOST_WEIGHED]
        outcomes: dict[PixelIndex, Counter[Site]] = {}
        for wiring in weighed:
            for site, lamp in enumerate(wiring.lamps):
                outcomes.setdefault(lamp, Counter())[site] += 1

        def left_at_worst(lamp: PixelIndex) -> tuple[int, int, int]:
            dark = len(weighed) - outcomes[lamp].total()
            return max(dark, *outcomes[lamp].values()), dark, lamp

        return min((lamp for lamp in outcomes if lamp not in self._asked), key=left_at_worst)

    def _proof(self) -> PixelIndex | None:
        """Return a lamp that proves the one wiring that is left, or None when it is proved."""
        if self._proofs() >= PROOFS:
            return None
        places, lamps = self.board.places, self.wirings[0].lamps
        done = [places[site] for site in self.known] or [places[0]]

        def distance(site: Site) -> int:
            file, rank = places[site]
            return min((file - f) ** 2 + (rank - r) ** 2 for f, r in done)

        left = [site for site, lamp in enumerate(lamps) if lamp not in self._asked]
        # Far from all that is known: an irregular wiring shows there.
        return lamps[max(left, key=distance)] if left else None

    def _proofs(self) -> int:
        """Return how many answers came after only one wiring was left."""
        count, earlier = 0, self
        while earlier.answers:
            earlier = earlier.undone()
            if len(earlier.wirings) != 1:
                break
            count += 1
        return count


def _home(board: Board, panel: Panel) -> LampGrid | None:
    try:
        return grid_of(board, panel)
    except BoardError:
        return None


@lru_cache(maxsize=4)
def _wirings(board: Board, panel: Panel, is_at_home: bool) -> tuple[Wiring, ...]:
    """Return all regular wirings of *board* on a panel of this size, *panel*'s own first."""
    home = _home(board, panel)
    grids = ([home] if home else []) if is_at_home else list(_grids(board, panel))
    wirings: dict[tuple[PixelIndex, ...], Wiring] = {}
    for wired in _panels(panel):
        rows = range(panel.height)
        strip = [[wired.pixel_of(column, row) for row in rows] for column in range(panel.width)]
        for grid in grids:
            (column, row), pitch = grid.first, grid.pitch
            lamps = tuple(
                strip[column + file * pitch][row + rank * pitch] for file, rank in board.places
            )
            if lamps not in wirings:
                wirings[lamps] = Wiring(wired, grid, lamps, frozenset(lamps))
    return tuple(wirings.values())


def _grids(board: Board, panel: Panel) -> Iterator[LampGrid]:
    across, up = board.files - 1, board.ranks - 1
    for pitch in range(1, max(panel.width, panel.height)):
        for column in range(panel.width - across * pitch):
            for row in range(panel.height - up * pitch):
                yield LampGrid((column, row), pitch)


def _panels(panel: Panel) -> Iterator[Panel]:
    yield panel
    for corner, along, serpentine in itertools.product(CORNERS, ALONG, (True, False)):
        yield replace(panel, first_corner=corner, along=along, is_serpentine=serpentine)
