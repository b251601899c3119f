"""Finding the lamps: one after the other is lit, and its dot is touched in the picture.

What finds out which lamp is under which dot is pure: answers in, the next lamp to light and
what is known out.  A regular wiring is one of the panel's sixteen, with the board where its file
says, or else anywhere on the panel and with any spacing that fits.  Where none explains the
answers every lamp is asked one by one.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from companion.art.marks import Mark
from companion.config.values import ALONG, CORNERS, Settings
from companion.contract import Board, Game, LampGrid, Site
from companion.errors import BoardError
from companion.plugins import GAMES
from companion.ports import ButtonName, LinkState, PixelIndex, Press, Previous
from companion.ui.board.board_painter import BoardPainter
from companion.ui.board.marks import BoardPicture
from companion.ui.context import UiContext
from companion.ui.lamps import Panel, grid_of
from companion.ui.scene import Scene
from companion.ui.scenes.menu import Choice, MenuScene
from companion.ui.targets import BoardTarget, TouchTarget
from companion.ui.view import Labels, View
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words import buttons
from companion.words.buttons import MenuLine, menu_line
from companion.words.game_words import game_title
from companion.words.phrases import in_turn
from companion.words.translate import Phrase, tr

WHICH_BOARD = Phrase("Which board is on the lamps?")
TOO_FEW_LAMPS = Phrase("The panel has fewer lamps than this board has dots.")
NO_LAMPS = Phrase("No lamps are connected.")
LAY_IT = Phrase("Place this board on the lamps. Some lamps will light up one by one.")

NEXT_DOT = Phrase("next dot")
NONE_LIGHTS = Phrase("none lit")
IT_IS = Phrase("it is {dot}")

IS_KEPT = Phrase("Saved: the lamp under every dot is lit")
ARE_FOUND = Phrase("Lamps found")
ARE_MISSING = Phrase("Some lamps are missing")
AGAIN = menu_line("Start again", verb=buttons.BEGIN)
DONE = menu_line("Done", verb=buttons.LEAVE)
UNDO = menu_line("Undo", "Restore the lamps as they were before.", buttons.UNDO)
LEAVE = menu_line("Leave", "Change nothing.", buttons.LEAVE)
KEEP = MenuLine(Phrase("Keep it", "how the lamps are wired"), verb=buttons.KEEP)


ASK = Phrase("Touch the dot that lights up on the table")
ONE_BY_ONE = Phrase("Irregular wiring: touch each dot as it lights up")
HOW = Phrase(
    "Look at the board on the table and touch the lit dot in the picture, or "
    "move to it with Next. Press Hint if no dot lights up. Back undoes the "
    "last answer."
)
TAKEN = Phrase("{dot} already has lamp {lamp}. Back undoes a wrong answer.")
SPACING = Phrase(
    "The near left corner of the board is at column {column}, row {row}. "
    "Spacing from dot to dot: {pitch}."
)
IRREGULAR = Phrase("The wiring is irregular, so each dot was matched to its own lamp.")
MISSING = Phrase("These dots never lit up: {names}. Check their lamps, then start again.")


def progress_text(lamp: int, answers: int, possible: int, missing: int) -> str:
    """Return which lamp is lit, how many were answered, and how many wirings are possible."""
    text = tr("Lamp {lamp} of the strip is lit. Answers so far: {answers}.").format(
        lamp=lamp, answers=answers
    )
    if possible == 0:
        return f"{text} " + tr(
            "No regular wiring fits. Dots still without a lamp: {count}."
        ).format(count=missing)
    if possible == 1:
        return f"{text} " + tr("Only one wiring fits. A few more lamps will confirm it.")
    return f"{text} " + tr("Possible wirings: {count}.").format(count=possible)


def regular_text(corner: str, along: str, is_serpentine: bool) -> str:
    """Return how the strip runs."""
    corners = {
        "near-left": tr("near left"),
        "near-right": tr("near right"),
        "far-left": tr("far left"),
        "far-right": tr("far right"),
    }
    text = tr("The first lamp is at the {corner}; the strip runs along the {along}").format(
        corner=corners[corner], along=tr("ranks") if along == "ranks" else tr("files")
    )
    back = tr("every other run goes back") if is_serpentine else tr("every run goes the same way")
    return f"{in_turn((text, back))}."


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


class ChooseCalibrationScene(MenuScene):
    """Asks which board lies on the lamps."""

    name = "choose calibration"
    heading = WHICH_BOARD

    def make_choices(self) -> list[Choice]:
        """Return each game; without lamps nothing can be found out."""
        return list(map(self._choice, GAMES.values()))

    def _choice(self, game: Game) -> Choice:
        title, services = game_title(game.name), self.stage.services
        board = services.library.first_position(game).board
        if len(board) > self.stage.lamps.panel.lamp_count:
            return Choice(title, None, TOO_FEW_LAMPS())
        if services.leds.state() is not LinkState.CONNECTED:
            return Choice(title, None, NO_LAMPS())
        begin = Calibration(board, self.stage.lamps.panel)
        return Choice(
            title,
            lambda: self.stage.push(CalibrationScene(self.stage, begin)),
            LAY_IT(),
            verb=buttons.BEGIN(),
        )


class CalibrationScene(Scene):
    """One lamp is lit, and nothing else; the dot that lights up is touched or walked to."""

    name = "calibration"

    def __init__(self, stage: UiContext, begin: Calibration) -> None:
        super().__init__(stage)
        self.state = begin
        self.focus = begin.expected()
        self._refused: Site | None = None

    def show(self) -> View:
        """Return the lamp that is asked about, the dots that have theirs, and the cursor."""
        marks = dict.fromkeys(self.state.known, _ALL)
        if self.focus is not None:
            marks[self.focus] = marks.get(self.focus, frozenset()) | {Mark.FOCUS}
        return (
            super()
            .show()
            ._replace(
                board=self.state.board,
                picture=BoardPicture(marks=marks),
                single_lamp=self.state.lamp,
                stamp=(self.state.lamp, self.focus),
            )
        )

    def banner(self) -> Banner:
        return Banner(ONE_BY_ONE() if self.state.is_one_by_one else ASK())

    def labels(self) -> Labels:
        here = self.state.board.name_of(self.focus) if self.focus is not None else ""
        held = "" if self._leaves_by_walking else buttons.HOLD_LEAVE()
        back = ButtonLabel(buttons.UNDO(), held=held)
        leave = buttons.LEAVE() if self._leaves_by_walking else ""
        return (
            back if self.state.answers else ButtonLabel(buttons.LEAVE()),
            ButtonLabel(NEXT_DOT()),
            ButtonLabel(NONE_LIGHTS()),
            ButtonLabel(IT_IS(dot=here) if here else leave, bool(here)),
        )

    @property
    def _leaves_by_walking(self) -> bool:
        """Whether Confirm behind the last dot leaves: everything spoken, Back held repeats."""
        return bool(self.state.answers) and self.stage.narrator.says_everything

    def note(self) -> str:
        """Return how far it has come, or why a touch was refused."""
        state = self.state
        if self._refused is not None:
            name = state.board.name_of(self._refused)
            return TAKEN(dot=name, lamp=state.known[self._refused])
        assert state.lamp is not None
        return progress_text(
            state.lamp, len(state.answers), len(state.wirings), len(state.missing)
        )

    def painter(self) -> BoardPainter:
        """Return what paints the board, the first player's side near."""
        return self.stage.painter(self.state.board, self.stage.layout.board)

    def site_place(self, site: Site) -> tuple[int, int]:
        """Return where *site* is on screen, for scripts."""
        return self.painter().geometry.site_to_px(site)

    def draw(self, pen: Pen, view: View) -> None:
        """Draw the board and what is asked."""
        self.painter().paint(pen.surface, view.picture)
        box = pen.layout.info
        pen.panel(box)
        inner = box.inset(pen.layout.px(14), pen.layout.px(12))
        head_h = inner.h // 2
        if pen.layout.is_large:
            head_h = pen.text_h(HOW(), inner.w) + pen.layout.px(8)
        end = pen.paragraph(HOW(), inner._replace(h=head_h), 21, is_centered=False)
        y = end + pen.layout.px(8)
        rest = inner._replace(y=y, h=inner.bottom - y)
        pen.paragraph(view.note, rest, 16, "muted", is_centered=False)

    def on(self, event: Press | Previous) -> None:
        """Take back or leave, walk, say none, or say that it is the dot under the cursor."""
        if isinstance(event, Previous):
            self._walk(-1)
        elif event.button is ButtonName.BACK:
            self._back(leaves=event.is_long)
        elif event.button is ButtonName.NEXT:
            self._walk(1)
        elif self.stage.is_stale(event):
            return
        elif event.button is ButtonName.HINT and not event.is_long:
            self._answer(None)
        elif event.button is ButtonName.CONFIRM and self.focus is not None:
            self._answer(self.focus)
        elif event.button is ButtonName.CONFIRM and self._leaves_by_walking:
            self.stage.pop()

    def targets(self) -> tuple[TouchTarget, ...]:
        """Return the board: a touch of a dot is the answer."""
        geometry = self.painter().geometry
        return (BoardTarget(self.stage.layout.board, geometry, frozenset(), self._answer),)

    def _walk(self, by: int) -> None:
        count = len(self.state.board)
        # Behind the last dot is nothing.
        at = ((count if self.focus is None else self.focus) + by) % (count + 1)
        if at == count and not self._leaves_by_walking:
            at = 0 if by > 0 else count - 1
        self.focus = at if at < count else None

    def _back(self, *, leaves: bool) -> None:
        if leaves or not self.state.answers:
            self.stage.pop()
            return
        self._show(self.state.undone())

    def _answer(self, site: Site | None) -> None:
        if site is not None and site in self.state.known:
            self._refused = site
            return
        self._show(self.state.answered(site))

    def _show(self, state: Calibration) -> None:
        self.state, self._refused = state, None
        if state.lamp is not None:
            expected = state.expected()
            self.focus = expected if expected is not None else self.focus
            return
        self.stage.pop()
        self.stage.push(CalibratedScene(self.stage, state))


