"""What every scene with a board has: the board's place, the picture on it, and touches on it."""

from __future__ import annotations

from companion.games.board import Board, Site
from companion.games.contract import Placement, Side
from companion.match.match import Match
from companion.ui.board_painter import BoardPainter
from companion.ui.layout import Box
from companion.ui.marks import BoardPicture
from companion.ui.pen import Pen
from companion.ui.scene import Scene
from companion.ui.scenes.panels import draw_moves, draw_note, draw_off_board
from companion.ui.theme import Color


class TableScene(Scene):
    """A scene that shows a match on its board, its moves and its ledges beside it."""

    def __init__(self, stage: object, match: Match) -> None:
        super().__init__(stage)  # type: ignore[arg-type]
        self.match = match

    def board(self) -> Board:
        """Return the board of the match."""
        return self.match.position.board

    def painter(self) -> BoardPainter:
        """Return what paints the board where it is now, the way round that was chosen."""
        stage = self.stage
        return stage.painter(self.board(), stage.layout.board, stage.is_turned(self.match))

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

    def placement(self) -> Placement:
        """Return the pieces that stand now."""
        return self.match.half.pieces()

    def picture(self, now_s: float) -> BoardPicture:
        """Return the pieces, without any mark."""
        return BoardPicture(placement=self.placement(), last_move=self.match.last_route)

    def draw(self, pen: Pen) -> None:
        """Draw the board and the panels beside it."""
        self.painter().paint(pen.surface, self.picture(self.stage.now_s))
        self.draw_panels(pen)

    def draw_panels(self, pen: Pen) -> None:
        """Draw ledges, moves and note."""
        layout = self.stage.layout
        draw_off_board(pen, self.ledge_box(), self.match, self.painter().pieces)
        draw_moves(pen, layout.moves, self.match)
        draw_note(pen, layout.note, self.note(), self.is_note_alarming())

    def ledge_box(self) -> Box:
        """Return the place of the pieces off the board; without a menu's button it is wider."""
        layout = self.stage.layout
        if self.has_menu():
            return layout.off_board
        return layout.off_board._replace(w=layout.menu.right - layout.off_board.x)

    def is_note_alarming(self) -> bool:
        """Return whether the note tells of something refused."""
        return False
