"""Tables of endgames: what is known, and having more worked out while the program is played."""

from __future__ import annotations

from companion.engine.endgames import Endgames
from companion.ui.scenes.menu import Choice, MenuScene
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Pen
from companion.words import buttons
from companion.words.games import game_title
from companion.words.scenes import tables as words
from companion.words.scenes.settings import PERCENT


class TablesScene(MenuScene):
    """A line for what is known of each game, and one for each table that can be built."""

    name = "tables"
    heading = words.TABLES.title
    has_picture = True
    _shown: tuple[float, bool] | None = None

    def make_choices(self) -> list[Choice]:
        """Return what is known, and what may be built, of each game that has tables."""
        # Imported here, as all of the search is, behind the first picture.
        from companion.engine.knowledge import games_with_tables

        return [
            choice
            for game, endgames in games_with_tables().items()
            for choice in self._lines(game, endgames)
        ]

    def _lines(self, game: str, endgames: Endgames) -> list[Choice]:
        known, half_built = endgames.pieces(), endgames.half_built()
        lines = [
            Choice(game_title(game), None, words.known_text(game, known), words.known_size(known))
        ]
        for pieces in range(max(known + 1, 2), endgames.most_offered + 1):
            lines.append(self._line(game, endgames, pieces, is_begun=pieces in half_built))
        return lines

    def _line(self, game: str, endgames: Endgames, pieces: int, *, is_begun: bool) -> Choice:
        tables, title = self.stage.services.tables, words.table_title(game, pieces)
        build = tables.build
        is_it = build is not None and (build.game, build.pieces) == (game, pieces)
        if build is not None and is_it and not build.is_over:
            line, share = words.left_text(build.left_s()), int(100 * build.share)
            return Choice(title, tables.close, line, PERCENT(percent=share), words.STOP())
        line = words.cost_text(endgames.cost(pieces))
        if build is not None and is_it and build.problem:
            line = f"{words.failed_text(build.problem)}\n{line}"
        value, verb = (words.HALF_BUILT(), buttons.GO_ON()) if is_begun else ("", words.BUILD())
        return Choice(title, lambda: tables.start(game, pieces), line, value, verb)

    def update(self, now_s: float) -> None:
        """Show how far the table is that is being built, or that it is there."""
        super().update(now_s)
        build = self.stage.services.tables.build
        state = (build.share, build.is_over) if build is not None else None
        if state != self._shown:
            self._shown = state
            self.refresh()

    def draw_info(self, pen: Pen, box: Box) -> None:
        """Draw what the chosen line means, over a bar while a table is being built."""
        build = self.stage.services.tables.running()
        if build is not None:
            text = words.building_text(build.game, build.share)
            box = pen.share(box, text, build.share)
        super().draw_info(pen, box)