class CalibratedScene(MenuScene):
    """What came of it: kept, undone, or asked anew."""

    name = "calibrated"

    def __init__(self, stage: UiContext, state: Calibration) -> None:
        super().__init__(stage)
        self.state = state
        self._before: Settings | None = None

    def show(self) -> View:
        """Return every dot marked, so that the lamps can be compared with the table."""
        board = self.state.board
        picture = BoardPicture(marks=dict.fromkeys(range(len(board)), _ALL))
        return super().show()._replace(board=board, picture=picture)

    def title(self) -> str:
        """Return whether it was found out."""
        if self._before is not None:
            return IS_KEPT()
        return ARE_FOUND() if self.state.lamps else ARE_MISSING()

    def _told(self) -> str:
        state = self.state
        if state.lamps is None:
            return MISSING(names=", ".join(map(state.board.name_of, state.missing[:12])))
        if not state.wirings:
            return IRREGULAR()
        wiring = state.wirings[0]
        panel, grid = wiring.panel, wiring.grid
        runs = regular_text(panel.first_corner, panel.along, panel.is_serpentine)
        column, row = grid.first
        return f"{runs}\n{SPACING(column=column, row=row, pitch=grid.pitch)}"

    def make_choices(self) -> list[Choice]:
        again = Choice.of(AGAIN, self._again, self._told())
        if self._before is not None:
            done = Choice.of(DONE, self.stage.pop, self._told())
            return [done, Choice.of(UNDO, self._undo)]
        if self.state.lamps is None:
            return [again, Choice.of(LEAVE, self.stage.pop, self._told())]
        keep = Choice.of(KEEP, self._keep, self._told())
        return [keep, again, Choice.of(LEAVE, self.stage.pop)]

    def _again(self) -> None:
        self.stage.pop()
        begin = Calibration(self.state.board, self.stage.lamps.panel)
        self.stage.push(CalibrationScene(self.stage, begin))

    def _keep(self) -> None:
        stage, state = self.stage, self.state
        assert state.lamps is not None
        given = stage.config.lamps.get(state.board.name, ())
        self._before = self._wired(stage.lamps.panel, given)
        given = () if state.is_at_home else tuple(map(int, state.lamps))
        panel = state.wirings[0].panel if state.wirings else state.panel
        stage.change(self._wired(panel, given))

    def _wired(self, panel: Panel, given: tuple[int, ...]) -> Settings:
        """Return the settings for the board's lamps; none *given* are as the board file says."""
        return Settings(
            first_corner=panel.first_corner,
            along=panel.along,
            serpentine=panel.is_serpentine,
            lamps={**(self.stage.services.settings.lamps or {}), self.state.board.name: given},
        )

    def _undo(self) -> None:
        assert self._before is not None
        self.stage.change(self._before)
        self._before = None


_ALL = frozenset({Mark.PLACE})
