"""A USB stick: games and the whole collection are taken along, or a collection is brought back."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from companion.ports import Stick, StickState
from companion.storage.bundle import LIST_NAME
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
from companion.words import buttons
from companion.words.buttons import MenuLine, menu_line
from companion.words.collection import plan_lines
from companion.words.table import left_out_text
from companion.words.translate import Phrase, ntr, problem_text, tr

HEADING: Final = Phrase("A USB stick is here")
WHICH: Final = Phrase("Which collection?")
ASK: Final = Phrase("Bring this collection back?")

USE: Final = menu_line("USB stick", "Take games along, or bring a collection back.", buttons.LOOK)
TAKE_GAME: Final = menu_line(
    "Take this game",
    "Save the game you are looking at on the stick, in each format.",
    buttons.SAVE,
)
TAKE_FILES: Final = menu_line(
    "Take games and pictures",
    "Save each record, picture and exported file on the stick.",
    buttons.SAVE,
)
TAKE_COLLECTION: Final = menu_line(
    "Take the whole collection",
    "Save all games, records and settings on the stick in one file. Any table can bring it back.",
    buttons.SAVE,
)
BRING_BACK: Final = menu_line(
    "Bring a collection back",
    "Choose one on the stick. It is checked, and you are asked before anything changes.",
    buttons.LOOK,
)
LET_GO: Final = menu_line("Pull the stick out", "Wait until the screen says that you may.")
NONE_FOUND: Final = menu_line(
    "No collection found",
    "A collection is a zip file that a table has saved. It has to be at the top of the stick or "
    "in the table's own folder.",
)
WOULD_DO: Final = Phrase("If you bring it back:")
CHANGE_NOTHING: Final = MenuLine(Phrase("Change nothing"), verb=buttons.GO_BACK)
DO_BRING_BACK: Final = MenuLine(Phrase("Bring it back"), verb=buttons.YES)

LEAVING: Final = menu_line("Please wait", "The stick is still being written. Leave it in.")
SAFE: Final = menu_line("You may pull the stick out", "Everything is on it.", buttons.GO_BACK)
OUT: Final = MenuLine(Phrase("The stick is out"), verb=buttons.GO_BACK)

NOT_LET_GO: Final = Phrase("Leave the stick in: {reason}")
NOT_TAKEN: Final = Phrase("Not everything is on the stick: {reason}")
NOT_READ: Final = Phrase("The stick cannot be read: {reason}")
NOT_BROUGHT_BACK: Final = Phrase("Nothing has been changed: {reason}")
BROUGHT_BACK: Final = Phrase("Done. It is all here now.")


def files_text(count: int) -> str:
    """Return that *count* files are in our folder on the stick."""
    return ntr(
        "{count} file is on the stick, in the folder {folder}.",
        "{count} files are on the stick, in the folder {folder}.",
        count,
        folder=OWN_FOLDER,
    )


def collection_text(left_out: int) -> str:
    """Return that the collection is on the stick, and that *left_out* files are not in it."""
    lines = [files_text(1)]
    if left_out:
        lines.append(left_out_text(left_out, LIST_NAME))
    return "\n".join(lines)


def taking_banner(done: int, count: int) -> str:
    """Return how far files are being put on a stick, in at most sixty characters."""
    if not count:
        return tr("Writing to the stick…")
    return tr("Writing to the stick: {done} of {count}").format(done=done, count=count)


def looking_banner(done: int, count: int) -> str:
    """Return how far a collection is being read and checked, in at most sixty characters."""
    if not count:
        return tr("Reading the stick…")
    return tr("Checking the collection: {done} of {count}").format(done=done, count=count)


def returning_banner(done: int, count: int) -> str:
    """Return how far a collection is being brought back, in at most sixty characters."""
    return tr("Bringing it back: {done} of {count}").format(done=done, count=count)


MOST_LINES: Final = 3
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
        # By what was done: what came of it, in place of what its line tells.
        self._notes: dict[str, str] = {}

    def title(self) -> str:
        return HEADING()

    def make_choices(self) -> list[Choice]:
        """Return what can be done now, or the one thing to know."""
        folder = self._stick.folder()
        match self._stick.state():
            case StickState.IN if folder is not None:
                return self._offered(folder)
            case StickState.LEAVING:
                return [Choice.of(LEAVING, None)]
            case StickState.SAFE:
                return [Choice.of(SAFE, self.leave)]
            case _:
                return [Choice.of(OUT, self.leave, "\n".join(self._notes.values()))]

    def _offered(self, folder: Path) -> list[Choice]:
        notes, state = self._notes, self.stage.services.library.folder
        problem = self._stick.problem()
        let_go = NOT_LET_GO(reason=problem_text(problem)) if problem else ""
        game = (
            []
            if self._record is None
            else [
                Choice.of(
                    TAKE_GAME,
                    partial(
                        self._take, "game", partial(_put_game, self._record, folder), files_text
                    ),
                    notes.get("game", ""),
                )
            ]
        )
        return [
            *game,
            Choice.of(
                TAKE_FILES,
                partial(
                    self._take, "files", partial(take_files, state, folder, Disk()), files_text
                ),
                notes.get("files", ""),
            ),
            Choice.of(
                TAKE_COLLECTION,
                partial(
                    self._take,
                    "all",
                    partial(take_collection, state, folder, Disk()),
                    collection_text,
                ),
                notes.get("all", ""),
            ),
            Choice.of(BRING_BACK, partial(self._look, folder), notes.get("back", "")),
            Choice.of(LET_GO, self._let_go, let_go),
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
        self._notes[kind] = text
        self.refresh()

    def _take(
        self, kind: str, work: Callable[[OnProgress], int], text_of: Callable[[int], str]
    ) -> None:
        """Put files on the stick, and tell what came of it by *text_of*, or why not all are."""

        def taken(count: int) -> None:
            self._tell(kind, text_of(count))

        def failed(problem: str) -> None:
            self._tell(kind, NOT_TAKEN(reason=problem_text(problem)))

        taking = Background("stick-write", work)
        self.stage.go(to.AwaitWork(taking, taking_banner, taken, failed))

    def _let_go(self) -> None:
        self._stick.let_go()

    def _look(self, folder: Path) -> None:
        """List the collections on the stick."""

        def found(paths: Sequence[Path]) -> None:
            self.stage.push(CollectionsScene(self.stage, paths, partial(self._tell, "back")))

        def failed(problem: str) -> None:
            self._tell("back", NOT_READ(reason=problem_text(problem)))

        looking = Background("stick-read", lambda tell: collections_on(folder))
        self.stage.go(to.AwaitWork(looking, looking_banner, found, failed))


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
    heading = WHICH

    def __init__(
        self, stage: UiContext, paths: Sequence[Path], tell: Callable[[str], None]
    ) -> None:
        super().__init__(stage)
        self._paths = paths
        self._tell = tell

    def make_choices(self) -> list[Choice]:
        """Return a line for each."""
        if not self._paths:
            return [Choice.of(NONE_FOUND, None)]
        return [
            Choice(path.name, partial(self._check, path), path.parent.name) for path in self._paths
        ]

    def _check(self, path: Path) -> None:
        state = self.stage.services.library.folder
        boards = self.stage.services.library.boards

        def check(watch: OnProgress) -> CheckedCollection:
            # All of it is in memory: the stick may be pulled out while the player is asked.
            file = io.BytesIO(Disk().read(path, ARCHIVE_LIMIT))
            collection = Collection(file, path.name, watch)
            return CheckedCollection(
                collection, plan_restore(collection, state, Disk(), boards, watch)
            )

        checking = Background("stick-read", check)
        self.stage.go(to.AwaitWork(checking, looking_banner, self._ask, self._refuse))

    def _ask(self, checked: CheckedCollection) -> None:
        """Say what bringing it back would do, and ask."""
        effects = plan_lines(checked.plan)
        if not checked.plan.incoming:
            self.leave()
            self._tell("\n".join(effects))
            return
        lines = "\n".join([WOULD_DO(), *effects[:MOST_LINES]])
        no = Choice.of(CHANGE_NOTHING, None, lines)
        yes = Choice.of(DO_BRING_BACK, partial(self._bring_back, checked), lines)
        self.stage.push(AskScene(self.stage, ASK(), no, yes))

    def _refuse(self, problem: str) -> None:
        self.leave()
        self._tell(NOT_BROUGHT_BACK(reason=problem_text(problem)))

    def _bring_back(self, checked: CheckedCollection) -> None:
        library = self.stage.services.library

        def work(watch: OnProgress) -> bool:
            restore(checked.plan, checked.collection, library.folder, Disk(), watch)
            return True

        def done(_: bool) -> None:
            library.look_again()
            self.stage.services.progress.read_again()
            self.leave()
            self._tell(BROUGHT_BACK())

        returning = Background("stick-restore", work)
        self.stage.go(to.AwaitWork(returning, returning_banner, done, self._refuse))
