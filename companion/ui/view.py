"""What a screen shows, says and lights at a moment: one value for everyone who reads it."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

from companion.clock import Face
from companion.contract import Board, Side
from companion.ports import PixelIndex
from companion.ui.board.marks import BoardPicture
from companion.ui.targets import TouchTarget
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen

Labels = tuple[ButtonLabel, ButtonLabel, ButtonLabel, ButtonLabel]

NOTHING: Final = ButtonLabel("")

NO_LABELS: Final[Labels] = (NOTHING, NOTHING, NOTHING, NOTHING)


class Topic(enum.StrEnum):
    """What a sentence is about; the settings have an option for each but the last."""

    MOVES = "moves"
    TURNS = "turns"
    REFUSALS = "refusals"
    TABLE = "table"
    HINTS = "hints"
    RESULTS = "results"
    CLOCK = "clock"
    SCREEN = "screen"


class ShownTimes(NamedTuple):
    """What the clocks of a match show: whose each is, what it shows, and whose runs, if any."""

    names: tuple[str, str]
    faces: tuple[Face, Face]
    running: Side | None


class View(NamedTuple):
    """One screenful.

    Attributes:
        key: tells one screen from another.
        banner: the text on top: a heading, or whose turn it is and what is expected next.
        labels: what Back, Next, Hint and Confirm do.
        note: the sentence on what was touched, refused or chosen, or an empty text.
        is_alarming: the note tells of something refused, or warns.
        board: whose dots the lamps light, or None for darkness.
        picture: what board and lamps show.
        panels: draw what is between banner and buttons, one after the other, and change nothing.
        targets: what a finger can mean, what is in front first.
        single_lamp: the one lamp of the strip that is lit, or None where the picture tells.
        topics: what banner and note are about, for who chose what is spoken.
        pointed: what the cursor is on, as it is said, or an empty text.
        played: how many moves were made, and the last of them in words.
        retold: what the note says of a move that `played` or the banner tells as well, and what
            is left to say of it after these.
        is_brief: it is only there for a moment, and not worth a sentence.
        stamp: changes whenever Confirm would mean something else.
        has_menu: the menu's button is on screen.
        is_across: who is to read it sits at the far edge of the screen.
        takes_all: the four buttons are not on screen, and touches of their places come.
        lists_moves: holding Hint opens the list of all moves.
        is_thinking: an answer of the search is waited for.
        times: what the clocks show, or None where there are none.
        keeps_hint: nothing but holding Hint does what it does here.
    """

    key: object
    banner: Banner = Banner("")
    labels: Labels = NO_LABELS
    note: str = ""
    is_alarming: bool = False
    board: Board | None = None
    picture: BoardPicture = BoardPicture()
    panels: tuple[Callable[[Pen, View], None], ...] = ()
    targets: tuple[TouchTarget, ...] = ()
    single_lamp: PixelIndex | None = None
    topics: tuple[Topic, Topic] = (Topic.SCREEN, Topic.SCREEN)
    pointed: str = ""
    played: tuple[int, str] = (0, "")
    retold: tuple[str, str] = ("", "")
    is_brief: bool = False
    stamp: object = None
    has_menu: bool = False
    is_across: bool = False
    takes_all: bool = False
    keeps_hint: bool = False
    lists_moves: bool = False
    is_thinking: bool = False
    times: ShownTimes | None = None


class Screen(Protocol):
    """Something that fills the screen."""

    def show(self) -> View:
        """Return what shows now."""
