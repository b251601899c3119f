"""What the program asks of the world outside it, in the game's language.

Implementations live in `hardware` and `sim`; `companion.backends` chooses among them.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, NamedTuple, NewType, Protocol


class ButtonName(enum.Enum):
    """The four buttons, in the order in which they stand beside the board."""

    BACK = "back"
    NEXT = "next"
    HINT = "hint"
    CONFIRM = "confirm"


WITH_LONG_PRESS: Final = frozenset({ButtonName.BACK, ButtonName.HINT})
"""Buttons whose long press means something else: they act when let go, the others on the way down.
"""


class Press(NamedTuple):
    """One debounced press of a button.

    Attributes:
        is_long: held past the long-press time; a press is reported as one or the other.
        at_s: when the button went down, on the injected monotonic clock.
    """

    button: ButtonName
    is_long: bool
    at_s: float


class Previous(NamedTuple):
    """A walk back through what Next walks forward through."""

    at_s: float = 0.0


class Matrix(NamedTuple):
    """What sensors under the board tell at one moment.

    Attributes:
        size: columns and rows of the matrix.
        occupied: column and row, from 0, of each place where something stands.
    """

    size: tuple[int, int]
    occupied: frozenset[tuple[int, int]]


class Finding(NamedTuple):
    """What a check of the machine found, for `companion doctor`.

    Attributes:
        check: what was looked at, such as ``gpio``.
        code: what was found, a code that `companion.commands.doctor` has a sentence for.
        values: what belongs into the sentence.
    """

    check: str
    code: str
    values: tuple[str | int, ...] = ()


class Buttons(Protocol):
    """The four buttons beside the board."""

    def presses(self, now_s: float) -> Sequence[Press | Previous]:
        """Return the presses completed since the last call, oldest first; never blocks."""

    def has_news(self, now_s: float) -> bool:
        """Return whether `presses` may find something at *now_s*; never blocks."""

    def held(self) -> Mapping[ButtonName, float]:
        """Return since when each button has been down that was at the last call of `presses`.

        Since minus infinity where it was found down, so that nobody knows that it was pressed.
        """

    def problem(self) -> str:
        """Return why the buttons do not work, in a few words, or an empty text."""

    def close(self) -> None:
        """Release the pins; may be called twice."""


def latest(
    one: Mapping[ButtonName, float], other: Mapping[ButtonName, float]
) -> dict[ButtonName, float]:
    """Return since when each button has been held, of two places the one that was pressed last."""
    never = float("-inf")
    return {key: max(one.get(key, never), other.get(key, never)) for key in {**one, **other}}


class Sensors(Protocol):
    """The sensors under the dots of the board."""

    def matrix(self) -> Matrix | None:
        """Return what is occupied at this moment, or None while that is not known."""


class LinkState(enum.Enum):
    """How the LED grid is connected.

    The last four are of a controller that is there and cannot be used: it does not
    answer, speaks another protocol, has fewer lamps than the panel, or sends without end.
    """

    OFF = "off"
    SEARCHING = "searching"
    CONNECTED = "connected"
    LOST = "lost"
    SILENT = "silent"
    FOREIGN = "foreign"
    TOO_FEW = "too few"
    FLOODING = "flooding"


PixelIndex = NewType("PixelIndex", int)
"""A lamp's number along the strip, from 0."""


class LedGrid(Protocol):
    """The lamps under the dots of the board."""

    def show(self, frame: bytes) -> None:
        """Show *frame*, three bytes (red, green, blue) a lamp; never blocks, the newest wins."""

    def let_leave(self) -> None:
        """Wait a few milliseconds for the frame to leave, where it can in that time."""

    def state(self) -> LinkState:
        """Return how the link stands at this moment."""

    def close(self) -> None:
        """Darken the lamps where possible and release the port; may be called twice."""


class Loudspeaker(Protocol):
    """What is heard at the table."""

    def start(self) -> None:
        """Begin to open the device, without which nothing is heard; may be called again."""

    def play(self, sounds: Sequence[Traversable], volume: int) -> None:
        """Play the files *sounds* one after the other, at *volume* percent; never blocks."""

    def device_changed(self, *, is_lost: bool) -> None:
        """Note that a sound device has come, or that the one in use *is_lost*; never blocks."""

    def problem(self) -> str:
        """Return why nothing is heard, in a few words, or an empty text."""

    def close(self) -> None:
        """Be silent and release the device; may be called twice."""


class SpeechFault(enum.Enum):
    """Why nothing is spoken."""

    MISSING = "missing"
    CRASHED = "crashed"
    HANGS = "hangs"
    FLOODS = "floods"


