"""The end of a game: who won and why, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from companion.art.marks import Mark
from companion.clock import ClockSetting
from companion.contract import Outcome, Placement, Position, Side, Site
from companion.match.entries import HintLimits
from companion.match.match import Match, NewMatch
from companion.match.question import Answer
from companion.match.seats import (
    PERSONS,
    Seats,
    has_name,
    is_person,
    other_sides,
    program_at,
    seat_of_only_person,
    suggested_level,
)
from companion.ports import ButtonName, Press, Previous
from companion.ui import destinations as to
from companion.ui.board.marks import BoardPicture
from companion.ui.board.pictures import mixed_sites, won_picture
from companion.ui.context import UiContext, other_table_of
from companion.ui.panels.panels import NOTE
from companion.ui.panels.racks import numbers_of
from companion.ui.play.table_view import TableView
from companion.ui.scenes.menu import Choice, MenuScene
from companion.ui.scenes.players import keep_players
from companion.ui.targets import TouchTarget
from companion.ui.view import Topic, View
from companion.ui.widgets.layout import Box
from companion.ui.widgets.list_view import ENTRY_GAP, entry_px
from companion.ui.widgets.pen import Banner, Entry, Pen
from companion.words import buttons
from companion.words import screens as words
from companion.words.facts import outcome_text, reason_text
from companion.words.game_words import side_name
from companion.words.hints import used_text
from companion.words.screens import COMPUTER_WON, YOU_WON
from companion.words.translate import tr
from companion.words.voice import Voice

if TYPE_CHECKING:
    from companion.remote.other_table import OtherTable


def won_text(outcome: Outcome, players: Sequence[str], game: str) -> str:
    """Return who won: you or the computer, where these are the sides, or people by their names."""
    if outcome.winner is None:
        return outcome_text(outcome, game)
    obliging = Seats(players).obliging
    if len(obliging) == 1:
        return COMPUTER_WON() if outcome.winner in obliging else YOU_WON()
    names = list(dict.fromkeys(players[outcome.winner :: 2]))
    if not names or not all(map(has_name, names)):
        return outcome_text(outcome, game)
    if len(names) == 1:
        return tr("{name} won").format(name=names[0])
    return tr("{first} and {second} won").format(first=names[0], second=names[1])


def how_text(outcome: Outcome, players: Sequence[str], game: str) -> str:
    """Return why the game ended, and which side won where the headline does not tell."""
    voice = Voice(Seats(players or PERSONS))
    text, side = reason_text(outcome, game, voice), outcome_text(outcome, game)
    is_told = won_text(outcome, players, game) == side
    # Who won by name is in the reason called by it as well.
    is_named = side != outcome_text(outcome, game, voice)
    return text if is_told or is_named else f"{side}. {text}"


LARGE_ENTRY_H = 53
"""With large letters a line on a wide screen is lower: what is told under it needs more room."""

DEAF_S = 1.0
"""A Confirm does nothing so long after the end: it was meant for the game."""


CELEBRATION_S: Final = 1.5
"""How long a won game is celebrated, unless somebody goes on."""

FLASH_S: Final = 0.5
"""How long a flash takes, the pause after it included: two a second, where three would be safe.

Source: WCAG 2.2, success criterion 2.3.1, three flashes or below threshold.
"""

LIT_S: Final = 0.3
"""How much of that is light."""


def celebrated(outcome: Outcome, seats: Seats) -> Side | None:
    """Return the side whose win is celebrated: none in a draw, or where the computer beat you."""
    winner = outcome.winner
    return None if winner in seats.obliging and seats.has_person else winner


class Celebration:
    """Flashes for *winner*, or for nobody, from *began_s* on, when the game ended."""

    def __init__(self, winner: Side | None, began_s: float) -> None:
        self._winner = winner
        self._began_s = began_s
        self._was_lit = False

    def end(self) -> None:
        """Let it be over."""
        self._winner = None

    def is_on(self, now_s: float) -> bool:
        """Return whether it goes on."""
        return self._winner is not None and 0 <= now_s - self._began_s < CELEBRATION_S

    def is_lit(self, now_s: float) -> bool:
        """Return whether the laurels show at this moment."""
        return self.is_on(now_s) and (now_s - self._began_s) % FLASH_S < LIT_S

    def update(self, now_s: float) -> bool:
        """Return whether a flash has begun or ended."""
        was_lit, self._was_lit = self._was_lit, self.is_lit(now_s)
        return was_lit is not self._was_lit

    def shown_on(self, picture: BoardPicture, standing: Placement, now_s: float) -> BoardPicture:
        """Return *picture* with a laurel on each of the winner's pieces while they are lit."""
        if not self.is_lit(now_s):
            return picture
        own = (site for site, tower in standing.items() if tower[-1].side == self._winner)
        marks = {**picture.marks, **dict.fromkeys(own, frozenset({Mark.WIN}))}
        return replace(picture, marks=marks)


