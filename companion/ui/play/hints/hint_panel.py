"""What a hint says, and the panel that says it."""

from __future__ import annotations

from typing import NamedTuple

from companion.ui.play.hints.hinting import Hinting, HintStep, StartedMove
from companion.ui.widgets.layout import Box, ScreenLayout
from companion.ui.widgets.pen import Pen
from companion.words import hints as words
from companion.words.engine import score_text
from companion.words.voice import Voice

EDGE_ACROSS, EDGE_DOWN = 14, 10


class HintText(NamedTuple):
    """What a hint says.

    Attributes:
        main: the piece, the move or the line.
        why: what speaks for it.
        standing: how the game stands.
        plies: the plies of the line, one a line where there is room.
        at: which of them shows on the board.
    """

    main: str
    why: str = ""
    standing: str = ""
    plies: tuple[str, ...] = ()
    at: int = 0

    def reasoned(self) -> str:
        """Return the move with what speaks for it under it."""
        return "\n".join(part for part in (self.main, self.why) if part)

    def whole(self) -> str:
        """Return all of it as one text."""
        return " ".join(part for part in self[:3] if part)


def hint_text(hint: Hinting, voice: Voice) -> HintText | None:
    """Return what *hint* says as far as it shows, spoken by *voice*; None where it does not."""
    if hint.step is None:
        return None
    result = hint.result
    if result is None:
        return HintText(words.THINKING_NOTE())
    position = hint.asked_position
    if hint.step is HintStep.NUDGE:
        if hint.begun is StartedMove.WELL:
            return HintText(words.BEGUN_WELL_NOTE())
        return HintText(words.nudge_text(position, result.move))
    standing = score_text(result.score, position.side, position.game.name, voice)
    if hint.step is HintStep.LINE:
        plies = words.plies_texts(position, result.line, voice, hint.first_number)
        text = words.line_text(position, result.line, voice, hint.first_number)
        return HintText(text, "", standing, plies, hint.ply)
    why = " ".join(words.reason_text(reason, position, voice) for reason in result.reasons)
    text = words.move_text(position, result.move)
    if hint.begun is StartedMove.OTHERWISE:
        text = f"{words.BEGUN_OTHERWISE_NOTE()} {text}"
    elif hint.is_other_piece:
        text = f"{words.BETTER_NOTE()} {text}"
    return HintText(text, why, standing)


def hint_box(layout: ScreenLayout) -> Box:
    """Return where a hint is told: in place of moves and note."""
    return layout.moves._replace(h=layout.note.bottom - layout.moves.y)


def has_room(pen: Pen, layout: ScreenLayout, hint: HintText) -> bool:
    """Return whether *hint* leaves what is over moves and note as it is: large letters may not."""
    if not layout.is_large or len(hint.plies) > 1:
        return True
    box = hint_box(layout).inset(pen.layout.px(EDGE_ACROSS), pen.layout.px(EDGE_DOWN))
    standing_h = _standing_h(layout) + layout.px(4) if hint.standing else 0
    return pen.text_h(hint.reasoned(), box.w) + standing_h <= box.h


def _standing_h(layout: ScreenLayout) -> int:
    return layout.row_px(26 if not layout.is_portrait else 40, 16)


def draw_hint(pen: Pen, layout: ScreenLayout, hint: HintText) -> None:
    """Draw *hint*, with how the game stands apart from it at the bottom."""
    box = hint_box(layout)
    if not has_room(pen, layout, hint):
        box = layout.off_board._replace(h=box.bottom - layout.off_board.y)
    pen.panel(box, "note")
    inner = box.inset(pen.layout.px(EDGE_ACROSS), pen.layout.px(EDGE_DOWN))
    if hint.standing:
        line_h = _standing_h(layout)
        at = (inner.x, inner.bottom - line_h // 2)
        pen.text(hint.standing, at, 16, "note_text", inner.w, True)
        inner = inner._replace(h=inner.h - line_h - pen.layout.px(4))
    if len(hint.plies) > 1:
        _draw_plies(pen, inner, hint)
    else:
        text = hint.reasoned()
        pen.paragraph(text, inner, 20, "note_text", is_centered=not hint.standing)


def _draw_plies(pen: Pen, box: Box, hint: HintText) -> None:
    """Draw the plies of the line under each other, the one on the board bold."""
    title_h = pen.layout.px(24 if not pen.layout.is_portrait else 34)
    pen.text(words.LINE_TITLE(), (box.x, box.y + title_h // 2), 16, "note_text", box.w)
    row_h = min(title_h, (box.h - title_h) // len(hint.plies))
    for number, text in enumerate(hint.plies):
        y = box.y + title_h + number * row_h + row_h // 2
        is_shown = number == hint.at
        pen.text(text, (box.x, y), 17, "note_text", box.w, is_shown)
        if is_shown:
            pen.fill(
                Box(box.x - pen.layout.px(9), y - row_h // 3, pen.layout.px(4), row_h * 2 // 3),
                pen.theme.color("commit_edge"),
            )
