"""A USB stick: games and the whole collection are taken along, or a collection is brought back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from companion.ports import Stick, StickState
from companion.storage.disk import Disk
from companion.storage.restore import (
    ARCHIVE_LIMIT,
    Collection,
    RestorePlan,
    plan_restore,
    restore,
)
from companion.storage.stick import (
    OWN_FOLDER,
    collections_on,
    game_files,
    put_files,
    take_collection,
    take_files,
)
from companion.ui import destinations as to
from companion.ui.context import UiContext
from companion.ui.scenes.menu import AskScene, Choice, MenuScene
from companion.ui.widgets.background import Background, OnProgress
from companion.words import stick as words
from companion.words.collection import plan_lines
from companion.words.translate import problem_text

MOST_TOLD: Final = 3
"""Of what bringing back would do so many sentences, the first, have room in large letters."""


class CheckedCollection(NamedTuple):
    """A collection that may be brought back, and what that would do."""

    collection: Collection
    plan: RestorePlan


class StickScene(MenuScene):
    """What a stick that is in offers; how far it is with being let go of.

    Args:
        record: the record that is looked at, or None.
    """

    name = "stick"

    def __init__(self, stage: UiContext, stick: Stick, record: Path | None) -> None:
        super().__init__(stage)
        self._stick = stick
        self._record = record
        self._shown = (stick.state(), stick.problem())
        # What came of the lines that were chosen.
        self._told: dict[str, str] = {}

    def title(self) -> str:
        return words.HEADING()

    def make_choices(self) -> list[Choice]:
        """Return what can be done now, or the one thing to know."""
        folder = self._stick.folder()
        match self._stick.state():
            case StickState.IN if folder is not None:
                return self._offered(folder)
            case StickState.LEAVING:
                return [Choice.of(words.LEAVING, None)]
            case StickState.SAFE:
                return [Choice.of(words.SAFE, self.leave)]
            case _:
                return [Choice.of(words.OUT, self.leave, "\n".join(self._told.values()))]

    def _offered(self, folder: Path) -> list[Choice]:
        told, state = self._told, self.stage.services.library.folder
        problem = self._stick.problem()
        let_go = words.NOT_LET_GO(reason=problem_text(problem)) if problem else ""
        game = (
            []
            if self._record is None
            else [
                Choice.of(
                    words.TAKE_GAME,
                    partial(self._take, "game", partial(_put_game, self._record, folder)),
                    told.get("game", ""),
                )
            ]
        )
        return [
            *game,
            Choice.of(
                words.TAKE_FILES,
                partial(self._take, "files", partial(take_files, state, folder, Disk())),
                told.get("files", ""),
            ),
            Choice.of(
                words.TAKE_COLLECTION,
                partial(self._take, "all", partial(take_collection, state, folder, Disk())),
                told.get("all", ""),
            ),
            Choice.of(words.BRING_BACK, partial(self._look, folder), told.get("back", "")),
            Choice.of(words.LET_GO, self._let_go, let_go),
        ]

    def update(self, now_s: float) -> None:
        """Show how the stick is now."""
        super().update(now_s)
        # Another one that is put in is offered here.
        self.stage.services.has_new_stick()
        shown = (self._stick.state(), self._stick.problem())
        if shown != self._shown:
            self._shown = shown
            self.refresh()

    def is_waiting(self) -> bool:
        """Return whether the stick is being let go of."""
        return self._stick.state() is StickState.LEAVING

    def _tell(self, kind: str, text: str) -> None:
        self._told[kind] = text
        self.refresh()

    def _take(self, kind: str, work: Callable[[OnProgress], int]) -> None:
        """Put files on the stick, and tell how many, or why not all."""

        def taken(count: int) -> None:
            self._tell(kind, words.taken_text(count, OWN_FOLDER))

        def failed(problem: str) -> None:
            self._tell(kind, words.NOT_TAKEN(reason=problem_text(problem)))

        taking = Background("stick-write", work)
        self.stage.go(to.AwaitWork(taking, words.taking_banner, taken, failed))

    def _let_go(self) -> None:
        self._stick.let_go()

    def _look(self, folder: Path) -> None:
        """List the collections on the stick."""

        def found(paths: Sequence[Path]) -> None:
            self.stage.push(CollectionsScene(self.stage, paths, partial(self._tell, "back")))

        def failed(problem: str) -> None:
            self._tell("back", words.NOT_READ(reason=problem_text(problem)))

        looking = Background("stick-read", lambda tell: collections_on(folder))
        self.stage.go(to.AwaitWork(looking, words.looking_banner, found, failed))


def _put_game(record: Path, stick: Path, watch: OnProgress) -> int:
    """Put the game of *record* on *stick* in each format; return how many files that are."""
    files = [(name, partial(bytes, data)) for name, data in game_files(record, Disk())]
    return put_files(files, len(files), stick, Disk(), watch)


class CollectionsScene(MenuScene):
    """The collections on a stick; the one that is chosen is checked.

    Args:
        tell: is told what came of it.
    """

    name = "collections"
    heading = words.WHICH

    def __init__(
        self, stage: UiContext, paths: Sequence[Path], tell: Callable[[str], None]
    ) -> None:
        super().__init__(stage)
        self._paths = paths
        self._tell = tell

    def make_choices(self) -> list[Choice]:
        """Return a line for each."""
        if not self._paths:
            return [Choice.of(words.NONE_FOUND, None)]
        return [
            Choice(path.name, partial(self._check, path), path.parent.name) for path in self._paths
        ]

    def _check(self, path: Path) -> None:
        state = self.stage.services.library.folder
        boards = self.stage.services.library.boards

        def check(watch: OnProgress) -> CheckedCollection:
            collection = Collection(Disk().read(path, ARCHIVE_LIMIT), path.name, watch)
            return CheckedCollection(
                collection, plan_restore(collection, state, Disk(), boards, watch)
            )

        checking = Background("stick-read", check)
        self.stage.go(to.AwaitWork(checking, words.looking_banner, self._ask, self._refuse))

    def _ask(self, checked: CheckedCollection) -> None:
        """Say what bringing it back would do, and ask."""
        told = plan_lines(checked.plan)
        if not checked.plan.incoming:
            self.leave()
            self._tell("\n".join(told))
            return
        lines = "\n".join([words.WOULD_DO(), *told[:MOST_TOLD]])
        no = Choice.of(words.CHANGE_NOTHING, None, lines)
        yes = Choice.of(words.DO_BRING_BACK, partial(self._bring_back, checked), lines)
        self.stage.push(AskScene(self.stage, words.ASK(), no, yes))

    def _refuse(self, problem: str) -> None:
        self.leave()
        self._tell(words.NOT_BROUGHT_BACK(reason=problem_text(problem)))

    def _bring_back(self, checked: CheckedCollection) -> None:
        library = self.stage.services.library

        def work(watch: OnProgress) -> bool:
            restore(checked.plan, checked.collection, library.folder, Disk(), watch)
            return True

        def done(_: bool) -> None:
            library.look_again()
            self.stage.services.progress.read_again()
            self.leave()
            self._tell(words.BROUGHT_BACK())

        returning = Background("stick-restore", work)
        self.stage.go(to.AwaitWork(returning, words.returning_banner, done, self._refuse))