@dataclass(frozen=True)
class _CelebrationTarget(TouchTarget):
    """The whole screen: a touch ends *celebration*, and is for what is under it."""

    celebration: Celebration

    def down(self, x: float, y: float) -> bool:
        self.celebration.end()
        return False


def winning_sites(match: Match) -> tuple[Site, ...]:
    """Return the winner's formation, or what it removed to win, or the piece it moved last."""
    outcome, position = match.outcome, match.position
    if outcome is None or outcome.winner is None:
        return ()
    standing = position.pieces()
    if outcome == position.outcome():
        if match.last_removed:
            return match.last_removed
        # All its sizes stand in mixed towers, where that wins.
        is_formed = position.formed(outcome.winner) >= set(numbers_of(match))
        if match.game.has_formations and is_formed:
            return mixed_sites(standing)
    site = last_site(match, outcome.winner, standing)
    return () if site is None else (site,)


def last_site(match: Match, winner: Side, standing: Placement) -> Site | None:
    """Return where the *winner* went last, or a piece of it where that has left."""
    own = [site for site, tower in standing.items() if tower[-1].side == winner]
    for ply in reversed(match.plies):
        last = ply.move.touches[-1] if ply.move.touches else None
        if ply.side == winner and last in own:
            return last if isinstance(last, int) else None
    return own[0] if own else None


def asked_rematch(stage: UiContext, match: Match, other: OtherTable) -> Choice:
    """Return the line that asks the other table for another game, with changed sides."""
    # Imported here: it loads what signs and seals, and most play at one table.
    from companion.words.other_table import ASK_REMATCH, REMATCH_ASKED

    if other.link is not None and other.link.wish is not None:
        return Choice.of(words.REMATCH, None, ASK_REMATCH(), REMATCH_ASKED())
    header, clock = match.header, match.clock
    new = NewMatch(
        match.game,
        header.options,
        stage.fresh_seed(),
        players=(*header.players[1:], header.players[0]),
        hints=(header.hints[1], header.hints[0]),
        clock=(clock[1], clock[0]) if clock is not None else None,
    )
    library = stage.services.library
    return Choice.of(words.REMATCH, lambda: other.wish(library, new, is_swapped=True))


