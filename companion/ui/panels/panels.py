"""The panels beside the board: the pieces off it, the moves so far, the note."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from companion.contract import HalfMove, Piece, Side, sites_among
from companion.match.match import Match
from companion.ui.board.marks import look_of
from companion.ui.board.pictures import is_harmful
from companion.ui.board.piece_pictures import PiecePictures
from companion.ui.panels.racks import Racked, draw_counts, numbers_of
from companion.ui.widgets.fonts import ELLIPSIS
from companion.ui.widgets.layout import Box, ScreenLayout
from companion.ui.widgets.pen import Pen, draw_swatch, swatch_w
from companion.words.game_words import off_board_title, panel_row
from companion.words.names import PanelRow
from companion.words.phrases import short_move
from companion.words.translate import Phrase
from companion.words.voice import Tag, Voice, tag_of

MOVES = Phrase("Moves")
"""The heading over those of the match so far."""

SENTENCE_END = re.compile(r"[.!?](?=\s)")

LEAST_BOARD_PX = 60
"""A picture of a board over large text is no smaller."""

LINE_DESIGN_PX = 28
PORTRAIT_LINE_PX = 32

ROW_TEXT, NAMED_ROW_TEXT, LEAST_ROW_TEXT = 16, 14, 12
"""The size of the words of the panel where they have room, where a name is shortened for them,
and where they have least."""

ROW_SLACK = 2
"""So much may a line of large words be higher than its row: letters leave more free."""

LEAST_NAME = 3
"""So many letters of a name are left at least."""

TOLD_PART = 0.77
"""How much of a line of the panel its words take."""

MOST_JOINED_CHARACTERS = 18
"""Of plies of one side on one line: more would not fit its column."""


NOTE: Final = 16
"""The size of a note's letters: the same from turn to turn, so all but the longest have room."""


class MoveLine(NamedTuple):
    """One line of the move list: the number of its first ply, and what each side did in it."""

    number: int
    texts: tuple[str, str]


