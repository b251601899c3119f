"""Games with dealt hands, and the same plies from other hands."""

import re
from importlib import resources

from companion.contract import Token
from companion.games.quincy.rules import TOKENS
from companion.plugins import find_game
from companion.storage.disk import Disk
from companion.storage.record import first_position, steps
from companion.storage.record_reader import read_record

SAMPLES = {2: "quincy-two-lines.txt", 4: "quincy-four-players.txt"}
"""Whole dealt games, played until somebody wins."""


def dealt_sample(players):
    """A whole dealt game, as its record tells it."""
    with resources.as_file(resources.files("companion.games.quincy") / "samples") as folder:
        return read_record(folder / SAMPLES[players], find_game, Disk())


def dealt_otherwise(record, own=None):
    """A first position from which the same plies can be played with other hands and another pile.

    Every seat gets the dominoes that it plays, in the order in which it plays them; what it has
    beside them may be another's.  Seat *own* gets all that it had, when it had it.
    """
    positions = [first_position(record)]
    seats = range(positions[0].game.seat_count(record.options))
    got = [list(positions[0].hand_of(seat)) for seat in seats]
    played = [[] for _ in seats]
    drawn_by = []
    for move, position in steps(record, positions[0]):
        seat = positions[-1].seat
        played[seat] += [touch for touch in move.touches if isinstance(touch, Token)]
        new = set(position.hand_of(seat)) - set(positions[-1].hand_of(seat))
        got[seat] += new
        drawn_by += [seat] * len(new)
        positions.append(position)
    others = [seat for seat in seats if seat != own]
    beside = [token for seat in others for token in got[seat] if token not in played[seat]]
    wanted = [
        got[seat]
        if seat == own
        else [*played[seat], *(beside.pop() for _ in range(len(got[seat]) - len(played[seat])))]
        for seat in seats
    ]
    size = len(positions[0].hand_of(0))
    hands = [each[:size] for each in wanted]
    draws = [iter(each[size:]) for each in wanted]
    pile = [next(draws[seat]) for seat in drawn_by]
    rest = set(TOKENS).difference(*got)
    pile += sorted(rest, key=lambda token: token.values)

    def digits(tokens):
        return ".".join("".join(map(str, token.values)) for token in tokens)

    text = re.sub(r"hands=\S+", "hands=" + "/".join(map(digits, hands)), positions[0].to_text())
    text = re.sub(r"pile=\S+", "pile=" + digits(pile), text)
    return record.game.from_text(text)


def dominoes_in(text):
    """Every pair of numbers in *text* that reads as a domino, written or spoken."""
    pairs = re.findall(r"\b(\d)(?:[-:|/–]| and | on )(\d)\b", text)
    return {tuple(sorted(map(int, pair))) for pair in pairs}
