"""What every scene with a board has: the board's place, the picture on it, and touches on it."""

from __future__ import annotations

from companion.contract import Board, Side, Site
from companion.match.match import Match
from companion.ui.board_painter import BoardPainter
from companion.ui.layout import Box, ScreenLayout
from companion.ui.marks import BoardPicture
from companion.ui.pen import Pen
from companion.ui.pictures import line_outlines, sizes_in_play
from companion.ui.scene import Scene
from companion.ui.scenes.formation_panel import draw_formation
from companion.ui.scenes.panels import draw_moves, draw_note, draw_off_board
from companion.ui.scenes.racks import draw_racks
from companion.ui.theme import Color
from companion.words.table import rack_text

FORMATION_DESIGN_PX = {(False, True): 32, (False, False): 12, (True, True): 44, (True, False): 0}
"""How much higher a panel with formations is: by portrait, and by the menu's button beside it."""


class TableScene(Scene):
    """A scene that shows a match on its board, its moves and its ledges beside it."""

    def __init__(self, stage: object, match: Match) -> None:
        super().__init__(stage)  # type: ignore[arg-type]
        self.match = match
        self._sizes = sizes_in_play(match.positions[0])

    @property
    def layout(self) -> ScreenLayout:
        """Return the places of everything; formations take more room than knocked pieces."""
        layout = self.stage.layout
        if not self.has_formations():
            return layout
        return layout.with_head(FORMATION_DESIGN_PX[layout.is_portrait, self.has_menu()])

    def has_formations(self) -> bool:
        """Return whether the sizes in mixed towers are shown, as the game is won by them."""
        return self.match.game.has_formations

    def board(self) -> Board:
        """Return the board of the match."""
        return self.match.position.board

    def painter(self) -> BoardPainter:
        """Return what paints the board where it is now, the way round that was chosen."""
        stage = self.stage
        turned = stage.is_turned(self.match)
        return stage.painter(self.board(), stage.layout.board, turned, sizes=self._sizes)

    def site_at(self, x: float, y: float, candidates: frozenset[Site]) -> Site | None:
        """Return the site that a touch means, or None when it is not on the board."""
        if not self.stage.layout.board.holds(x, y):
            return None
        return self.painter().geometry.px_to_site(x, y, candidates)

    def site_place(self, site: Site) -> tuple[int, int]:
        """Return where *site* is on screen, for scripts."""
        x, y = self.painter().geometry.site_to_px(site)
        return round(x), round(y)

    def side_color(self, side: Side) -> Color:
        """Return the color of the disc that stands for *side*."""
        return self.stage.theme.side_color(self.match.position.board, side)

    def picture(self, now_s: float) -> BoardPicture:
        """Return the pieces, without any mark but lines and the outlines of immune ones."""
        half, lines = self.match.half, line_outlines(self.match.half.lines())
        return BoardPicture(
            half.pieces(), last_move=self.match.last_route, immune=half.immune(), outlines=lines
        )

    def draw(self, pen: Pen) -> None:
        """Draw the board and the panels beside it."""
        painter = self.painter()
        painter.paint(pen.surface, self.picture(self.stage.now_s))
        if painter.pieces.kind.has_racks:
            self.draw_racks(pen, painter)
        self.draw_panels(pen)

    def draw_racks(self, pen: Pen, painter: BoardPainter) -> None:
        """Draw the pieces that were removed, in racks beside the board."""
        off = self.match.half.off_board()
        draw_racks(pen, painter, self.stage.layout.board, self.match, off, rack_text)

    def draw_panels(self, pen: Pen) -> None:
        """Draw ledges, moves and note."""
        layout = self.layout
        self.draw_ledges(pen)
        draw_moves(pen, layout.moves, self.match)
        draw_note(pen, layout.note, self.note(), self.is_note_alarming())

    def draw_ledges(self, pen: Pen) -> None:
        """Draw the pieces off the board; also the formations where the game is won by them."""
        draw = draw_formation if self.has_formations() else draw_off_board
        draw(pen, self.ledge_box(), self.match, self.painter().pieces)

    def ledge_box(self) -> Box:
        """Return the place of the pieces off the board; without a menu's button it is wider."""
        layout = self.layout
        if self.has_menu():
            return layout.off_board
        return layout.off_board._replace(w=layout.menu.right - layout.off_board.x)

    def is_note_alarming(self) -> bool:
        """Return whether the note tells of something refused."""
        return False
