"""The sensors under the board that is on screen: which of its sites are occupied, settled."""

from __future__ import annotations

from companion.config.values import SensorConfig
from companion.contract import Board, Site
from companion.errors import BoardError
from companion.ports import Sensors
from companion.table.sensed import SETTLE_S, SensorDebouncer
from companion.ui.lamps import Panel, grid_of


class Sensing:
    """Turns columns and rows of the matrix into sites.

    Attributes:
        problem: why the sensors under the present board cannot be used, or an empty text.
    """

    def __init__(self, sensors: Sensors | None, config: SensorConfig) -> None:
        self.problem = ""
        self._sensors = sensors
        self._config = config
        self._sites: tuple[Board, tuple[int, int], dict[tuple[int, int], Site]] | None = None
        self._settling: SensorDebouncer | None = None
        self._first: tuple[frozenset[Site], float] | None = None

    @property
    def occupied(self) -> frozenset[Site] | None:
        """Return where something stands on the board, or None while that is not known."""
        return self._settling.occupied if self._settling is not None else None

    def update(self, board: Board | None, now_s: float) -> None:
        """Look at the sensors under *board*, the one on screen."""
        raw = self._raw(board) if board is not None else None
        if raw is None:
            self._forget()
        elif self._settling is not None:
            self._settling.update(raw, now_s)
        else:
            self._begin(raw, now_s)

    def _begin(self, raw: frozenset[Site], now_s: float) -> None:
        """Wait until all is still: a controller that has just started tells row after row."""
        if self._first is None or self._first[0] != raw:
            self._first = (raw, now_s)
        elif now_s - self._first[1] >= SETTLE_S:
            self._settling = SensorDebouncer(raw, now_s)

    def _forget(self) -> None:
        self._settling = self._first = None

    def _raw(self, board: Board) -> frozenset[Site] | None:
        is_on = self._sensors is not None and self._config.board == "auto"
        matrix = self._sensors.matrix() if self._sensors is not None and is_on else None
        if matrix is None:
            self.problem = ""
            return None
        if self._sites is None or self._sites[0] is not board or self._sites[1] != matrix.size:
            self._forget()
            self._sites = (board, matrix.size, self._make_sites(board, matrix.size))
        sites = self._sites[2]
        if not sites:
            return None
        return frozenset(sites[place] for place in matrix.occupied if place in sites)

    def _make_sites(self, board: Board, size: tuple[int, int]) -> dict[tuple[int, int], Site]:
        self.problem = ""
        try:
            return sensor_map(board, size, self._config)
        except BoardError as error:
            self.problem = error.message
            return {}


def sensor_map(
    board: Board, size: tuple[int, int], config: SensorConfig
) -> dict[tuple[int, int], Site]:
    """Return the site over each column and row of a matrix of *size* that has one.

    Where the configuration does not list the columns and rows of *board*, its dots lie
    over the matrix as they do over an LED panel of the same size.

    Raises:
        BoardError: the board has more files or ranks than the matrix columns and rows, or
            the configuration names a column or row that the matrix has not.
    """
    listed = config.boards.get(board.name)
    if listed is None:
        width, height = size if config.columns == "files" else (size[1], size[0])
        grid = grid_of(board, Panel(width, height))
        places = {}
        for site, place in enumerate(board.places):
            column, row = grid.at(place)
            if config.first_corner.endswith("right"):
                column = width - 1 - column
            if config.first_corner.startswith("far"):
                row = height - 1 - row
            places[(column, row) if config.columns == "files" else (row, column)] = site
        return places
    if (len(listed.columns), len(listed.rows)) != (board.files, board.ranks):
        raise BoardError(
            "sensors.{board}: expected {files} columns and {ranks} rows "
            "for this board, got {columns} and {rows}",
            board=board.name,
            files=board.files,
            ranks=board.ranks,
            columns=len(listed.columns),
            rows=len(listed.rows),
        )
    for name, numbers, limit in (
        ("columns", listed.columns, size[0]),
        ("rows", listed.rows, size[1]),
    ):
        if max(numbers) >= limit:
            raise BoardError(
                "sensors.{board}.{name}: expected numbers of 0 to {limit} for this "
                "matrix, got {most!r}",
                board=board.name,
                name=name,
                limit=limit - 1,
                most=max(numbers),
            )
    return {
        (listed.columns[file], listed.rows[rank]): site
        for site, (file, rank) in enumerate(board.places)
    }