class GameOverScene(MenuScene):
    """The last position, who won and how, and the choice of what comes next."""

    name = "game over"
    topic = Topic.RESULTS
    hears_other_table = True
    way_out = buttons.START_SCREEN

    def __init__(self, stage: UiContext, match: Match) -> None:
        super().__init__(stage)
        self.match = match
        self.table: TableView = TableView(stage, match)
        self._record = stage.services.library.save_record(match)
        self._since_s = stage.now_s
        self.list.is_filled = True
        winner = celebrated(self._outcome, match.seats)
        is_shown = stage.config.screen.animation
        self._celebration = Celebration(winner if is_shown else None, stage.now_s)

    @property
    def _outcome(self) -> Outcome:
        outcome = self.match.outcome
        assert outcome is not None, "the scene of a finished game"
        return outcome

    def banner(self) -> Banner:
        """Return who won."""
        winner = self._outcome.winner
        color = self.table.side_color(winner) if winner is not None else None
        return Banner(
            won_text(self._outcome, self.match.header.players, self.match.game.name), color
        )

    def note(self) -> str:
        """Return how the game ended, how many hints were used, and that it is kept."""
        how = how_text(self._outcome, self.match.header.players, self.match.game.name)
        kept = words.KEPT() if self._record else words.NOT_SAVED()
        voice = Voice(self.match.seats)
        used = used_text(self.match.hints.used, self.match.game.name, voice)
        return "\n".join(part for part in (how, used, kept) if part)

    def title(self) -> str:
        return self.banner().text

    def make_choices(self) -> list[Choice]:
        view = partial(self.stage.go, to.Viewer(self._record)) if self._record else None
        return [
            self._rematch_choice(),
            Choice.of(words.VIEW, view),
            *self._level_choices(),
            Choice.of(words.NEW_GAME, partial(self.stage.go, to.ChooseGame())),
            Choice.of(words.TO_START, self.leave),
            Choice.of(words.TAKE_LAST_BACK, self._take_back),
        ]

    def _rematch_choice(self) -> Choice:
        header, hints, clock = self.match.header, self.match.header.hints, self.match.clock
        players, value = other_sides(header.players), ""
        other = other_table_of(self.stage, self.match)
        if other is not None:
            return asked_rematch(self.stage, self.match, other)
        if players != header.players:
            # Hints and time go along with who has them.
            hints = hints[1], hints[0]
            clock = (clock[1], clock[0]) if clock is not None else None
            own = side_name((seat_of_only_person(players) or 0) % 2, self.match.game.name)
            value = words.REMATCH_AS(side=own)
        return Choice.of(words.REMATCH, partial(self._play, players, hints, clock), value=value)

    def _level_choices(self) -> list[Choice]:
        """Return a line for the next level, or for the one before, as the result suggests."""
        header = self.match.header
        level = suggested_level(header.players, self._outcome.winner)
        if level is None:
            return []
        players = tuple(p if is_person(p) else program_at(level) for p in header.players)
        is_harder = self._outcome.winner not in self.match.seats.obliging
        line = words.NEXT_LEVEL if is_harder else words.EASIER_LEVEL
        play = partial(self._play, players, header.hints, self.match.clock)
        return [Choice.of(line, play, value=str(level))]

    def show(self) -> View:
        """Return the last position, laurels on what won: a formation, a removal, the last move."""
        match, position = self.match, self.match.position
        won, standing = winning_sites(match), position.pieces()
        route, gone = match.last_route, match.last_gone
        picture = won_picture(standing, route, won, position.lines(), gone)
        picture = self._celebration.shown_on(picture, standing, self.stage.now_s)
        return super().show()._replace(picture=picture)

    def update(self, now_s: float) -> None:
        """Celebrate for a moment; go back to the game where another table asks to take back."""
        if self.match.question is not None and other_table_of(self.stage, self.match) is not None:
            self._go_back(Answer("asked", self.match.stamp))
            return
        if self._celebration.update(now_s):
            self.stage.redraw()
        super().update(now_s)

    def is_waiting(self) -> bool:
        return self._celebration.is_on(self.stage.now_s)

    def lay_out(self) -> None:
        """Place the list over the note: two columns of lines, three in portrait."""
        layout = self.stage.layout
        columns = 3 if layout.is_portrait and not layout.is_large else 2
        is_low = layout.is_large and not layout.is_portrait
        entry_h = layout.px(LARGE_ENTRY_H) if is_low else entry_px(layout)
        rows = -(-len(self.choices) // columns)
        info, gap = layout.info, layout.px(ENTRY_GAP)
        self.list.place(Box(info.x, info.y, info.w + gap, rows * entry_h), entry_h, columns)

    def draw(self, pen: Pen, view: View) -> None:
        """Draw the board, the choice, who won and how."""
        self.table.draw_board(pen, view.picture)
        pen.list(self.list, [Entry(line.title, line.value) for line in self.choices], 18)
        info = self.stage.layout.info
        y = self.list.box.bottom
        self._draw_told(pen, Box(info.x, y, info.w, info.bottom - y))

    def _draw_told(self, pen: Pen, box: Box) -> None:
        pen.panel(box, "note")
        layout = pen.layout
        is_tall = layout.is_portrait and not layout.is_large
        inner = box.inset(layout.px(12), layout.px(14 if is_tall else 4 if layout.is_large else 6))
        # Large letters leave room for no title that is in the banner as well.
        head_h = 0 if layout.is_large else layout.px(42 if is_tall else 30)
        place = (inner.x, inner.y + head_h // 2)
        if head_h:
            pen.text(self.title(), place, 24, "note_text", inner.w, True)
        rest = Box(inner.x, inner.y + head_h, inner.w, inner.h - head_h)
        pen.paragraph(self.note(), rest, NOTE, "note_text", is_centered=not is_tall)

    def on(self, event: Press | Previous) -> None:
        """Walk, take or leave; a Confirm too many, meant for the last move, takes nothing."""
        self._celebration.end()
        is_confirm = isinstance(event, Press) and event.button is ButtonName.CONFIRM
        if not (is_confirm and event.at_s < self._since_s + DEAF_S):
            super().on(event)

    def targets(self) -> tuple[TouchTarget, ...]:
        """Return the lines; a touch anywhere ends what is celebrated."""
        return (_CelebrationTarget(self._celebration), *super().targets())

    def _play(
        self, players: tuple[str, ...], hints: HintLimits, clock: ClockSetting | None
    ) -> None:
        keep_players(self.stage, players)
        new = NewMatch(self.match.game, self.match.header.options, self.stage.fresh_seed())
        self.stage.go(to.SetUp(new._replace(players=players, hints=hints, clock=clock)))

    def _take_back(self) -> None:
        match, stood = self.match, self.match.position
        answer = match.back()
        if answer.refusal is not None:
            # Only the program has played: its move is nobody's to take back.
            return
        self._go_back(answer, stood)

    def _go_back(self, answer: Answer, stood: Position | None = None) -> None:
        match = self.match
        if self._record is not None:
            self.stage.services.library.withdraw_record(match, self._record)
        self.stage.go(to.TakenBack(match, answer, stood or match.position))

    def leave(self) -> None:
        """Go to the start screen; another table hears that nobody plays on here."""
        other = other_table_of(self.stage, self.match)
        self.stage.services.library.finish(self.match)
        if other is not None:
            other.leave()
        self.stage.go(to.StartScreen())
