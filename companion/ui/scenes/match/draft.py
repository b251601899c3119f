"""A game that begins once its table is set: until then, who plays it can change."""

from __future__ import annotations

from companion.match.match import Match
from companion.match.new_match import NewMatch
from companion.match.seats import seated
from companion.ui.desk import Desk
from companion.ui.scenes.start.players import against, keep_players, possible_levels
from companion.words.scenes.opponents import opponents_line


class Draft:
    """What was chosen of a game: its rules, its players, its clock.

    Attributes:
        match: the match as it would begin, kept nowhere.
        is_changed: whether other players than those chosen before have stepped in.
    """

    is_changed = False

    def __init__(self, stage: Desk, new: NewMatch) -> None:
        players = seated(new.players, new.game.seat_count(new.options))
        self._stage = stage
        self._new = new._replace(players=players)
        levels = possible_levels(new.game, new.options)
        offered = tuple(against(level, players) for level in levels)
        self._offered = offered if players in offered else (players, *offered)
        self.match = stage.services.library.draft(self._new)

    @property
    def has_others(self) -> bool:
        """Return whether somebody else could play."""
        return len(self._offered) > 1

    def told(self) -> str:
        """Return who plays, as a line of the screen."""
        return opponents_line(self._new.players, self._new.game.name)

    def step(self, by: int) -> None:
        """Have others play: two people, then one against the computer, level by level."""
        at = self._offered.index(self._new.players) + by
        self._new = self._new._replace(players=self._offered[at % len(self._offered)])
        self.is_changed = True
        self.match = self._stage.services.library.draft(self._new)

    def begin(self) -> Match:
        """Return the match begun; players that were changed here are those chosen last."""
        new = self._new
        if self.is_changed:
            keep_players(self._stage, new.players)
        return self._stage.services.library.start(new)