class Speech(Protocol):
    """What says sentences at the table."""

    def say(self, text: str, urgency: int, volume: int) -> None:
        """Say *text* at *volume* percent; never blocks.

        It cuts off what is being said, unless that is more urgent; then it comes next, in
        place of whatever waited.
        """

    def problem(self) -> SpeechFault | None:
        """Return why the last sentence was not said, or None."""

    def close(self) -> None:
        """Be silent; may be called twice."""


class OffState(enum.Enum):
    """How far the machine is with switching off."""

    ON = "on"
    GOING = "going"
    DONE = "done"
    REFUSED = "refused"


class Power(Protocol):
    """What switches the machine off."""

    def switch_off(self, now_s: float) -> None:
        """Begin to switch the machine off; never blocks."""

    def state(self, now_s: float) -> OffState:
        """Return how far it is; once it is done the system ends this program, too."""

    def reason(self) -> str:
        """Return why the machine was not switched off, in a few words, or an empty text."""


class StickState(enum.Enum):
    """Where a USB stick is, and how far letting go of it."""

    OUT = "out"
    IN = "in"
    LEAVING = "leaving"
    SAFE = "safe"


class Stick(Protocol):
    """A USB stick that players put in and pull out."""

    def folder(self) -> Path | None:
        """Return where its files are, None where it is out or being let go of; never blocks."""

    def let_go(self) -> None:
        """Begin to make it safe to pull out; never blocks."""

    def state(self) -> StickState:
        """Return where it is at this moment; never blocks."""

    def problem(self) -> str:
        """Return why it could not be let go of, in a few words, or an empty text."""

    def close(self) -> None:
        """Stop looking for it; may be called twice."""


class Offer(NamedTuple):
    """A version that may be put in.

    Attributes:
        changes: what it brings, in players' words, where that is told.
    """

    version: str
    changes: str


class Updates(Protocol):
    """Versions of the program, of which one starts next time and another is kept."""

    def next_version(self) -> str:
        """Return the version that starts next time."""

    def version_before(self) -> str:
        """Return the version that can be gone back to, or an empty text."""

    def version_left(self) -> str:
        """Return the version that did not come up, which is why this one runs, or nothing."""

    def on_stick(self, stick: Path) -> Offer:
        """Return the newest version on the *stick* that fits; reads and checks all of it.

        Raises:
            UpdateError: there is none.
        """

    def install(self, watch: Callable[[int, int], None]) -> str:
        """Have that start next time; return which version that is.

        Args:
            watch: takes how much is done, and of how much; it may raise, which ends it.

        Raises:
            UpdateError: nothing has changed.
        """

    def go_back(self, watch: Callable[[int, int], None]) -> str:
        """Have the version before start next time, as `install` does."""


class PhonesFault(enum.Enum):
    """Why the game is not shown on phones."""

    MISSING = "missing"
    """What it needs is not installed."""
    PORT = "port"
    """Something else on this machine has the port."""
    NETWORK = "network"
    """The machine is in no network."""
    ENDED = "ended"
    """The process that shows it cannot be reached, or has ended; it is tried again."""


class PhonesState(NamedTuple):
    """How the game is shown on phones.

    Attributes:
        address: what to type into a browser, by number; empty while nothing is shown.
        name: the same by the machine's name, where the network knows that, or empty.
        code: *address* as a QR code, row by row, ``1`` for a dark module.
        viewers: how many look at it.
        fault: why it is not shown, or None; *detail* has the port or what is missing.
    """

    address: str = ""
    name: str = ""
    code: tuple[str, ...] = ()
    viewers: int = 0
    fault: PhonesFault | None = None
    detail: str = ""


class Phones(Protocol):
    """What shows the game on phones."""

    def state(self) -> PhonesState:
        """Return how it stands at this moment; never blocks."""

    def code_of(self, text: str) -> tuple[str, ...]:
        """Return *text* as a QR code, as that of a state; empty where none can be made."""

    def close(self) -> None:
        """Show it no more; may be called twice."""


class Seating(NamedTuple):
    """Who plays at a table in a round of a club, first the one who begins."""

    round: int
    people: tuple[str, str]


class ClubState(NamedTuple):
    """How a table tells its club what is played.

    Attributes:
        table: what the table is called there.
        is_told: it is being told.
        trouble: why it is not, as `BusState` or ``name-taken``; an empty text for nothing.
        reason: what is known of that.
        seating: who is to sit at this table, or None where the club has not said so.
    """

    table: str = ""
    is_told: bool = False
    trouble: str = ""
    reason: str = ""
    seating: Seating | None = None


class Club(Protocol):
    """What tells the club what is played at this table."""

    def state(self) -> ClubState:
        """Return how it stands at this moment; never blocks."""

    def close(self) -> None:
        """Tell no more; may be called twice."""
