"""The saved games and the samples: how each went, who has won how often, and faulty ones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from companion.contract import Position
from companion.storage.library import LibraryEntry, is_sample
from companion.storage.record import Record
from companion.storage.results import encounters_of, ratings_of, scores_of
from companion.ui import destinations as to
from companion.ui.context import UiContext
from companion.ui.panels.panels import has_text_below, whole_sentences
from companion.ui.scenes.menu import Choice, MenuScene, option_choice, paint_small
from companion.ui.scenes.stick import USE
from companion.ui.widgets.background import Background, OnProgress
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Pen
from companion.words import buttons
from companion.words import records as words
from companion.words.facts import outcome_text, plies_text, reason_text
from companion.words.game_words import game_title
from companion.words.program import players_line, players_title
from companion.words.translate import from_data, localized
from companion.words.voice import onlooker

LEAST_STORY = 15
"""The least size in which it is told how a game went."""


class RecordsScene(MenuScene):
    """The records, the newest first, the chosen one with its last position and its moves.

    Args:
        samples: the games that come with the program, listed in a scene of their
            own behind the first line; none where this is that scene.
    """

    name = "records"
    has_picture = True

    def __init__(
        self, stage: UiContext, shelf: Sequence[LibraryEntry], samples: Sequence[LibraryEntry] = ()
    ) -> None:
        super().__init__(stage)
        self.shelf = shelf
        self.samples = samples
        self._peeked: Path | None = None
        self._peek: Background[Position] | None = None
        self._is_drawn = False

    def title(self) -> str:
        if not self.samples:
            return words.WHICH_SAMPLE()
        return words.WHICH() if self.shelf else words.NO_RECORDS()

    def make_choices(self) -> list[Choice]:
        """Return a line for the samples and one for each record."""
        return [*self._heads(), *map(self._choice, self.shelf)]

    def _heads(self) -> list[Choice]:
        """Return the lines before the records: samples and results, not among the samples."""
        if not self.samples:
            return []
        stage, shelf = self.stage, self.shelf
        line = "" if shelf else words.NO_RECORDS_YET()
        heads = [Choice.of(words.SAMPLES, self._to_samples, line, str(len(self.samples)))]
        if stage.services.stick is not None and stage.services.stick.folder() is not None:
            heads.append(Choice.of(USE, lambda: stage.go(to.UseStick())))
        if shelf:
            heads.append(Choice.of(words.RESULTS, lambda: stage.push(ResultsScene(stage, shelf))))
        return heads

    def _to_samples(self) -> None:
        self.stage.push(RecordsScene(self.stage, self.samples))

    def _path(self) -> Path | None:
        """Return the file of the chosen record, or None on a line without one that can be read."""
        index = (self.list.selected or 0) - len(self._heads())
        shelved = self.shelf[index] if 0 <= index < len(self.shelf) else None
        return shelved.path if shelved is not None and shelved.record is not None else None

    def _choice(self, shelved: LibraryEntry) -> Choice:
        record = shelved.record
        stage, path = self.stage, shelved.path
        if record is None:
            problem = localized(shelved.problem)
            return Choice(
                path.name,
                lambda: stage.push(FaultScene(stage, path, problem, may_open=True)),
                problem,
                words.UNREADABLE(),
                buttons.LOOK(),
            )
        game = game_title(record.game.name)
        if record.title:
            told = from_data if is_sample(path) else str
            title, head, value = told(record.title), told(record.comment) or game, game
        else:
            when = record.started[:16] or path.stem
            who = players_line(record.players, record.game.name)
            head = words.PLAYED(when=when, who=who) if who else when
            title, value = game, _listed(record)
        look = partial(stage.go, to.Viewer(path))
        return Choice(title, look, f"{head}\n{_story(record)}", value, buttons.LOOK())

    def draw_info(self, pen: Pen, box: Box) -> None:
        """Draw the last position of the chosen record over its story."""
        path, gap = self._path(), pen.layout.px(10)
        if not has_text_below(pen.layout, box):
            view = Box(box.x, box.y, min(box.h, box.w // 2), box.h)
            text_box = Box(view.right + gap, box.y, box.right - view.right - gap, box.h)
        else:
            view = Box(box.x, box.y, box.w, round(box.h * 0.55))
            text_box = Box(box.x, view.bottom + gap, box.w, box.bottom - view.bottom - gap)
        if path is not None:
            self._draw_end(pen, view, path)
        else:
            text_box = box
        pen.panel(text_box)
        inner = text_box.inset(pen.layout.px(14), pen.layout.px(12))
        if path is None:
            pen.paragraph(self.note(), inner, 21 if pen.layout.is_portrait else 17, "text", False)
        else:
            text = whole_sentences(pen, inner, self.note())
            pen.paragraph(text, inner, 17, least=LEAST_STORY)

    def is_waiting(self) -> bool:
        """Return whether a last position is being found."""
        return self._peek is not None and not self._is_drawn

    def update(self, now_s: float) -> None:
        """Work out the last position of the chosen record, and show it when it is there."""
        path = self._path()
        if path != self._peeked:
            if self._peek is not None:
                self._peek.drop()
            self._peeked, self._is_drawn = path, False
            self._peek = Background("last-position", partial(self._last, path)) if path else None
        if self._peek is not None and self._peek.is_over and not self._is_drawn:
            self._is_drawn = True
            self.stage.redraw()

    def _last(self, path: Path, tell: OnProgress) -> Position:
        """Return the last position of the record at *path*, with nothing that is hidden."""
        course = self.stage.services.library.course(
            path, is_lenient=False, is_hiding=True, watch=lambda ply: tell(ply, 0)
        )
        return course.positions[-1]

    def _draw_end(self, pen: Pen, view: Box, path: Path) -> None:
        last = self._peek.made if self._peek is not None and self._peeked == path else None
        if last is not None:
            paint_small(pen.surface, self.stage, view, last)


def _story(record: Record) -> str:
    """Return how it ended and how long it took; why, where no sentence stands for the game."""
    ended = words.UNFINISHED()
    if record.outcome is not None:
        # In full they stand over it.
        game, voice = record.game.name, onlooker(record.players, is_short=True)
        ended = f"{outcome_text(record.outcome, game, voice)}."
        if not (record.title and record.comment):
            ended = f"{ended} {reason_text(record.outcome, game, voice)}"
    return f"{ended} {plies_text(len(record.plies))}." if record.plies else ended


def _listed(record: Record) -> str:
    """Return who played, or of guests who won, and on which day, in a few words."""
    outcome, day = record.outcome, record.started[:10]
    ended = outcome_text(outcome, record.game.name) if outcome else words.NOT_FINISHED()
    who = players_title(record.players) or ended
    return words.LISTED(who=who, when=day) if day else who


class ResultsScene(MenuScene):
    """A line for each pair and game, who played last first, and whether ratings are told."""

    name = "results"

    def __init__(self, stage: UiContext, shelf: Sequence[LibraryEntry]) -> None:
        super().__init__(stage)
        played = encounters_of(shelved.record for shelved in shelf if shelved.record is not None)
        self._scores, self._ratings = scores_of(played), ratings_of(played)

    def title(self) -> str:
        return words.RESULTS.title() if self._scores else words.NO_RESULTS()

    def make_choices(self) -> list[Choice]:
        """Return a line for each pair and game, then the one that tells ratings."""
        ratings = self._ratings if self.stage.config.play.rating else {}
        lines = [
            Choice(
                words.pair_title(score),
                None,
                words.pair_text(score, ratings),
                words.score_text(score),
            )
            for score in self._scores
        ]
        return [*lines, option_choice(self.stage, "rating", words.RATINGS)]


class FaultScene(MenuScene):
    """The reason with its line; leaving it comes first.

    With *may_open* its good part may be opened, which has not been tried yet.
    """

    name = "fault"

    def __init__(self, stage: UiContext, path: Path, problem: str, *, may_open: bool) -> None:
        super().__init__(stage)
        self._path = path
        self._problem = problem
        self._may_open = may_open

    def title(self) -> str:
        return words.ASK_GOOD_PART() if self._may_open else words.NO_GOOD_PART()

    def make_choices(self) -> list[Choice]:
        """Return the way out, and the good part where it may be had."""
        line = f"{self._path.name}:\n{self._problem}"
        leave = Choice.of(words.LEAVE_IT, self.leave, line)
        if not self._may_open:
            return [leave]
        line = f"{words.OPEN_GOOD_PART.line()}\n{line}"
        return [leave, Choice.of(words.OPEN_GOOD_PART, self._open, line)]

    def _open(self) -> None:
        self.stage.pop()
        self.stage.go(to.Viewer(self._path, is_lenient=True))
