"""Brings a sitting to the states of Quincala Mixing that look different."""

from collections.abc import Callable

from companion.ui import destinations as to
from tests.sitting import Sitting

GAME = "quincala-mixing"

THREE_SIZES = [
    "d3-e4-d4-d5-e6", "d11-e10-d10-d9", "j3-j4-j5-i6", "d9-f7xe6", "1w@l5", "k4-j5-i6-i7",
    "j11-i10-i9-h8", "e4-e5xe6", "1b@k9", "k10-j9-k9-j9-i8", "i6-i7xi8", "1b@l9",
    "i10-i9-h8-i7", "i8xi7-i8", "1b@c9", "i9-h8xi7", "2w@c5", "c4-d4-e5-e6-e7", "f7xe6",
    "2w@b5", "j4-i4-i5-h6", "j10-j9xi8", "1w@k5", "d4-d5xe6", "2b@i9", "h8-i7-i8-i7xh6",
    "1w@b4", "e6-e7-f8", "c10-d10-e9xf8", "1w@k4", "k4-j5-i5xh6", "1b@i10", "i10-i9-i8-i7-i6",
    "i5-h6xi6", "1b@b9", "j9-i8-i7xh6", "2w@i5", "i4-i5-i6-h6", "i7-h6", "i6xh6", "2b@j9",
    "e10-e9-f8-e7", "i5xh6xf8xe7-f8", "1b@d9", "2b@a10", "3b@m10", "i9-i8-h7", "f8-e9-d10",
    "d9xd10-e9", "1w@j4", "b4-c5-d5-e5", "h7-h6",
]  # fmt: skip
"""A whole game that Black wins: knocks, immune pieces, three kinds in hand, mixed towers."""

BEFORE_IMMUNITY = THREE_SIZES.index("i4-i5-i6-h6")
BEFORE_PLACING = THREE_SIZES.index("1b@d9")
BEFORE_MIXED_LEG = THREE_SIZES.index("i6xh6")


def after(sitting: Sitting, plies: list[str], **mixing_options: object) -> None:
    """Begin a game, play *plies* without the hands, and show what follows them."""
    sitting.play(GAME, **mixing_options)
    for text in plies:
        sitting.match.propose(sitting.match.position.parse(text))
        sitting.match.confirm(sitting.match.stamp)
    sitting.stage.go(to.Play(sitting.match))
    sitting.ticks(3)


def mixing_options(sitting: Sitting) -> None:
    sitting.tap("New game")
    sitting.tap("Quincala Mixing")
    sitting.tap("Sizes")


def start_with_five_sizes(sitting: Sitting) -> None:
    sitting.play(GAME, sizes=5)


def hand(sitting: Sitting) -> None:
    after(sitting, THREE_SIZES[:BEFORE_PLACING])


def placed(sitting: Sitting) -> None:
    hand(sitting)
    sitting.tap("Black's 2")
    sitting.touch("d9")


def placings_listed(sitting: Sitting) -> None:
    hand(sitting)
    sitting.hold("hint")
    sitting.settle()
    sitting.press("next", "confirm", "next", "next")


def mixed_leg(sitting: Sitting) -> None:
    after(sitting, THREE_SIZES[:BEFORE_MIXED_LEG])
    sitting.touch("i6")
    sitting.touch("h6")


def refused_by_immunity(sitting: Sitting) -> None:
    after(sitting, THREE_SIZES[:BEFORE_IMMUNITY])
    sitting.touch("i5")
    sitting.touch("h6")


def won(sitting: Sitting) -> None:
    after(sitting, THREE_SIZES[:-1])
    sitting.move(THREE_SIZES[-1])


MIXING_SCENES: dict[str, Callable[[Sitting], None]] = {
    "mixing-options": mixing_options,
    "mixing-start-5": start_with_five_sizes,
    "mixing-hand": hand,
    "mixing-placed": placed,
    "mixing-placings": placings_listed,
    "mixing-mixed-leg": mixed_leg,
    "mixing-immune": refused_by_immunity,
    "mixing-won": won,
}
"""How each picture comes about, by the name of its file."""
