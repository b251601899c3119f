"""Finding the lamps: one after the other is lit, and its dot is touched in the picture."""

from __future__ import annotations

from companion.art.marks import Mark
from companion.config.values import Settings
from companion.contract import Board, Game, Site
from companion.plugins import GAMES
from companion.ports import ButtonName, LinkState, Press
from companion.ui.board.board_painter import BoardPainter
from companion.ui.board.marks import BoardPicture
from companion.ui.desk import Desk
from companion.ui.lamps.calibration import Calibration
from companion.ui.lamps.light import Panel, PixelIndex
from companion.ui.scene import Scene
from companion.ui.scenes.menu import Choice, MenuScene
from companion.ui.targets import BoardTarget, TouchTarget
from companion.ui.view import Labels
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words import buttons
from companion.words.games import game_title
from companion.words.scenes import calibration as words


class ChooseCalibrationScene(MenuScene):
    """Asks which board lies on the lamps."""

    name = "choose calibration"
    heading = words.WHICH_BOARD

    def make_choices(self) -> list[Choice]:
        """Return each game; without lamps nothing can be found out."""
        return list(map(self._choice, GAMES.values()))

    def _choice(self, game: Game) -> Choice:
        title, services = game_title(game.name), self.stage.services
        board = services.library.first_position(game).board
        if len(board) > self.stage.lamps.panel.lamp_count:
            return Choice(title, None, words.TOO_FEW_LAMPS())
        if services.leds.state() is not LinkState.CONNECTED:
            return Choice(title, None, words.NO_LAMPS())
        begin = Calibration(board, self.stage.lamps.panel)
        return Choice(
            title,
            lambda: self.stage.push(CalibrationScene(self.stage, begin)),
            words.LAY_IT(),
            verb=buttons.BEGIN(),
        )


class CalibrationScene(Scene):
    """One lamp is lit, and nothing else; the dot that lights up is touched or walked to."""

    name = "calibration"

    def __init__(self, stage: Desk, begin: Calibration) -> None:
        super().__init__(stage)
        self.state = begin
        self.focus = begin.expected()
        self._refused: Site | None = None

    def board(self) -> Board:
        return self.state.board

    def single_lamp(self) -> PixelIndex | None:
        return self.state.lamp

    def stamp(self) -> object:
        return self.state.lamp, self.focus

    def banner(self) -> Banner:
        return Banner(words.ONE_BY_ONE() if self.state.is_one_by_one else words.ASK())

    def labels(self) -> Labels:
        here = self.state.board.name_of(self.focus) if self.focus is not None else ""
        back = ButtonLabel(buttons.TAKE_BACK(), held=buttons.HOLD_LEAVE())
        return (
            back if self.state.answers else ButtonLabel(buttons.LEAVE()),
            ButtonLabel(words.NEXT_DOT()),
            ButtonLabel(words.NONE_LIGHTS()),
            ButtonLabel(words.IT_IS(dot=here) if here else "", bool(here)),
        )

    def note(self) -> str:
        """Return how far it has come, or why a touch was refused."""
        state = self.state
        if self._refused is not None:
            name = state.board.name_of(self._refused)
            return words.TAKEN(dot=name, lamp=state.known[self._refused])
        assert state.lamp is not None
        return words.progress_text(
            state.lamp, len(state.answers), len(state.wirings), len(state.missing)
        )

    def picture(self, now_s: float) -> BoardPicture:
        """Return the dots that have their lamp, and the cursor."""
        marks = dict.fromkeys(self.state.known, _ALL)
        if self.focus is not None:
            marks[self.focus] = marks.get(self.focus, frozenset()) | {Mark.FOCUS}
        return BoardPicture(marks=marks)

    def painter(self) -> BoardPainter:
        """Return what paints the board, the first player's side near."""
        return self.stage.painter(self.state.board, self.stage.layout.board)

    def site_place(self, site: Site) -> tuple[int, int]:
        """Return where *site* is on screen, for scripts."""
        return self.painter().geometry.site_to_px(site)

    def draw(self, pen: Pen) -> None:
        """Draw the board and what is asked."""
        self.painter().paint(pen.surface, self.picture(self.stage.now_s))
        box = pen.layout.info
        pen.panel(box)
        inner = box.inset(pen.layout.px(14), pen.layout.px(12))
        head_h = inner.h // 2
        if pen.layout.is_large:
            head_h = pen.text_h(words.HOW(), inner.w) + pen.layout.px(8)
        end = pen.paragraph(words.HOW(), inner._replace(h=head_h), 21, is_centered=False)
        y = end + pen.layout.px(8)
        rest = inner._replace(y=y, h=inner.bottom - y)
        pen.paragraph(self.note(), rest, 16, "muted", is_centered=False)

    def press(self, press: Press) -> None:
        """Take back or leave, walk, say none, or say that it is the dot under the cursor."""
        if press.button is ButtonName.BACK:
            self._back(leaves=press.is_long)
        elif press.button is ButtonName.NEXT:
            self._walk(1)
        elif self.stage.is_stale(press):
            return
        elif press.button is ButtonName.HINT and not press.is_long:
            self._answer(None)
        elif press.button is ButtonName.CONFIRM and self.focus is not None:
            self._answer(self.focus)

    def previous(self) -> None:
        self._walk(-1)

    def targets(self) -> tuple[TouchTarget, ...]:
        """Return the board: a touch of a dot is the answer."""
        geometry = self.painter().geometry
        return (BoardTarget(self.stage.layout.board, geometry, frozenset(), self._answer),)

    def _walk(self, by: int) -> None:
        count = len(self.state.board)
        self.focus = (self.focus + by) % count if self.focus is not None else (by - 1) % count

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

    def __init__(self, stage: Desk, state: Calibration) -> None:
        super().__init__(stage)
        self.state = state
        self._before: Settings | None = None

    def board(self) -> Board | None:
        """Return the board whose dots are lit once the outcome is kept."""
        return self.state.board

    def picture(self, now_s: float) -> BoardPicture:
        """Return every dot marked, so that the lamps can be compared with the table."""
        return BoardPicture(marks=dict.fromkeys(range(len(self.state.board)), _ALL))

    def title(self) -> str:
        """Return whether it was found out."""
        if self._before is not None:
            return words.IS_KEPT()
        return words.ARE_FOUND() if self.state.lamps else words.ARE_MISSING()

    def _told(self) -> str:
        state = self.state
        if state.lamps is None:
            return words.MISSING(names=", ".join(map(state.board.name_of, state.missing[:12])))
        if not state.wirings:
            return words.IRREGULAR()
        wiring = state.wirings[0]
        panel, grid = wiring.panel, wiring.grid
        runs = words.regular_text(panel.first_corner, panel.along, panel.is_serpentine)
        column, row = grid.first
        return f"{runs}\n{words.SPACING(column=column, row=row, pitch=grid.pitch)}"

    def make_choices(self) -> list[Choice]:
        again = Choice.of(words.AGAIN, self._again, self._told())
        if self._before is not None:
            done = Choice.of(words.DONE, self.stage.pop, self._told())
            return [done, Choice.of(words.UNDO, self._undo)]
        if self.state.lamps is None:
            return [again, Choice.of(words.LEAVE, self.stage.pop, self._told())]
        keep = Choice.of(words.KEEP, self._keep, self._told())
        return [keep, again, Choice.of(words.LEAVE, self.stage.pop)]

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
