"""The tables of endgames on this machine: which cannot be used, and the one that is being built.

A table is built in a process of its own while the program is played; this looks at it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.ui.widgets.background import Background, Tell
from companion.words.scenes.tables import built_text, failed_text, fault_text, half_built_text

if TYPE_CHECKING:
    from companion.engine.tables.behind import TableBuild


def _begin(game: str, pieces: int) -> TableBuild:
    # Imported here, as all of the search that follows, behind the first picture.
    from companion.engine.tables.behind import TableBuild

    return TableBuild(game, pieces)


class Tables:
    """The tables that were and are built here.

    Args:
        tell: has the start screen tell a sentence.
        renew: has the search use a new table; returns False where that has to wait.
        begin: begins to build a table of a game with so many pieces.

    Attributes:
        build: the table that is being built, or was last; None as yet.
    """

    def __init__(
        self,
        tell: Callable[[str], None],
        renew: Callable[[], bool],
        begin: Callable[[str, int], TableBuild] = _begin,
    ) -> None:
        self.build: TableBuild | None = None
        self._tell, self._renew, self._begin = tell, renew, begin
        self._looking: Background[list[str]] | None = None
        self._is_new = False

    def look(self) -> None:
        """Find out in a thread which tables cannot be used."""
        self._looking = Background("tables", _looked, 0.0)

    def start(self, game: str, pieces: int) -> None:
        """Build a table, or go on where it was stopped; another one is stopped."""
        self.close()
        self.build = self._begin(game, pieces)

    def running(self) -> TableBuild | None:
        """Return the table that is being built now."""
        return self.build if self.build is not None and not self.build.is_over else None

    def close(self) -> None:
        """Stop building; what is solved is kept."""
        if self.build is not None:
            self.build.stop()

    def update(self, now_s: float) -> bool:
        """See how far all is; return whether something has to be drawn."""
        is_changed = self._tell_found()
        build = self.running()
        if build is not None and build.update(now_s):
            is_changed = True
            if build.is_done:
                self._is_new = True
                self._tell(built_text(build.game, build.pieces))
            elif build.problem:
                self._tell(failed_text(build.problem))
        if self._is_new:
            self._is_new = not self._renew()
        return is_changed

    def _tell_found(self) -> bool:
        if self._looking is None or not self._looking.is_over:
            return False
        looking, self._looking = self._looking, None
        for text in looking.made or ():
            self._tell(text)
        return True


def _looked(tell: Tell) -> list[str]:
    """Return what to tell of the tables that were built here: faults, then half-built ones.

    Damaged ones that come with the program are noted.
    """
    from companion.engine.endgames import built_folder
    from companion.engine.tables.file import note_damaged_tables

    note_damaged_tables()
    folder = built_folder()
    if not folder.is_dir() or not any(folder.iterdir()):
        return []
    # Knows how each game is searched, which takes some memory.
    from companion.engine.knowledge import games_with_tables

    games = games_with_tables()
    return [
        *(fault_text(fault) for endgames in games.values() for fault in endgames.faults()),
        *(half_built_text(game, n) for game, known in games.items() for n in known.half_built()),
    ]
