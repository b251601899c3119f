"""The rules of a game to be read on the device: pages, each with the picture of its example."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from companion.art.marks import Mark
from companion.contract import (
    Board,
    Fact,
    Game,
    Move,
    Options,
    Position,
    Site,
    removed_sites,
    sites_among,
)
from companion.contract.codes import Does
from companion.plugins import GAMES
from companion.ports import ButtonName, Press, Previous
from companion.ui import destinations as to
from companion.ui.board.marks import Arrow, BoardPicture, Outline, OutlineKind
from companion.ui.board.pictures import is_harmful, move_arrows
from companion.ui.context import UiContext
from companion.ui.panels.panels import draw_note
from companion.ui.scene import Scene, is_back, opens_menu
from companion.ui.scenes.menu import Choice, MenuScene
from companion.ui.targets import TouchTarget
from companion.ui.view import NOTHING, Labels, View
from companion.ui.widgets.fonts import Fonts
from companion.ui.widgets.layout import Box
from companion.ui.widgets.list_view import ListView
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words import buttons
from companion.words import lessons as words
from companion.words.game_words import game_line, game_title
from companion.words.names import Example, Page, Paragraph
from companion.words.pages import pages_to_show
from companion.words.voice import sentences


def example_picture(game: Game, example: Example) -> tuple[Board, BoardPicture]:
    """Return the board of *example* of *game*, and on it position, moves and what is crossed out.

    Raises:
        CompanionError: the example is no position of the game, or a move is not legal there.
    """
    position = game.from_text(example.position, example.board)
    board = position.board
    marks: dict[Site, set[Mark]] = {}
    arrows: list[Arrow] = []
    outlines = [Outline(tuple(sorted(board.areas[a])), OutlineKind.AREA) for a in example.areas]
    for text in example.moves:
        move = position.parse(text)
        facts = position.explain(move)
        chains = _chains(position, facts)
        # The touches that remove a chain are its ends: nothing goes from one to the other.
        legs = [] if chains else move_arrows(position.half_move(move))
        for leg in legs:
            if leg.end in move.touches:
                mark = Mark.CAPTURE if leg.is_harmful else Mark.TARGET
                marks.setdefault(leg.end, set()).add(mark)
        arrows += legs
        outlines += chains
        for site, mark in _touched(move, facts):
            marks.setdefault(site, set()).add(mark)
    for refused in example.refused:
        marks.setdefault(board.site_of(refused.site), set()).add(Mark.ERROR)
    frozen = {site: frozenset(kinds) for site, kinds in marks.items()}
    picture = BoardPicture(
        position.pieces(),
        frozen,
        arrows=tuple(arrows),
        immune=position.immune(),
        outlines=tuple(outlines),
    )
    return board, picture


def _touched(move: Move, facts: tuple[Fact, ...]) -> list[tuple[Site, Mark]]:
    """Return the marks of what *move* places or removes without a piece that goes anywhere."""
    sites = sites_among(move.touches)
    removed = removed_sites(facts)
    if len(removed) > 1:
        return [(site, Mark.REMOVE) for site in removed]
    if len(sites) != 1:
        return []
    return [(sites[0], Mark.REMOVE if is_harmful(facts) else Mark.PLACE)]


def _chains(position: Position, facts: tuple[Fact, ...]) -> list[Outline]:
    """Return the chains that *facts* tell of, around the tiles as they lie before the move."""
    where = {
        piece.value: site
        for site, pieces in position.pieces().items()
        for piece in pieces
        if piece.side == position.side
    }
    chains = [fact.values[0] for fact in facts if fact.code == Does.CHAIN]
    return [
        Outline(tuple(where[number] for number in numbers), OutlineKind.CHAIN)
        for numbers in chains
        if isinstance(numbers, tuple)
    ]


TEXT_SIZE = 17
TITLE_SIZE = 21
TITLE_H = 34
CAPTION_H = 64
BAR_W = 10
PICTURE_PART = 0.54
"""Of the height between banner and buttons, where the picture stands over the text."""

SWIPE = 70
"""A finger that moves this far sideways, in pixels of the design, turns the page."""

WHEEL_STEPS = 5
"""A notch of the wheel scrolls so many steps of a list, which are half lines here."""

HALF_LINES = 2
"""Places are counted in half lines, so that the gap between paragraphs can be one of them."""


class ChooseRulesScene(MenuScene):
    """All games, to read the rules of one of them."""

    name = "choose rules"
    heading = words.RULES_OF_WHICH

    def make_choices(self) -> list[Choice]:
        return [
            Choice(
                game_title(game.name), partial(self._read, game), game_line(game.name),
                verb=buttons.READ(),
            )
            for game in GAMES.values()
        ]  # fmt: skip

    def pictured(self) -> Position:
        game = list(GAMES.values())[self.list.selected or 0]
        return self.stage.services.library.first_position(game)

    def _read(self, game: Game) -> None:
        board = self.stage.services.library.first_position(game).board
        self.stage.go(to.Rules(game, game.complete(None), board))


class Row(NamedTuple):
    """One line of text; *at* is its top in half lines."""

    text: str
    at: int
    is_bold: bool
    is_aside: bool


def page_rows(
    fonts: Fonts, paragraphs: Sequence[Paragraph], width: float, size_px: int
) -> list[Row]:
    """Return *paragraphs* as lines of at most *width* pixels, half a line between two of them."""
    rows: list[Row] = []
    at = 0
    for number, (text, heading, is_aside) in enumerate(paragraphs):
        at += 1 if number and not is_aside else 0
        lines = [(heading, True)] if heading else []
        lines += [(line, False) for line in fonts.lines(text, width, size_px) if text]
        for line, is_bold in lines:
            rows.append(Row(line, at, is_bold, is_aside))
            at += HALF_LINES
    return rows


def draw_rows(pen: Pen, rows: Sequence[Row], view: ListView) -> None:
    """Draw the *rows* of a page as far as *view* is scrolled."""
    size_px = pen.layout.text_px(TEXT_SIZE)
    for row in rows:
        color = pen.theme.color("muted" if row.is_aside else "text")
        y = view.box.y + row.at * view.entry_h - round(view.scroll)
        picture = pen.fonts.render(row.text, size_px, color, row.is_bold)
        pen.surface.blit(picture, (view.box.x, y))


class RulesScene(Scene):
    """One page after the other; Confirm, Next and Back turn them, and so does a finger.

    Hint closes them from any page, Confirm from the last.
    """

    name = "rules"
    keeps_lamps = True

    def __init__(self, stage: UiContext, game: Game, options: Options, board: Board) -> None:
        super().__init__(stage)
        self.game = game
        self.pages = pages_to_show(game, options, board)
        self.at = 0
        self.view = ListView(Box(0, 0, 1, 1), 1, 0)
        self._rows: list[Row] = []
        self._example = example_picture(game, self.page.example)
        self.swiped_from: tuple[float, float] | None = None

    @property
    def page(self) -> Page:
        """Return the page that is shown."""
        return self.pages[self.at]

    @property
    def has_more(self) -> bool:
        """Return whether there is text below what is in view."""
        return self.view.scroll < self.view.most_scroll

    # Layout

    def text_box(self) -> Box:
        """Return where the panel of the text is."""
        layout = self.stage.layout
        if not layout.is_portrait:
            (x, right), y = layout.list_span, layout.info.y
            return Box(x, y, right - x, layout.buttons[0].bottom - y)
        above = self.picture_box().bottom + layout.info.x
        bottom = layout.buttons[0].y - layout.info.x
        return Box(layout.info.x, above, layout.info.w, bottom - above)

    def picture_box(self) -> Box:
        """Return where the picture is."""
        layout = self.stage.layout
        if not layout.is_portrait:
            return layout.info
        x, y = layout.info.x, layout.banner.bottom + layout.info.x
        return Box(x, y, layout.info.w, round((layout.buttons[0].y - y) * PICTURE_PART))

    def caption_box(self) -> Box:
        """Return where it is told what the picture shows."""
        box, layout = self.text_box(), self.stage.layout
        h, edge = layout.text_px(CAPTION_H), layout.px(8)
        return Box(box.x + edge, box.bottom - edge - h, box.w - 2 * edge, h)

    def lay_out(self) -> None:
        """Break the page into the lines of the layout."""
        layout, fonts = self.stage.layout, self.stage.fonts
        inner = self.text_box().inset(layout.px(16), layout.px(12))
        bottom = self.caption_box().y - layout.px(6) if self.note() else inner.bottom
        title_h = layout.text_px(TITLE_H)
        size_px = layout.text_px(TEXT_SIZE)
        box = Box(inner.x, inner.y + title_h, inner.w, max(1, bottom - inner.y - title_h))
        # Beside the bar, where there is one.
        for width in (inner.w, inner.w - layout.px(BAR_W)):
            self._rows = page_rows(fonts, self.page.paragraphs, width, size_px)
            self.view.count = self._rows[-1].at + HALF_LINES if self._rows else 0
            self.view.place(box, -(-fonts.line_px(size_px) // HALF_LINES))
            if self.view.most_scroll == 0:
                break

    def _turn(self, by: int) -> None:
        """Go to the page *by* pages on, if there is one."""
        at = min(max(self.at + by, 0), len(self.pages) - 1)
        if at != self.at:
            self.at = at
            self.view.scroll = 0.0
            self._example = example_picture(self.game, self.page.example)
            self.lay_out()

    # What it says

    def banner(self) -> Banner:
        """Return which page of which game it is, and how to go on."""
        is_last = self.at == len(self.pages) - 1
        what = words.CONFIRM_CLOSES() if is_last else words.CONFIRM_TURNS()
        if self.has_more:
            what = words.CONFIRM_READS_ON()
        return Banner(
            words.PAGE(
                game=game_title(self.game.name),
                number=self.at + 1,
                count=len(self.pages),
                what=what,
            )
        )

    def labels(self) -> Labels:
        """Return what the buttons do: turn the pages, leave."""
        back = ButtonLabel(buttons.PAGE_BEFORE() if self.at else buttons.GO_BACK())
        close = buttons.CLOSE()
        if self._is_read:
            return back, NOTHING, NOTHING, ButtonLabel(close, True)
        on = buttons.READ_ON() if self.has_more else buttons.NEXT_PAGE()
        return back, ButtonLabel(on), ButtonLabel(close), ButtonLabel(on, True)

    @property
    def _is_read(self) -> bool:
        """Return whether there is nothing more to read."""
        return not self.has_more and self.at == len(self.pages) - 1

    def note(self) -> str:
        return self.page.example.caption

    def show(self) -> View:
        """Return the page; all of it is said."""
        parts = [(part.heading, part.text) for part in self.page.paragraphs]
        pointed = sentences([self.page.title, *(text for part in parts for text in part)])
        return super().show()._replace(pointed=pointed)

    def draw(self, pen: Pen, view: View) -> None:
        """Draw the page and its picture."""
        pen.panel(self.text_box())
        box = self.view.box
        title_y = box.y - pen.layout.text_px(TITLE_H) // 2 - pen.layout.px(2)
        pen.text(self.page.title, (box.x, title_y), TITLE_SIZE, width=box.w, is_bold=True)
        with pen.scrolled(self.view):
            draw_rows(pen, self._rows, self.view)
        board, picture = self._example
        self.stage.painter(board, self.picture_box()).paint(pen.surface, picture)
        draw_note(pen, self.caption_box(), view.note, False)

    # How it is read

    def on(self, event: Press | Previous) -> None:
        """Turn the page, or leave."""
        if isinstance(event, Previous):
            self._turn(-1)
            return
        if opens_menu(event):
            return
        is_end = event.button is ButtonName.CONFIRM and self._is_read
        if is_back(event) and self.at:
            self._turn(-1)
        elif is_back(event) or event.button is ButtonName.HINT or is_end:
            self.stage.pop()
        else:
            self._read_on()

    def _read_on(self) -> None:
        if self.has_more:
            # A line of what was read stays in view.
            self.view.scroll_by(self.view.box.h - HALF_LINES * self.view.entry_h)
        else:
            self._turn(1)

    def targets(self) -> tuple[TouchTarget, ...]:
        return (_PageTarget(self),)

    def turn_by(self, x: float, y: float) -> None:
        """Turn the page after a swipe by so much to the side."""
        if abs(x) >= self.stage.layout.px(SWIPE) and abs(x) > 2 * abs(y):
            self._turn(-1 if x > 0 else 1)

    def wheel(self, notches: int) -> None:
        """Scroll a long page, turn a short one."""
        if self.view.most_scroll > 0:
            self.view.wheel(WHEEL_STEPS * notches)
        else:
            self._turn(-1 if notches > 0 else 1)


class _PageTarget(TouchTarget):
    """The whole screen: a finger scrolls the page of *scene*, or turns it."""

    def __init__(self, scene: RulesScene) -> None:
        self._scene = scene

    def down(self, x: float, y: float) -> bool:
        self._scene.swiped_from = (x, y)
        self._scene.view.pointer_down(x, y)
        return True

    def move(self, x: float, y: float) -> None:
        self._scene.view.pointer_move(x, y)

    def up(self, x: float, y: float) -> None:
        down, self._scene.swiped_from = self._scene.swiped_from, None
        self._scene.view.pointer_up(x, y)
        if down is not None:
            self._scene.turn_by(x - down[0], y - down[1])

    def wheel(self, notches: int) -> None:
        self._scene.wheel(notches)
