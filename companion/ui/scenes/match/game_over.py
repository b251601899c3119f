"""The end of a game: who won and why, and what to do next."""

from __future__ import annotations

from companion.contract import Board, Placement, Side, Site
from companion.match.match import Match
from companion.ui.board.marks import BoardPicture
from companion.ui.board.pictures import mixed_sites, won_picture
from companion.ui.desk import Desk
from companion.ui.panels.panels import draw_note
from companion.ui.play.table_view import TableView
from companion.ui.scenes.choice import Choice
from companion.ui.scenes.menu import MenuScene
from companion.ui.widgets.list_view import ENTRY_GAP, ENTRY_H
from companion.ui.widgets.pen import Banner, Entry, Pen
from companion.words import buttons
from companion.words.facts import outcome_text, reason_text
from companion.words.hinting import used_text
from companion.words.scenes import game as words

WON_BY_FORMATION = frozenset({"all-sizes-mixed", "both-all-sizes-mixed"})
"""Reasons for an end that all mixed towers together bring about."""


class GameOverScene(MenuScene):
    """The last position, the result, and the choice of what comes next."""

    name = "game over"

    def __init__(self, stage: Desk, match: Match) -> None:
        super().__init__(stage)
        self.match = match
        self._view = TableView(stage, match)
        self._record = stage.services.library.save_record(match)

    def banner(self) -> Banner:
        """Return who won."""
        outcome = self.match.outcome
        assert outcome is not None, "the scene of a finished game"
        winner = outcome.winner
        color = self._view.side_color(winner) if winner is not None else None
        result = outcome_text(outcome, self.match.game.name)
        return Banner(words.WELL_PLAYED(result=result), color)

    def note(self) -> str:
        """Return why the game ended, how many hints were used, and where its record is."""
        outcome = self.match.outcome
        assert outcome is not None, "the scene of a finished game"
        why = reason_text(outcome, self.match.game.name)
        kept = words.KEPT(name=self._record.name) if self._record else words.NOT_SAVED()
        used = used_text(self.match.hints.used, self.match.game.name)
        return "\n".join(part for part in (why, used, kept) if part)

    def title(self) -> str:
        """Return who won."""
        return self.banner().text

    def leave_label(self) -> str:
        """Return what Back does."""
        return buttons.START_SCREEN()

    def make_choices(self) -> list[Choice]:
        """Return what can be done next."""
        return [
            Choice.of(words.PLAY_AGAIN, self._play_again),
            Choice.of(words.TAKE_LAST_BACK, self._take_back),
            Choice.of(words.TO_START, self.leave),
        ]

    def table(self) -> TableView:
        """Return where the match is on screen."""
        return self._view

    def board(self) -> Board:
        """Return the board of the match."""
        return self._view.board

    def picture(self, now_s: float) -> BoardPicture:
        """Return the last position, laurels on what won: a formation, a removal, the last move."""
        match, position = self.match, self.match.position
        won = self._winning_sites()
        return won_picture(position.pieces(), match.last_route, won, position.lines())

    def _winning_sites(self) -> tuple[Site, ...]:
        """Return the winner's formation, or what it removed to win, or the piece it moved last."""
        outcome = self.match.outcome
        if outcome is None or outcome.winner is None:
            return ()
        if outcome == self.match.position.outcome() and self.match.last_removed:
            return self.match.last_removed
        standing = self.match.position.pieces()
        if outcome.reason in WON_BY_FORMATION:
            return mixed_sites(standing)
        site = self._last_site(outcome.winner, standing)
        return () if site is None else (site,)

    def _last_site(self, winner: Side, standing: Placement) -> Site | None:
        own = [site for site, tower in standing.items() if tower[-1].side == winner]
        for ply in reversed(self.match.plies):
            last = ply.move.touches[-1] if ply.move.touches else None
            if ply.side == winner and last in own:
                return last if isinstance(last, int) else None
        return own[0] if own else None

    def lay_out(self) -> None:
        """Place the list where the moves are during the game."""
        layout = self._view.layout(has_menu=False)
        box = layout.moves._replace(w=layout.moves.w + layout.px(ENTRY_GAP))
        self.list.place(box, layout.px(ENTRY_H), 1 if layout.is_portrait else 2)

    def draw(self, pen: Pen) -> None:
        """Draw board and ledges, the choice, and why it ended."""
        self._view.draw_board(pen, self.picture(self.stage.now_s))
        self._view.draw_ledges(pen, has_menu=False)
        pen.list(self.list, [Entry(title) for title in self.entries()], 18)
        draw_note(pen, self._view.layout(has_menu=False).note, self.note(), False)

    def _play_again(self) -> None:
        match, header = self.match, self.match.header
        rest = header.players, header.hints
        ways, seed = self.stage.ways, self.stage.fresh_seed()
        ways.to_set_up(match.game, header.options, seed, *rest)

    def _take_back(self) -> None:
        match, stood = self.match, self.match.position
        answer = match.back()
        if answer.refusal is not None:
            # Only the program has played: its move is nobody's to take back.
            return
        if self._record is not None:
            self.stage.services.library.withdraw_record(match, self._record)
        self.stage.ways.to_taken_back(match, answer, stood)

    def leave(self) -> None:
        """Go to the start screen."""
        self.stage.services.library.finish(self.match)
        self.stage.ways.to_start()
