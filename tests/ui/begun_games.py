"""Brings a sitting into the middle of a game, for scenes of every kind."""

from companion.ui import destinations as to
from tests.sitting import Sitting

QUINCALA = "quincala-knocking"

MIDDLE_GAME = [
    "a2-b3-c4-c3", "a8-b7-c6xd7", "b1-c2-d3-c4", "g8-f7-e7", "c2-d1", "c8-c7",
    "f3-f4", "f7-e7-f6", "b3-c4-e4-f3", "c7-d7-e7xf6", "i2-h3-g4", "i8-h7-i8",
]  # fmt: skip
"""Two pieces knocked, towers about, four knocks within reach of the next turn."""

QUINCY_PLIES = [
    "7|7@77", "0|5@55", "4|6@46", "0|4x46", "0|3@35", "4|4@44", "3|3@33", "0|8@85",
    "0|7@76", "5|8@58", "7|8@78", "4|7@47",
]  # fmt: skip
"""With seed 12: blue has three in row 7, and its 5|5 can be played nowhere."""

ALQUERQUE_PLIES = ["c2-c3", "c4xc2", "d3-c3", "c2xc4", "b2-c2", "d4-d3", "c1-b2", "e5-d4"]
"""A capture of three hops from e3 is possible."""


def middle_game(sitting: Sitting) -> None:
    sitting.play(QUINCALA)
    go_on(sitting, MIDDLE_GAME)


def alquerque(sitting: Sitting) -> None:
    sitting.play("alquerque")
    go_on(sitting, ALQUERQUE_PLIES)


def quincy(sitting: Sitting, **options: object) -> None:
    """Play the first plies of a game of Quincy, a line among them."""
    sitting.play("quincy", seed=12, **options)
    go_on(sitting, QUINCY_PLIES)


def go_on(sitting: Sitting, texts: list[str]) -> None:
    """Play *texts* at once: to make them by touch takes ten times as long."""
    for text in texts:
        sitting.match.propose(sitting.match.position.parse(text))
        sitting.match.confirm(sitting.match.stamp)
    sitting.stage.go(to.Play(sitting.match))
    sitting.ticks(3)
