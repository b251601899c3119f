"""Hints in a turn: which piece, then the move leg by leg, then what may follow.

Hint asks and shows more each time, Back puts it away, Confirm takes the move that
shows as the half-made turn.

All of it is in the role *hint*, on screen as arrows, so that it cannot be taken
for what the rules say of the begun turn.

How the game stands shows as a bar for those who want it: the search is asked after each ply,
when nobody else needs it, and a hidden hand is never part of it.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final, NamedTuple

from companion.art.marks import Mark
from companion.art.theme import Color
from companion.contract import HalfMove, Hands, Move, Position, Refusal, Site, Touch, sites_among
from companion.engine.limits import Limits, Result, bar_share
from companion.engine.service import Engine, Fault, SearchRequest
from companion.match.match import Match
from companion.match.question import MatchCause
from companion.ports import ButtonName, Press, Previous
from companion.ui.board.marks import Arrow, BoardPicture
from companion.ui.board.motion import GOES_ROUND_S
from companion.ui.board.pictures import move_arrows, turn_outlines
from companion.ui.play.hint_session import HintSession, HintStep, StartedMove
from companion.ui.play.mode import Mode
from companion.ui.play.turn import Turn
from companion.ui.view import NOTHING, Labels, Topic, View
from companion.ui.widgets.layout import Box, ScreenLayout
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words import buttons
from companion.words import hints as words
from companion.words.program import fault_text, score_text
from companion.words.table import ScreenCause
from companion.words.voice import Voice

THINK_S: Final = 0.6
"""How long each position is looked at: the bar is no hint."""

BAR_DESIGN_PX: Final = 6
PORTRAIT_BAR_DESIGN_PX: Final = 12


class Evaluation:
    """How one match stands, as far as the search says.

    Attributes:
        share: how much of the bar is the first side's, 0.0 to 1.0.
    """

    def __init__(self, engine: Engine, match: Match) -> None:
        self._engine = engine
        self._match = match
        self._done: Position | None = None
        self._asked: SearchRequest[Result] | None = None
        self.share = 0.5

    @property
    def is_possible(self) -> bool:
        """Return whether everybody may know how the game stands: not where hands are secret."""
        match = self._match
        return match.game.hands(match.header.options) is Hands.OPEN

    @property
    def is_asking(self) -> bool:
        """Return whether the search is at work for the bar, and for nobody else."""
        return self._asked is not None and self._asked.is_open

    def update(self, *, may_ask: bool) -> bool:
        """Ask about a new position, or take the answer; return whether the bar has changed."""
        if self._asked is not None:
            return self._follow(self._asked)
        position = self._match.position
        if position is self._done or not may_ask or self._engine.is_busy:
            return False
        outcome = self._match.outcome
        if outcome is not None:
            self._done = position
            self.share = 0.5 if outcome.winner is None else 1.0 - outcome.winner
            return True
        # One that is not answered is not asked about again: the bar stays as it was.
        self._done = position
        self._asked = self._engine.ask(position, [], Limits(time_s=THINK_S))
        return False

    def _follow(self, asked: SearchRequest[Result]) -> bool:
        """Take what came of *asked*, unless the match went on; return whether the bar changed."""
        if self._match.position is not asked.position:
            asked.drop()
        answer = asked.answer()
        if not asked.is_open:
            # Answered, or a hint or a move was needed.
            self._asked = None
        if not isinstance(answer, Result):
            return False
        share = bar_share(answer.score)
        self.share = share if asked.position.side == 0 else 1 - share
        return True


class BarMode(Mode):
    """The bar of *evaluation* by the board of *turn*, for who wants to see it.

    Args:
        hint: goes first where it needs the search.
    """

    def __init__(self, turn: Turn, evaluation: Evaluation, hint: HintSession) -> None:
        self._turn = turn
        self._evaluation = evaluation
        self._hint = hint

    def show(self, view: View) -> View:
        if not self._turn.table.has_bar:
            return view
        return view._replace(panels=(*view.panels, self._draw))

    def _draw(self, pen: Pen, view: View) -> None:
        table = self._turn.table
        colors = table.side_color(0), table.side_color(1)
        box = bar_box(table.layout(has_menu=view.has_menu))
        is_turned = self._turn.stage.is_turned(self._turn.match)
        draw_bar(pen, box, self._evaluation.share, colors, is_turned=is_turned)

    def update(self, now_s: float) -> None:
        may_ask = self._hint.step is None
        if self._turn.table.has_bar and self._evaluation.update(may_ask=may_ask):
            self._turn.stage.redraw()


def bar_box(layout: ScreenLayout) -> Box:
    """Return the place of the bar: beside the board, or under it on a portrait screen."""
    board = layout.board
    if layout.is_portrait:
        h = layout.px(PORTRAIT_BAR_DESIGN_PX)
        top = max((board.bottom, *(box.bottom for box in layout.clocks_by_board)))
        free = layout.off_board.y - top
        left = layout.off_board.x
        return Box(left, top + (free - h) // 2, layout.moves.right - left, h)
    # No board is drawn up to its edge, so the bar may begin a little inside of it.
    # At the left it may not: there the rows have their names.
    w = layout.px(BAR_DESIGN_PX)
    x = board.x - w if layout.panel_is_left else board.right - layout.px(3)
    return Box(x, layout.off_board.y, w, layout.buttons[0].bottom - layout.off_board.y)


def draw_bar(
    pen: Pen, box: Box, share: float, colors: tuple[Color, Color], *, is_turned: bool
) -> None:
    """Draw a bar of two *colors*, the first side's *share* from its own end of the board on.

    It is upright in a *box* that is higher than wide; *is_turned* has the second side's end near.
    """
    near, far = colors[::-1] if is_turned else colors
    part = 1 - share if is_turned else share
    is_upright = box.h > box.w
    length = round(max(box.h, box.w) * part)
    pen.fill(box, far)
    first = box._replace(y=box.bottom - length, h=length) if is_upright else box._replace(w=length)
    pen.fill(first, near)
    x, y = box.center
    thick = pen.layout.px(2)
    middle = box._replace(y=y, h=thick) if is_upright else box._replace(x=x, w=thick)
    pen.fill(middle, pen.theme.color("amber"))
    pen.outline(box, "muted")


LEG_S = 0.7
"""How long each leg is shown before the next one joins it: slow enough to follow by hand."""

REST_LEGS = 3
"""How many times that the whole way stays before it begins again."""


def legs_shown(count: int, passed_s: float) -> int:
    """Return how many of *count* legs show after *passed_s*: one more each time, then all."""
    if count <= 1 or passed_s >= GOES_ROUND_S:
        return count
    return min(count, 1 + int(max(0.0, passed_s) / LEG_S) % (count + REST_LEGS))


def next_leg_s(count: int, passed_s: float) -> float:
    """Return after how long, counted as *passed_s* is, another number of legs may show."""
    if count <= 1 or passed_s >= GOES_ROUND_S:
        return math.inf
    return LEG_S * (1 + passed_s // LEG_S)


def hint_arrows(half: HalfMove, first: int) -> tuple[Arrow, ...]:
    """Return arrows along each leg of *half* after the first *first* touches."""
    arrows = move_arrows(half, max(0, first - 1))
    return tuple(arrow._replace(is_hint=True) for arrow in arrows)


def nudge_picture(picture: BoardPicture, touch: Touch | None) -> BoardPicture:
    """Return *picture* with nothing marked but *touch*, where it is on the board."""
    marks = {touch: frozenset({Mark.HINT})} if isinstance(touch, int) else {}
    return replace(picture, marks=marks, outlines=())


def hinted_picture(half: HalfMove, move: Move, legs: int) -> BoardPicture:
    """Return *move* from *half* on, of which it is the continuation, with so many *legs* of it.

    What is touched beside the board, or ends a chain, has no arrow; its places are
    marked all the same.
    """
    whole = half.position.half_move(move)
    arrows = hint_arrows(whole, len(half.touches))
    hidden = {arrow.end for arrow in arrows[legs:]}
    ahead = sites_among(move.touches[max(0, len(half.touches) - 1) :])
    sites: set[Site] = {site for site in ahead if site not in hidden}
    sites.update(site for arrow in arrows[:legs] for site in (arrow.start, arrow.end))
    return BoardPicture(
        placement=half.pieces(),
        marks={site: frozenset({Mark.HINT}) for site in sites},
        arrows=arrows[:legs],
        immune=half.immune(),
        outlines=turn_outlines(whole, None),
    )


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


def hint_text(hint: HintSession, voice: Voice) -> HintText | None:
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
    with pen.to_reader(box):
        _draw_hint_in(pen, box, hint)


def _draw_hint_in(pen: Pen, box: Box, hint: HintText) -> None:
    pen.panel(box, "note")
    inner = box.inset(pen.layout.px(EDGE_ACROSS), pen.layout.px(EDGE_DOWN))
    if hint.standing:
        line_h = _standing_h(pen.layout)
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


_NUDGES = {
    StartedMove.NOT: words.NUDGE,
    StartedMove.WELL: words.BEGUN_WELL,
    StartedMove.OTHERWISE: words.BEGUN_OTHERWISE,
}


class HintMode(Mode):
    """A hint while it shows, and what Hint does before.

    Attributes:
        hint: the hint, as far as it was asked for.

    Args:
        evaluation: gives way to a hint where it keeps the search busy.
    """

    def __init__(self, turn: Turn, evaluation: Evaluation) -> None:
        self.hint = HintSession(turn.stage.services.engine, turn.match)
        self._turn = turn
        self._stage = turn.stage
        self._match = turn.match
        self._evaluation = evaluation
        self._told: HintText | None = None
        self._since_s = 0.0
        self._arrow_count = self._legs = 0

    # What is shown

    def show(self, view: View) -> View:
        hint, step = self.hint, self.hint.step
        view = view._replace(
            labels=self._labels(view.labels),
            stamp=(view.stamp, step, hint.move, hint.ply),
            is_thinking=hint.is_thinking,
        )
        if step is None:
            return view
        position, move = hint.position, hint.move
        color = self._turn.table.side_color(position.side)
        view = view._replace(
            banner=Banner(self._banner_text(step, position, move), color),
            picture=self._picture(view.picture),
            topics=(Topic.HINTS, Topic.HINTS),
        )
        if self._told is None or self._turn.refused is not None:
            return view
        panels = view.panels if self._turn.tray().items else (self._draw,)
        return view._replace(note=self._told.whole(), panels=panels)

    def _banner_text(self, step: HintStep, position: Position, move: Move | None) -> str:
        hint, voice = self.hint, self._turn.voice
        if move is None:
            return voice.banner(position, words.THINKING)
        if step is HintStep.LINE:
            return words.line_banner(hint.first_number + hint.ply, move, position, voice)
        if hint.begun is StartedMove.DONE:
            return voice.banner(position, words.BEGUN_DONE)
        if step is HintStep.MOVE:
            return words.move_banner(move, position, voice)
        return voice.banner(position, _NUDGES[hint.begun])

    def _labels(self, labels: Labels) -> Labels:
        step = self.hint.step
        if step is None:
            return (labels[0], labels[1], self._hint_label(labels[2]), labels[3])
        stop = buttons.STOP() if step is HintStep.THINKING else buttons.CLOSE_HINT()
        line = buttons.THE_LINE() if self.hint.has_line else buttons.CLOSE_HINT()
        more = {
            HintStep.NUDGE: buttons.THE_MOVE(),
            HintStep.MOVE: line,
            HintStep.LINE: buttons.CLOSE_HINT(),
        }
        walk = ButtonLabel(buttons.NEXT_MOVE()) if step is HintStep.LINE else labels[1]
        take = ButtonLabel(buttons.USE_IT(), True) if self.can_take() else labels[3]
        label = ButtonLabel(more[step], held=words.HOLD_MOVES()) if step in more else NOTHING
        return (ButtonLabel(stop), walk, label, take)

    def _hint_label(self, below: ButtonLabel) -> ButtonLabel:
        if below.line:
            return below._replace(held=words.HOLD_MOVES())
        if self._match.hints.are_off(self._match.position.side):
            return ButtonLabel(buttons.ALL_MOVES())
        if self._turn.is_settling:
            return ButtonLabel("", held=words.HOLD_MOVES())
        hints, side = self._match.hints, self._match.position.side
        left = hints.left(side)
        if left == 0 and hints.is_shown:
            # It may be looked at again until the ply is made.
            left = None
        return ButtonLabel(words.hint_label(left), held=words.HOLD_MOVES())

    def _picture(self, picture: BoardPicture) -> BoardPicture:
        """Return the board with the hint on it; *picture* is without."""
        hint, move = self.hint, self.hint.move
        focus, refused = self._turn.cursor.focus, self._turn.refused
        if move is None or focus is not None or (refused and refused.site is not None):
            # A lamp of a refused dot and one of a hint would differ by color alone.
            return picture
        if hint.begun is StartedMove.DONE and hint.step is not HintStep.LINE:
            # Nothing of it is left to do.
            return picture
        half = self._match.half if self._goes_on() else hint.position.begin()
        if hint.step is HintStep.NUDGE:
            first = half.touches[-1] if half.touches else next(iter(move.touches), None)
            # What was begun may have moved the piece away from there.
            is_there = (
                first in self._match.half.pieces() or hint.begun is not StartedMove.OTHERWISE
            )
            return nudge_picture(picture, first if is_there else None)
        legs = self._legs_at(self._stage.now_s)
        return self._turn.in_motion(hinted_picture(half, move, legs))

    def _goes_on(self) -> bool:
        """Return whether the hint goes on from the begun turn, and does not begin anew."""
        is_its = self.hint.step is not HintStep.LINE or self.hint.ply == 0
        return is_its and self.hint.begun is StartedMove.WELL

    def _legs_at(self, now_s: float) -> int:
        """Return how many legs of the move show."""
        if not self._stage.config.screen.animation:
            return self._arrow_count
        return legs_shown(self._arrow_count, now_s - self._since_s)

    def _draw(self, pen: Pen, _: View) -> None:
        """Draw the hint, and the panels over it where there is room for both."""
        assert self._told is not None, "there is something to tell"
        table = self._turn.table
        layout = table.layout(has_menu=True)
        if has_room(pen, layout, self._told):
            table.draw_ledges(pen, has_menu=True)
        draw_hint(pen, layout, self._told)

    # Input

    def on(self, event: Press | Previous) -> bool:
        """Ask, show more, walk through the line, take the move, or put the hint away."""
        if isinstance(event, Previous):
            return self._walk(-1)
        self.follow()
        match event.button:
            case ButtonName.HINT if not self._turn.needs_guide:
                self._more()
            case ButtonName.BACK if self.hint.step is not None:
                self._turn.refused = None
                self.close()
            case ButtonName.CONFIRM if self.can_take():
                self._take()
            case ButtonName.NEXT:
                return self._walk(1)
            case _:
                return False
        return True

    def _more(self) -> None:
        self._turn.refused = None
        if self.hint.step is None:
            self._ask()
        else:
            self.hint.more()
            self._changed()

    def _ask(self) -> None:
        match = self._match
        self._turn.cursor.clear()
        if self._turn.is_settling:
            self._turn.refuse(Refusal(ScreenCause.TABLE_FIRST))
        elif match.hints.left(match.position.side) == 0 and not match.hints.is_shown:
            self._turn.refuse(Refusal(MatchCause.NO_HINTS_LEFT))
        elif self._stage.services.engine.is_busy and not self._evaluation.is_asking:
            self._turn.refuse(Refusal(ScreenCause.PROGRAM_THINKS))
        else:
            self.hint.ask()
            self._changed()

    def _changed(self) -> None:
        """Show the hint as it is now, its legs from the first one on."""
        hint, move, tray = self.hint, self.hint.move, self._turn.tray()
        # Worked out once and not at each drawing.
        self._told = hint_text(hint, self._turn.voice)
        self._since_s, self._legs, self._arrow_count = self._stage.now_s, 0, 0
        if move is not None and hint.step is not HintStep.NUDGE:
            touched = len(self._match.half.touches) if self._goes_on() else 0
            self._arrow_count = len(hint_arrows(hint.position.half_move(move), touched))
        first = next(iter(move.touches), None) if move is not None else None
        tray.hinted = first if hint.step is not HintStep.LINE or hint.ply == 0 else None
        self._stage.redraw()

    def close(self) -> None:
        """Put the hint away."""
        if self.hint.step is not None:
            self.hint.close()
            self._changed()

    def _walk(self, by: int) -> bool:
        """Walk through the line; else the hint goes, and the cursor walks."""
        if self.hint.step is not HintStep.LINE:
            self.close()
            return False
        self._turn.refused = None
        self.hint.walk(by)
        self._changed()
        return True

    def can_take(self) -> bool:
        """Return whether Confirm lays out the move that the hint shows."""
        shows_move = self.hint.step in (HintStep.MOVE, HintStep.LINE)
        return (
            shows_move and self.hint.result is not None and self.hint.begun is not StartedMove.DONE
        )

    def _take(self) -> None:
        assert self.hint.result is not None, "there is a move to take"
        move = self.hint.result.move
        self.close()
        self._turn.propose(move)

    # Time

    def follow(self) -> None:
        """Put away what no longer fits the match."""
        if self.hint.follow():
            self._changed()

    def next_change_s(self, now_s: float) -> float:
        count = self._arrow_count if self._stage.config.screen.animation else 0
        return self._since_s + next_leg_s(count, now_s - self._since_s)

    def update(self, now_s: float) -> None:
        """Take what the search has found, and let the legs of a hint appear."""
        self.follow()
        answer = self.hint.poll(now_s)
        if isinstance(answer, Fault):
            self._turn.refuse(fault_text(answer.code))
            self._changed()
        elif answer is not None:
            self._match.note_hint()
            # What was refused while the search thought is answered by it.
            self._turn.refused = None
            self._changed()
        legs = self._legs_at(now_s)
        if legs != self._legs:
            self._legs = legs
            self._stage.redraw()
