"""Hands that play matches: exact moves, random ones, and random everything."""

from companion.match.match import Match, NewMatch
from companion.plugins import GAMES

ALQUERQUE = GAMES["alquerque"]
KNOCKING = GAMES["quincala-knocking"]

LONE_PIECES = "b..../...../...../...../....w w"
"""One piece a side, in opposite corners: any number of moves may go to and fro."""


class Noted:
    """A journal in memory; *failing* makes it raise what it holds."""

    def __init__(self):
        self.entries = []
        self.failing = None
        self.saves = 0

    def append(self, entry):
        self.entries.append(entry)
        self.save()

    def save(self):
        self.saves += 1
        if self.failing:
            raise self.failing


def lone_match(journal=None):
    """A match of Alquerque with one piece a side."""
    new = NewMatch(ALQUERQUE, position=ALQUERQUE.from_text(LONE_PIECES))
    return Match.start(new, journal=journal)


def play(match, *texts):
    """Make and confirm the moves that *texts* notate."""
    for text in texts:
        move = match.position.parse(text)
        for touch in move.touches:
            assert match.touch(touch).refusal is None
        assert match.confirm(match.stamp).code == "committed"


def play_at_random(match, rng, plies):
    """Make and confirm random legal moves until there are so many or the game is over."""
    for _ in range(plies):
        if match.outcome:
            return
        if match.question:
            match.answer(False, match.stamp)
        play(match, rng.choice(match.position.legal_moves()).text)


def agree(match):
    """Confirm until the open question is settled."""
    while match.question:
        answer = match.confirm(match.stamp)
    return answer


def anything(match, rng):
    """Do one random thing that a table can do, sensible or not."""
    sites = list(match.half.next_touches()) or [0]
    rng.choice(
        [
            lambda: match.touch(rng.choice(sites)),
            lambda: match.touch(rng.choice(sites)),
            lambda: match.touch(rng.randrange(-1, len(match.position.board) + 2)),
            lambda: match.confirm(match.stamp),
            lambda: match.confirm(match.stamp),
            lambda: match.confirm(match.stamp - 1),
            match.back,
            match.redo,
            match.note_hint,
            lambda: match.comment(rng.randrange(-1, 6), "a note"),
            lambda: match.answer(rng.random() < 0.7, match.stamp),
            lambda: (
                match.claim(rng.randrange(2), match.position.side) if rng.random() < 0.1 else None
            ),
            lambda: match.offer_draw(rng.randrange(2)) if rng.random() < 0.1 else None,
            lambda: match.resign(rng.randrange(2)) if rng.random() < 0.1 else None,
        ]
    )()


def committed(match):
    """Everything that is committed of *match*, to be compared."""
    return (
        [position.to_text() for position in match.positions],
        [(p.side, p.move.text, p.facts, p.is_hinted, p.comment) for p in match.plies],
        [ply.move.text for ply in match.undone],
        match.outcome,
        match._history.is_draw_due(),
    )


def moves(match):
    """The notation of the committed plies."""
    return [ply.move.text for ply in match.plies]


def wander(position, rng, plies, most_touches=6):
    """Yield *position* and what random turns make of it, without listing all moves."""
    yield position
    for _ in range(plies):
        half = position.begin()
        for _ in range(most_touches):
            touches = list(half.next_touches())
            if not touches or (half.move is not None and rng.random() < 0.4):
                break
            half = half.extended(rng.choice(touches))
        if position.outcome() is not None or half.move is None:
            return
        position = position.after(half)
        yield position
