"""A game that begins once its table is set: until then, who plays it can change."""

from __future__ import annotations

from companion.clock.setting import ClockSetting
from companion.contract import Game, Options
from companion.match.entries import HintLimits
from companion.match.match import Match
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

    def __init__(
        self,
        stage: Desk,
        game: Game,
        options: Options,
        seed: int,
        players: tuple[str, ...],
        hints: HintLimits,
        clock: ClockSetting | None,
    ) -> None:
        self._stage = stage
        self._game = game
        self._options = options
        self._seed = seed
        self._players = players = seated(players, game.seat_count(options))
        self._hints = hints
        self._clock = clock
        offered = tuple(against(level, players) for level in possible_levels(game, options))
        self._offered = offered if players in offered else (players, *offered)
        self.match = self._drafted()

    def _drafted(self) -> Match:
        library = self._stage.services.library
        return library.draft(self._game, self._options, self._seed, self._players, self._hints)

    @property
    def has_others(self) -> bool:
        """Return whether somebody else could play."""
        return len(self._offered) > 1

    def told(self) -> str:
        """Return who plays, as a line of the screen."""
        return opponents_line(self._players, self._game.name)

    def step(self, by: int) -> None:
        """Have others play: two people, then one against the computer, level by level."""
        at = self._offered.index(self._players) + by
        self._players = self._offered[at % len(self._offered)]
        self.is_changed = True
        self.match = self._drafted()

    def begin(self) -> Match:
        """Return the match begun; players that were changed here are those chosen last."""
        if self.is_changed:
            keep_players(self._stage, self._players)
        return self._stage.services.library.start(
            self._game,
            self._options,
            self._seed,
            players=self._players,
            hints=self._hints,
            clock=self._clock,
        )
