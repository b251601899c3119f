"""A match on screen: where its board is, the pieces on it, its moves and ledges beside it."""

from __future__ import annotations

from companion.art.theme import Color
from companion.contract import Board, HalfMove, Side, Site
from companion.match.match import Match
from companion.ui.board.board_painter import BoardPainter
from companion.ui.board.marks import BoardPicture
from companion.ui.board.pictures import line_outlines, sizes_in_play
from companion.ui.context import UiContext
from companion.ui.panels.panels import draw_moves, draw_note, draw_off_board, note_h
from companion.ui.panels.racks import SideRacks, draw_formation, draw_racks
from companion.ui.view import View
from companion.ui.widgets.layout import Box, ScreenLayout
from companion.ui.widgets.pen import Pen
from companion.words.game_words import panel_row
from companion.words.table import rack_text
from companion.words.voice import Voice

FORMATION_DESIGN_PX = {(False, True): 32, (False, False): 12, (True, True): 30, (True, False): 30}
"""How much higher a panel with formations is: by portrait, and by the menu's button beside it."""

LARGE_FORMATION_DESIGN_PX, LARGE_ROWS_DESIGN_PX, LARGE_COUNTS_DESIGN_PX = 30, 48, 26
"""The same with large words: for formations with titles, two lines about each side, and three
lines of counts."""


class TableView:
    """The table of one match on the screen of *stage*.

    Attributes:
        may_have_bar: whether there is room for a bar by the board, for who wants one.
    """

    def __init__(self, stage: UiContext, match: Match) -> None:
        self.match = match
        self.may_have_bar = False
        self._stage = stage
        self._sizes = sizes_in_play(match.positions[0])

    def screen(self) -> ScreenLayout:
        """Return the places of the screen, with room for clocks and a bar where there are some."""
        stage = self._stage
        layout = stage.layout
        if self.match.clock is not None:
            layout = layout.with_clocks(is_turned=stage.is_turned(self.match))
        return layout.with_bar() if self.has_bar else layout

    @property
    def has_bar(self) -> bool:
        """Return whether there is a bar by the board, or may be in a moment."""
        return self.may_have_bar and self._stage.config.screen.evaluation

    def layout(self, *, has_menu: bool) -> ScreenLayout:
        """Return the places of everything; formations take more room than knocked pieces."""
        layout = self.screen()
        has_clocks = layout.clocks is not None
        if layout.is_large and layout.is_portrait and has_clocks:
            return layout
        if layout.is_large and not layout.is_portrait:
            return layout.with_head(self._large_head(has_menu=has_menu, has_clocks=has_clocks))
        if not self.has_formations:
            return layout
        return layout.with_head(FORMATION_DESIGN_PX[layout.is_portrait, has_menu])

    def _large_head(self, *, has_menu: bool, has_clocks: bool) -> int:
        """Return how much higher the panel beside a wide board is where it has large words."""
        if self.has_formations:
            return 0 if has_clocks else LARGE_FORMATION_DESIGN_PX
        if self.painter().pieces.kind.has_racks:
            return LARGE_COUNTS_DESIGN_PX
        has_rows = panel_row(self.match.half, 0) is not None
        return LARGE_ROWS_DESIGN_PX if has_rows and has_menu else 0

    @property
    def has_formations(self) -> bool:
        """Return whether the sizes in mixed towers are shown, as the game is won by them."""
        return self.match.game.has_formations

    @property
    def board(self) -> Board:
        """Return the board of the match."""
        return self.match.position.board

    def painter(self) -> BoardPainter:
        """Return what paints the board where it is now, the way round that was chosen."""
        stage = self._stage
        turned = stage.is_turned(self.match)
        return stage.painter(self.board, self.screen().board, turned, sizes=self._sizes)

    def site_at(self, x: float, y: float, candidates: frozenset[Site]) -> Site | None:
        """Return the site that a touch means, or None when it is not on the board."""
        if not self.screen().board.holds(x, y):
            return None
        return self.painter().geometry.px_to_site(x, y, candidates)

    def site_place(self, site: Site) -> tuple[int, int]:
        """Return where *site* is on screen, for scripts."""
        return self.painter().geometry.site_to_px(site)

    def side_color(self, side: Side) -> Color:
        """Return the color of the disc that stands for *side*."""
        return self._stage.theme.side_color(self.board, side)

    def standing(self, half: HalfMove | None = None) -> BoardPicture:
        """Return the pieces, without any mark but lines and the outlines of immune ones.

        They are those of *half*, or of the turn as far as it has come.
        """
        half = half or self.match.half
        lines = line_outlines(half.lines())
        return BoardPicture(
            half.pieces(),
            last_move=self.match.last_route,
            gone=self.match.last_gone,
            immune=half.immune(),
            outlines=lines,
        )

    def draw_board(self, pen: Pen, picture: BoardPicture, beside: SideRacks | None = None) -> None:
        """Draw *picture*, with *beside* in racks: else the pieces that were removed."""
        painter = self.painter()
        painter.paint(pen.surface, picture)
        if painter.pieces.kind.has_racks:
            voice = Voice(self.match.seats)
            off = beside or SideRacks(self.match.half.off_board(), rack_text, voice)
            draw_racks(pen, painter, self.screen().board, self.match, off)

    def draw_picture(self, pen: Pen, view: View) -> None:
        """Draw the board of *view*."""
        self.draw_board(pen, view.picture)

    def draw_panels(self, pen: Pen, view: View) -> None:
        """Draw ledges, moves, and the note of *view*."""
        layout, note = self.layout(has_menu=True), view.note
        needed = note_h(pen, layout.note.w, note) if note else 0
        layout = layout.with_note(needed, may_shrink=not note)
        self.draw_ledges(pen, has_menu=True)
        draw_moves(pen, layout.moves, self.match)
        draw_note(pen, layout.note, note, view.is_alarming)

    def draw_ledges(self, pen: Pen, *, has_menu: bool) -> None:
        """Draw the pieces off the board; also the formations where the game is won by them."""
        self.draw_ledge(pen, self.ledge_box(has_menu=has_menu))

    def draw_ledge(self, pen: Pen, box: Box) -> None:
        """Draw the same in *box*."""
        draw = draw_formation if self.has_formations else draw_off_board
        draw(pen, box, self.match, self.painter().pieces, Voice(self.match.seats))

    def ledge_box(self, *, has_menu: bool) -> Box:
        """Return the place of the pieces off the board; without a menu's button it is wider."""
        layout = self.layout(has_menu=has_menu)
        if has_menu:
            return layout.off_board
        return layout.off_board._replace(w=layout.menu.right - layout.off_board.x)
