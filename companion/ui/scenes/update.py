"""Another version of the program: put in from a USB stick, or the one before started again."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final

from companion import version
from companion.ports import Offer, Updates
from companion.ui import destinations as to
from companion.ui.context import UiContext
from companion.ui.scenes.menu import Choice, MenuScene
from companion.ui.widgets.background import Background, OnProgress
from companion.words import buttons
from companion.words.buttons import MenuLine, menu_line
from companion.words.screens import ABOUT, UPDATE
from companion.words.translate import Phrase, problem_text, tr

START: Final = menu_line(
    "Start version {version}",
    "The program starts again with this version. An unfinished game stays as it is.",
    buttons.CHOOSE,
)
INSTALL: Final = MenuLine(Phrase("Install version {version}"), verb=buttons.CHOOSE)
BACK: Final = menu_line(
    "Go back to version {version}",
    "It is kept on this table. Saved games stay as they are.",
    buttons.CHOOSE,
)
NO_STICK: Final = menu_line("No USB stick", "Put in a stick with an update on it.")
NONE_FITS: Final = MenuLine(Phrase("No update"))
BRINGS: Final = Phrase("What is new: {changes}")
UNCHANGED: Final = Phrase("Nothing has been changed: {reason}")

MOST_TOLD: Final = 240
"""Characters of what a version brings that have room in large letters."""

SENTENCE_END: Final = re.compile(r"(?<=[.!?]) ")
LINK: Final = re.compile(r"\[([^]]*)\]\([^)]*\)")
MARKUP: Final = re.compile(r"[*`]")


def changes_text(changes: str) -> str:
    """Return the first sentences of *changes*, lists in Markdown, as many as have room."""
    told = ""
    lines = (line.removeprefix("- ") for line in changes.splitlines() if line.startswith("- "))
    plain = MARKUP.sub("", LINK.sub(r"\1", " ".join(lines)))
    for sentence in SENTENCE_END.split(plain):
        if len(told) + len(sentence) >= MOST_TOLD:
            break
        told = f"{told} {sentence}".strip()
    return told


def looking_banner(done: int, count: int) -> str:
    """Return that a stick is being read, in at most sixty characters."""
    return tr("Reading the stick…")


def changing_banner(done: int, count: int) -> str:
    """Return how far another version is being made ready, in at most sixty characters."""
    return tr("Preparing the other version: {percent}%").format(percent=done)


class UpdateScene(MenuScene):
    """What is on the stick, which version starts next, and which one can be gone back to."""

    name = "update"
    heading = UPDATE.title

    def __init__(self, stage: UiContext, updates: Updates, about: Callable[[], None]) -> None:
        super().__init__(stage)
        self._updates = updates
        self._about = about
        self._offer: Offer | None = None
        # Why there is no offer, and what has come of a line that was chosen.
        self._problem = self._failure = ""

    def make_choices(self) -> list[Choice]:
        """Return what can be done now, what was just prepared first."""
        following, before = self._updates.next_version(), self._updates.version_before()
        choices = [self._start_choice(following)] if following not in ("", version()) else []
        if not choices:
            choices.append(self._stick_choice())
        if before:
            title = BACK.title(version=before)
            act = partial(self._change, self._updates.go_back)
            choices.append(Choice(title, act, self._failure or BACK.line(), verb=BACK.verb(),
                                  words=BACK))  # fmt: skip
        return [*choices, Choice.of(ABOUT, self._about)]

    def _start_choice(self, following: str) -> Choice:
        title = START.title(version=following)
        return Choice(title, self._start, START.line(), verb=START.verb(), words=START)

    def _stick_choice(self) -> Choice:
        stick = self.stage.services.stick
        if stick is None or stick.folder() is None:
            return Choice.of(NO_STICK, None)
        if self._offer is None:
            return Choice.of(NONE_FITS, None, self._problem)
        title, brings = INSTALL.title(version=self._offer.version), ""
        if changes := changes_text(self._offer.changes):
            brings = BRINGS(changes=changes)
        act = partial(self._change, self._updates.install)
        return Choice(title, act, self._failure or brings, verb=INSTALL.verb(), words=INSTALL)

    def update(self, now_s: float) -> None:
        """Look at a stick that is put in while this is shown."""
        super().update(now_s)
        if self.stage.services.has_new_stick():
            self.look()

    def look(self) -> None:
        """Read and check what is on the stick that is in, if one is."""
        stick = self.stage.services.stick
        folder = stick.folder() if stick is not None else None
        self._offer, self._problem = None, ""
        if folder is None:
            return

        def found(offer: Offer) -> None:
            self._offer = offer
            self.refresh()

        def failed(problem: str) -> None:
            self._problem = problem_text(problem)
            self.refresh()

        looking = Background("update-read", lambda tell: self._updates.on_stick(folder))
        self.stage.go(to.AwaitWork(looking, looking_banner, found, failed))

    def _change(self, work: Callable[[OnProgress], str]) -> None:
        """Have another version start next, and offer to start it."""

        def done(_: str) -> None:
            self._failure = ""
            self.list.selected = 0
            self.refresh()

        def failed(problem: str) -> None:
            self._failure = UNCHANGED(reason=problem_text(problem))
            self.refresh()

        self.stage.go(to.AwaitWork(Background("update", work), changing_banner, done, failed))

    def _start(self) -> None:
        self.stage.services.library.save()
        self.stage.is_restarting = self.stage.is_closing = True
