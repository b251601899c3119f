"""The running program: its main loop, from a touch to what screen and lamps show."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import pygame

from companion.backends.devices import Devices
from companion.config.values import BESIDE, ON_BOARD, UNSEEN, WINDOW, Settings
from companion.contract import Board, GamePlugin
from companion.errors import BoardError, LessonError, SilentGameError, failure
from companion.mirror.feed import MirrorFeed
from companion.plugins import GAMES, blamed, built_in, give_up, leave_out
from companion.ports import ButtonName, Matrix, latest
from companion.ui import destinations as to
from companion.ui.board.marks import BoardPicture
from companion.ui.lamps import Panel, Rgb, mounting_of
from companion.ui.stage import Stage
from companion.ui.widgets.background import Background
from companion.ui.widgets.events import EventReader, PointerDown, PointerUp, Resized
from companion.ui.widgets.fonts import Fonts
from companion.ui.widgets.waiting import Waiter
from companion.ui.widgets.window import Window
from companion.words.buttons import button_title
from companion.words.table import TABLE_TITLE, failed_text
from sim.table import SimTable, TablePanel

if TYPE_CHECKING:
    from companion.backends.service_manager import ServiceManager
    from companion.club.teller import ClubTeller

TURN_S: Final = 0.010
"""How long a turn of the loop takes while something goes on; input ends it sooner."""

FRAME_S = 1 / 60
"""Motion is drawn no more often than screens show it."""

STILL_S = 0.25
"""After this long without input, motion and work the program rests."""

REST_S = 0.5
"""While it rests time passes in steps of this length, or in those of the lamps' patterns.

Between them the loop sleeps, so that the processor of a Pi that waits for its players stays
cool.
"""

WIRE_S = 0.02
"""After this long the simulator's table has decoded what was sent to its lamps."""

SWITCH_S = 0.0005
"""How long a thread of Python keeps the others waiting.

Python's own 5 ms, several times in one frame, would make screen and lamps late.
"""

Clock = Callable[[], float]


def open_table(devices: Devices, panel: Panel) -> SimTable | None:
    """Return the table of the simulator, or None beside real devices."""
    if devices.simulated is None:
        return None
    labels = {name: button_title(name) for name in ButtonName}
    write = partial(_draw_text, Fonts())
    drawing = TablePanel(write, TABLE_TITLE(), labels, _places_of(panel))
    simulated = devices.simulated
    return SimTable(simulated.controller, simulated.pins, simulated.matrix, drawing)


def _places_of(panel: Panel) -> list[tuple[int, int]]:
    """Return column and row of each lamp of *panel*, in the order of its strip."""
    places = product(range(panel.width), range(panel.height))
    return sorted(places, key=lambda place: panel.pixel_of(*place))


def _draw_text(
    fonts: Fonts,
    surface: pygame.Surface,
    text: str,
    center: tuple[int, int],
    size: int,
    color: tuple[int, int, int],
    most_width: int,
) -> pygame.Rect:
    """Write on the simulated table, in the typeface of the screen."""
    fitted = fonts.fit(text, most_width, range(11, size + 1))
    picture = fonts.render(fitted.text, fitted.size_px, color)
    return surface.blit(picture, picture.get_rect(center=center))


def _shining(stage: Stage, table: SimTable, board: Board, picture: BoardPicture) -> Sequence[Rgb]:
    """Return the colors of the lamps under a board with this picture, if they are seen there.

    The lamps show what the scene does, whose marks the screen may leave out; other boards, as
    in a list, have none.
    """
    view = stage.view
    is_wanted = stage.config.screen.table_panel == ON_BOARD
    shown = view.picture, replace(view.picture, marks={})
    is_shown = view.board is board and picture in shown
    is_lit = is_wanted and is_shown
    return table.colors() if is_lit else ()


def _lamps_on_screen(stage: Stage) -> Sequence[int]:
    """Return the lamps under the board that is on screen, none where there is no board."""
    board = stage.view.board
    light = stage.lamps.light_for(board) if board is not None else None
    return light.lamps if light is not None else ()


