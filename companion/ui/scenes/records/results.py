"""Who has won how often, pair by pair and game by game."""

from __future__ import annotations

from collections.abc import Sequence

from companion.storage.library import Shelved
from companion.storage.results import encounters_of, ratings_of, scores_of
from companion.ui.desk import Desk
from companion.ui.scenes.choice import Choice
from companion.ui.scenes.menu import MenuScene
from companion.words.buttons import on_off
from companion.words.scenes import results as words


class ResultsScene(MenuScene):
    """A line for each pair and game, who played last first, and whether ratings are told."""

    name = "results"

    def __init__(self, stage: Desk, shelf: Sequence[Shelved]) -> None:
        super().__init__(stage)
        played = encounters_of(shelved.record for shelved in shelf if shelved.record is not None)
        self._scores, self._ratings = scores_of(played), ratings_of(played)

    def title(self) -> str:
        """Return the heading."""
        return words.TITLE() if self._scores else words.NO_RESULTS()

    def make_choices(self) -> list[Choice]:
        """Return a line for each pair and game, then the one that tells ratings."""
        has_ratings = self.stage.config.play.rating
        ratings = self._ratings if has_ratings else {}
        lines = [
            Choice(
                words.pair_title(score),
                None,
                words.pair_text(score, ratings),
                words.score_text(score),
            )
            for score in self._scores
        ]
        return [*lines, self.option_choice("rating", words.RATINGS, on_off(has_ratings))]
