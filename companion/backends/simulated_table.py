"""The simulator's table beside the screen: where its lamps are, and how it writes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product

import pygame

from companion.backends.devices import Devices
from companion.config.values import ON_BOARD
from companion.contract import Board
from companion.ports import ButtonName
from companion.ui.board.marks import BoardPicture
from companion.ui.lamps import Panel, Rgb
from companion.ui.stage import Stage
from companion.ui.widgets.fonts import Fonts
from companion.words.buttons import button_title
from companion.words.table import TABLE_TITLE
from sim.table import SimTable, TablePanel


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


def open_table(devices: Devices, panel: Panel) -> SimTable | None:
    """Return the table of the simulator, or None beside real devices."""
    if devices.simulated is None:
        return None
    labels = {name: button_title(name) for name in ButtonName}
    write = partial(_draw_text, Fonts())
    drawing = TablePanel(write, TABLE_TITLE(), labels, _places_of(panel))
    return SimTable(*devices.simulated, drawing)


def put_on(stage: Stage, table: SimTable) -> None:
    """Have *table* show the board that is on *stage*, and its lamps shine through there."""
    table.watch(partial(_lamps_on_screen, stage))
    stage.shines = partial(_shining, stage, table)
    stage.services.window_options |= {"table_panel"}


def _shining(stage: Stage, table: SimTable, board: Board, picture: BoardPicture) -> Sequence[Rgb]:
    """Return the colors of the lamps under a board with this picture, if they are seen there.

    The lamps show what the scene does; other boards, as in a list, have none.
    """
    view = stage.view
    is_wanted = stage.config.screen.table_panel == ON_BOARD
    is_lit = is_wanted and view.board is board and view.picture == picture
    return table.colors() if is_lit else ()


def _lamps_on_screen(stage: Stage) -> Sequence[int]:
    """Return the lamps under the board that is on screen, none where there is no board."""
    board = stage.view.board
    light = stage.lamps.light_for(board) if board is not None else None
    return light.lamps if light is not None else ()