def draw_off_board(pen: Pen, box: Box, match: Racked, pieces: PiecePictures, voice: Voice) -> None:
    """Draw which pieces of each side are off the board, every size in its place.

    Where the game draws a panel of its own it is that; where they lie in racks beside
    the board, what is counted.  The *voice* calls the players.
    """
    ledge = look_of(match.game.name).ledge
    if not box.h:
        return
    if ledge is not None:
        ledge(pen, box, match.half, voice)
        return
    pen.panel(box)
    if pieces.kind.has_racks:
        draw_counts(pen, box, match)
        return
    if panel_row(match.half, 0) is not None:
        _draw_rows(pen, box, match, pieces, voice)
        return
    pad = pen.layout.px(8)
    title_h = pen.layout.row_px(17, 14)
    title = off_board_title(match.game.name)
    pen.text(title, (box.x + pad, box.y + pad + title_h // 2), 14, "muted", box.w - 2 * pad)
    # The second name must not touch the first side's last piece.
    half = (box.w - 3 * pad) // 2
    rest = Box(box.x + pad, box.y + pad + title_h, half, box.h - title_h - 2 * pad)
    for column, side in enumerate((1, 0)):
        place = rest._replace(x=rest.x + column * (half + pad))
        _draw_side(pen, place, match, side, pieces, tag_of(voice, side, match.game.name))


def _draw_rows(pen: Pen, box: Box, match: Racked, pieces: PiecePictures, voice: Voice) -> None:
    """Draw a line of words for each side, the pieces that it tells of at its end.

    Before a name is a disc of its color; a name leaves the words their room.
    """
    inner = box.inset(pen.layout.px(8), pen.layout.px(5))
    row_h = inner.h // 2
    tags = {side: tag_of(voice, side, match.game.name) for side in (1, 0)}
    aside = swatch_w(pen, ROW_TEXT) if any(tag.is_name for tag in tags.values()) else 0
    room = _row_boxes(pen, inner)[0].w - aside
    rows = {side: _fitting_row(pen, match.half, side, tag, room) for side, tag in tags.items()}
    size = _common_size(pen, [row.text for row in rows.values() if row is not None], room)
    for number, (side, row) in enumerate(rows.items()):
        if row is None:
            continue
        place = inner._replace(y=inner.y + number * row_h, h=row_h)
        title, beside = _row_boxes(pen, place)
        told = title._replace(x=title.x + aside, w=title.w - aside)
        if pen.layout.is_large and pen.text_h(row.text, told.w) > row_h + pen.layout.px(ROW_SLACK):
            told = place._replace(x=told.x, w=place.w - aside)
        if pen.layout.is_large and pen.text_h(row.text, told.w) > row_h + pen.layout.px(ROW_SLACK):
            # The pieces alone tell it.
            _draw_pieces(pen, beside, beside.x, match, row.owner, pieces)
            continue
        if tags[side].is_name:
            color = pen.theme.side_color(match.half.position.board, side)
            draw_swatch(pen, (place.x, place.center[1]), ROW_TEXT, color)
        if pen.layout.is_large:
            pen.paragraph(row.text, told, 0)
        else:
            pen.text(row.text, (told.x, told.center[1]), size, "text", told.w, True)
        # Words are worth more than a picture of the same.
        if told.right <= beside.x:
            _draw_pieces(pen, beside, beside.x, match, row.owner, pieces)


def _row_boxes(pen: Pen, row: Box) -> tuple[Box, Box]:
    """Return the places of the words and of the pieces of a *row*, side by side."""
    told_w = round(row.w * TOLD_PART)
    title = row._replace(w=told_w - pen.layout.px(4))
    return title, row._replace(x=row.x + told_w, w=row.w - told_w)


def _fitting_row(pen: Pen, half: HalfMove, side: Side, tag: Tag, room: int) -> PanelRow | None:
    """Return what the panel says of *side*, in *room* pixels: a name is shortened for that."""
    row, name = panel_row(half, side, tag.text), tag.text.rstrip(ELLIPSIS)
    size_px = pen.layout.text_px(NAMED_ROW_TEXT)
    # Large letters have two lines.
    most = 2 * room if pen.layout.is_large else room
    while row is not None and tag.is_name and len(name) > LEAST_NAME:
        if pen.fonts.width_px(row.text, size_px, True) <= most:
            break
        name = name[:-1].rstrip()
        row = panel_row(half, side, f"{name}{ELLIPSIS}")
    return row


def _common_size(pen: Pen, texts: Sequence[str], room: int) -> int:
    """Return the largest size in which each of *texts* takes *room* pixels at most, or the
    least.
    """
    for size in range(ROW_TEXT, LEAST_ROW_TEXT, -1):
        size_px = pen.layout.text_px(size)
        if all(pen.fonts.width_px(text, size_px, True) <= room for text in texts):
            return size
    return LEAST_ROW_TEXT


def _draw_side(
    pen: Pen, box: Box, match: Racked, side: Side, pieces: PiecePictures, tag: Tag
) -> None:
    """Draw who plays *side* and the pieces that are off: they show its color as well."""
    name = pen.text(tag.text, (box.x, box.center[1]), 16, "text", box.w * 0.4, True)
    x = max(name.right, box.x + round(box.w * 0.36)) + pen.layout.px(6)
    _draw_pieces(pen, box, x, match, side, pieces)


def _draw_pieces(
    pen: Pen, box: Box, x: int, match: Racked, side: Side, pieces: PiecePictures
) -> None:
    """Draw the sizes of *side* in *box* from *x* on, each as it is off the board or not."""
    off = Counter(match.half.off_board())
    values, y = numbers_of(match)[::-1], box.center[1]
    cell = max(1, (box.right - x) // max(2, len(values)))
    largest = min(box.h * 0.43, cell * 0.44)
    for value in values:
        radius = largest * (0.45 + 0.55 * value / max(values))
        count = off[Piece(side, value)]
        center = (x + cell / 2, y)
        if not count:
            pieces.draw_missing(pen.surface, center, radius)
        elif count == 1:
            pieces.draw_piece(pen.surface, center, radius, Piece(side, value))
        else:
            pieces.draw_plain(pen.surface, center, radius, Piece(side, value))
            role = pieces.number_role(side)
            pen.text(str(count), center, 15, role, 2 * radius, True, "center")
        x += cell


def move_lines(match: Match) -> list[MoveLine]:
    """Return the committed plies and the begun one, two columns a line, the mover first.

    Plies are counted as everywhere else: the numbers of lines are 1, 3, 5 where sides alternate.
    A side that plays on, after a huff or a placement, has both plies in its
    column, or on a line of its own where they take more room.
    """
    first = match.positions[0].side
    lines: list[MoveLine] = []
    column = 1
    texts = [(ply.side, ply.move.text) for ply in match.plies]
    if match.half.touches:
        texts.append((match.position.side, begun_text(match)))
    for number, (side, text) in enumerate(texts, 1):
        wanted = 0 if side == first else 1
        line = lines[-1] if lines else None
        goes_on = wanted == column
        joined = f"{line.texts[wanted]}, {text}" if line and goes_on else text
        is_full = goes_on and len(joined) > MOST_JOINED_CHARACTERS
        if line is None or (wanted == 0 and not goes_on) or is_full:
            lines.append(MoveLine(number, (text, "") if wanted == 0 else ("", text)))
        else:
            texts_now = (joined, line.texts[1]) if wanted == 0 else (line.texts[0], joined)
            lines[-1] = MoveLine(line.number, texts_now)
        column = wanted
    return lines


def begun_text(match: Match) -> str:
    """Return the half-made turn as the move list shows it."""
    half = match.half
    if half.move is not None:
        return half.move.text + " …"
    shorter = half.undone().move if half.touches else None
    if shorter is not None:
        return shorter.text + " …"
    board = match.position.board
    names = map(board.name_of, sites_among(half.touches))
    sign = "x" if is_harmful(half.facts()) else "-"
    return sign.join(names) + " …"


def draw_moves(pen: Pen, box: Box, match: Match) -> None:
    """Draw the latest lines of the move list, the newest at the bottom, if *box* is high enough.

    In a low box moves have no title; on a portrait screen two columns of lines share the width.
    """
    pad = pen.layout.px(8)
    title_h = pen.layout.row_px(17, 14)
    line_design = LINE_DESIGN_PX if not pen.layout.is_portrait else PORTRAIT_LINE_PX
    line_h = pen.layout.row_px(line_design, 18)
    if box.h < line_h + 2 * pad:
        return
    pen.panel(box)
    lines = move_lines(match)
    if lines and box.h < title_h + 3 * line_h:
        title_h = 0
    else:
        at = (box.x + pad, box.y + pad + title_h // 2)
        pen.text(MOVES(), at, 14, "muted", box.w // 2)
    inner = box.inset(pad)._replace(y=box.y + pad + title_h, h=box.h - 2 * pad - title_h)
    blocks = 2 if pen.layout.is_portrait and not pen.layout.is_large else 1
    rows = max(1, inner.h // line_h)
    lines = lines[-rows * blocks :]
    block_w = (inner.w - (blocks - 1) * pad) // blocks
    for number, line in enumerate(lines):
        block, row = divmod(number, rows)
        x, y = inner.x + block * (block_w + pad), inner.y + row * line_h
        _draw_line(pen, Box(x, y, block_w, line_h), line, is_last=line is lines[-1])


def _draw_line(pen: Pen, box: Box, line: MoveLine, *, is_last: bool) -> None:
    """Draw the number of *line* and its moves in two columns, the newest of all bold."""
    pad, number_w = pen.layout.px(8), pen.layout.row_px(34, 24)
    x, y = box.x + number_w, box.center[1]
    pen.text(str(line.number or ""), (box.x, y), 15, "muted", number_w - 4)
    for column, (text, w) in enumerate(_columns(pen, box.w - number_w, line.texts)):
        is_newest = is_last and bool(text) and (column == 1 or not line.texts[1])
        pen.text(_fitting(pen, text, w - pad), (x, y), 18, "text", w - pad, is_newest)
        x += w


def _columns(pen: Pen, width: int, texts: tuple[str, str]) -> tuple[tuple[str, int], ...]:
    """Return both *texts* with half of *width* each, or as it needs where that is more than half.

    Where there is no room for both that way, they have half each.
    """
    size_px, pad = pen.layout.text_px(18), pen.layout.px(8)
    first, second = (pen.fonts.width_px(text, size_px, True) + pad for text in texts)
    left = width // 2
    if not texts[1] and pen.layout.is_large:
        left = width
    elif first + second <= width:
        left = min(max(left, first), width - second)
    return (texts[0], left), (texts[1], width - left)


def _fitting(pen: Pen, text: str, width: int) -> str:
    """Return the move *text*, its middle left out where even small letters leave no room."""
    least = 0 if pen.layout.is_large else 13
    is_short = pen.fonts.width_px(text, pen.layout.text_px(least), True) <= width
    return text if is_short else short_move(text)


def note_h(pen: Pen, width: int, text: str) -> int:
    """Return how high a note is in which *text* has room."""
    inner = _in_note(pen, Box(0, 0, width, 0))
    return pen.text_h(text, inner.w) + 2 * inner.y


def _in_note(pen: Pen, box: Box) -> Box:
    return box.inset(pen.layout.px(12), pen.layout.px(5 if pen.layout.is_large else 8))


def draw_note(pen: Pen, box: Box, text: str, is_alarming: bool) -> None:
    """Draw the sentence that explains; nothing but the empty place where there is none."""
    if not text:
        return
    ground = "alert" if is_alarming else "note"
    role, inner = "alert_text" if is_alarming else "note_text", _in_note(pen, box)
    with pen.to_reader(box):
        pen.panel(box, ground)
        pen.paragraph(whole_sentences(pen, inner, text), inner, NOTE, role)


def whole_sentences(pen: Pen, box: Box, text: str) -> str:
    """Return as many sentences of *text* as have room in large letters; the first come first."""
    if not pen.layout.is_large:
        return text
    shorter = text
    while pen.text_h(shorter, box.w) > box.h:
        ends = [match.end() for match in SENTENCE_END.finditer(shorter.rstrip())]
        if not ends:
            return text
        shorter = shorter[: ends[-1]].rstrip()
    return shorter


def has_text_below(layout: ScreenLayout, box: Box) -> bool:
    """Return whether *box* has room for a text under a board, and not beside it."""
    return not layout.is_portrait or box.h * 8 > box.w * 5