class Program:
    """The running program: one main loop of input, update and drawing."""

    def __init__(
        self,
        stage: Stage,
        window: Window,
        devices: Devices,
        table: SimTable | None,
        clock: Clock,
        waiter: Waiter | None = None,
        phones: MirrorFeed | None = None,
        club: ClubTeller | None = None,
    ) -> None:
        sys.setswitchinterval(SWITCH_S)
        self.stage = stage
        self.window = window
        self.devices = devices
        self.table = table
        self.clock = clock
        self.waiter = waiter or Waiter()
        self.phones = phones
        self.club = club
        self._reader = EventReader()
        self._turned_at_s = self._drawn_at_s = self._busy_at_s = float("-inf")
        self._rest_s = (0.0, 0.0)
        self._opened = dict(window.left)
        self._sensors = stage.services.sensors
        self._matrix: Matrix | None = None
        if table is not None:
            table.watch(partial(_lamps_on_screen, stage))
            stage.shines = partial(_shining, stage, table)
            stage.services.window_options |= {"table_panel"}

    def tick(self) -> None:
        """Handle all input, let time pass, light the lamps, and draw when something changed.

        Where nothing has happened for a moment, time passes in larger steps; input never waits.
        A game from outside that fails is closed, and the program goes on without it.
        """
        try:
            self._turn_of_loop()
        except Exception as error:
            game = self.stage.scene.playing()
            plugin = blamed(error, game.name if game is not None else "")
            if plugin is not None:
                self.close_game(plugin, error)
            elif isinstance(error, BoardError | LessonError):
                self._leave_out(error)
            else:
                raise

    def close_game(self, plugin: GamePlugin, error: Exception) -> None:
        """Go on without the game that raised *error*; its moves are kept."""
        services = self.stage.services
        services.library.leave(plugin.game)
        services.tell(failed_text(plugin.game.name, failure(error, plugin.folder)))
        if isinstance(error, SilentGameError) or self.stage.scene.name == "start":
            # Else the start screen, which shows what was begun last, would wait for it again.
            give_up(plugin)
        self.stage.go(to.StartScreen())

    def _leave_out(self, error: BoardError | LessonError) -> None:
        """Go on without what is damaged: the lesson just left out, or games with no board."""
        library, games = self.stage.services.library, built_in()
        problems = {name: library.board_problem(plugin.game) for name, plugin in games.items()}
        unfit = {name: problem for name, problem in problems.items() if problem is not None}
        if isinstance(error, BoardError) and len(unfit) in (0, len(games)):
            raise error
        for name, problem in unfit.items():
            library.leave(games[name].game)
            leave_out(games[name], problem)
        self.stage.go(to.StartScreen())

    def _turn_of_loop(self) -> None:
        now_s = self._turned_at_s = self.clock()
        since_s, until_s = self._rest_s
        if since_s <= now_s < until_s and not self._is_roused(now_s):
            return
        self.stage.now_s = now_s
        has_input = self._take_input(now_s)
        self.stage.hold(latest(self._reader.held(), self.devices.buttons.held()))
        if self.stage.takes_hold_for_off():
            self.stage.go(to.SwitchOff())
        self.stage.update(now_s)
        self._follow_settings()
        matrix = self._sensors.matrix() if self._sensors is not None else None
        is_touched, self._matrix = matrix is not self._matrix, matrix
        if has_input or is_touched or self.stage.is_dirty or self.stage.is_busy():
            self._busy_at_s = now_s
        # Before drawing, which takes longer than all the rest together.
        has_sent, is_new = self.stage.show_lamps(), self.stage.is_dirty
        self._draw(now_s, has_sent)
        if self.phones is not None and is_new:
            self.phones.follow(self.stage)
        if self.club is not None and is_new:
            self.club.follow(self.stage)
        until_s = now_s
        if now_s - self._busy_at_s >= STILL_S:
            latest_s = now_s + (WIRE_S if has_sent and self.table is not None else REST_S)
            until_s = self.stage.lamps.next_change_s(now_s, latest_s)
            until_s = min(until_s, self.stage.scene.next_change_s(now_s))
        self._rest_s = (now_s, until_s)

    def _follow_settings(self) -> None:
        """Have the window as screen or keys have set it."""
        screen = self.stage.config.screen
        panel = self.table if screen.table_panel == BESIDE else None
        if self.window.follow(screen.rotation, panel, screen.fullscreen == "on"):
            self.stage.resize(self.window.screen_size)

    def keep_window(self) -> None:
        """Have the next start open a window as large as this one is left, unless it would."""
        sizes: dict[str, Any] = {
            "window_with_panel" if has_panel else "window": f"{width}x{height}"
            for has_panel, (width, height) in self.window.left.items()
            if self._opened.get(has_panel) != (width, height)
        }
        if kept := {name: text for name, text in sizes.items() if WINDOW.allows(text)}:
            self.stage.change(Settings(**kept))

    def sleep_s(self) -> float:
        """Return for how long nothing is to be done unless something happens."""
        now_s = self.clock()
        since_s, until_s = self._rest_s
        due_s = until_s if until_s > since_s else self._turned_at_s + TURN_S
        # A clock that goes back must not make it sleep longer.
        return min(max(due_s - now_s, 0.0), REST_S)

    def _is_roused(self, now_s: float) -> bool:
        """Return whether something has happened that a resting program looks at."""
        services = self.stage.services
        other, seats = services.other_table, services.phone_seats
        return (
            self._reader.has_news()
            or self.devices.buttons.has_news(now_s)
            or self.stage.is_dirty
            or (self._sensors is not None and self._sensors.matrix() is not self._matrix)
            or self._is_table_changed()
            or (other is not None and other.has_news())
            or (seats is not None and seats.has_news())
        )

    def _is_table_changed(self) -> bool:
        """Return whether the simulator's table, which is to be seen, looks different."""
        is_seen = self.stage.config.screen.table_panel != UNSEEN
        return self.table is not None and is_seen and self.table.is_changed()

    def _take_input(self, now_s: float) -> bool:
        """Hand on all events and presses; return whether there were any."""
        table, wants_text = self.table, self.stage.scene.wants_text
        beside = table if self.window.has_panel else None
        size, mounting = self.window.display_size, mounting_of(self.stage.config.screen)
        events = self._reader.read(now_s, size, wants_text, mounting)
        for event in events:
            if isinstance(event, PointerDown) and beside and beside.pointer_down(event.x, event.y):
                continue
            if isinstance(event, PointerUp) and table and table.pointer_up():
                continue
            if isinstance(event, Resized):
                self.window.resized()
                event = Resized(*self.window.screen_size)
            self.stage.handle(event)
        presses = self.devices.buttons.presses(now_s)
        for press in presses:
            self.stage.handle(press)
        return bool(events or presses)

    def _draw(self, now_s: float, has_sent: bool) -> None:
        table_changed = self._is_table_changed()
        if not (self.stage.is_dirty or table_changed):
            return
        if now_s - self._drawn_at_s < FRAME_S:
            return
        self._drawn_at_s = now_s
        if table_changed and not self.window.has_panel:
            # Its lamps shine through the board on screen.
            self.stage.is_dirty = True
        if has_sent:
            # Else it leaves in the middle of the drawing or after it.
            self.stage.services.leds.let_leave()
        self.draw()

    def settle(self) -> None:
        """Keep the collector from looking at what has been imported; see `gc.freeze`.

        Looking through it for garbage held the loop for some 60 ms, beside other work at a load
        of 4 on two cores.
        """
        gc.freeze()

    def draw(self) -> None:
        """Draw everything now."""
        if self.table is not None:
            # Before it is: a frame that arrives meanwhile, from another thread, is drawn next.
            self.table.note_drawn()
        if self.stage.is_dirty:
            self.stage.draw(self.window.screen, self.clock())
        self.window.draw_panel()
        self.window.flip()

    def run(self, manager: ServiceManager) -> None:
        """Run until the program is closed, and keep *manager* told that it does."""
        self.tick()
        manager.ready()
        self.settle()
        # Behind the first picture, so that the first touch does not wait for what it leads to,
        # nor the first hint for a process to start.
        Background("rest", lambda tell: self.load_rest(), quick_s=0)
        self.stage.services.engine.start()
        self.stage.services.tables.look()
        self.stage.sounds.start()
        self.stage.narrator.start()

        def goes_on() -> bool:
            manager.feed(self.clock())
            return not self.stage.is_closing

        self.run_while(goes_on)
        self.keep_window()

    def load_rest(self) -> None:
        """Load what the first picture did without: all scenes, and the rules of all games."""
        with suppress(ImportError):
            # Else the first finger would wait for it.
            import pygame._sdl2.touch  # noqa: F401
        self.stage.load_screens()
        list(GAMES.values())
        self.settle()

    def run_while(self, goes_on: Callable[[], bool]) -> None:
        """Turn as there is something to do while *goes_on*, which is asked before each turn."""
        while goes_on():
            self.waiter.wait(self.sleep_s())
            self.tick()

    def close(self) -> None:
        """Release devices, search and display, and write what is still to be written."""
        self.stage.services.tables.close()
        if self.stage.services.other_table is not None:
            self.stage.services.other_table.close()
        self.stage.services.engine.close()
        self.stage.narrator.close()
        self.stage.sounds.close()
        if self.phones is not None:
            self.phones.close()
        if self.club is not None:
            self.club.close()
        self.devices.close()
        self.stage.services.library.close()
        self.waiter.close()
        pygame.display.quit()
