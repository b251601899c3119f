"""What is said about the program as a player, of its search, and of seats and hidden hands."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from functools import partial

from companion.contract import Fact, HalfMove, Position, Side
from companion.engine.endgames import EndgameValue
from companion.engine.limits import WINNING, plies_to_end
from companion.match.seats import PERSON, PHONE, has_name, level_of, seat_of_only_person
from companion.words.facts import facts_text
from companion.words.game_words import side_name, words_of
from companion.words.phrases import MOST_BANNER_CHARACTERS, capitalized, first_fitting, short_name
from companion.words.translate import Phrase, tr
from companion.words.voice import PLAIN, Voice

TUTOR_WAITS = Phrase("One moment…")


THINKING = Phrase("{turn}: thinking…")
CONSIDERING = Phrase("{who} is thinking about your offer…")
NO_MOVE = Phrase("{turn}: no move. Press Confirm to try again")
NO_HINT = Phrase("It is the computer's turn. Hints are for your own turn.")
WAIT = Phrase("The computer is thinking. Press Back to take back, or hold it for the menu.")
WAIT_AT_FIRST = Phrase("The computer is thinking. Hold Back for the menu.")
WAIT_FOR_ANSWER = Phrase("The computer is thinking about your offer. Press Back to withdraw it.")

AT_OTHER_TABLE = Phrase("{turn}, at the other table")
ASKED_THERE = Phrase("{who} is asked at the other table…")
WAIT_FOR_OTHER_TABLE = Phrase("It is the other table's turn. Hold Back for the menu.")
WAIT_FOR_ITS_ANSWER = Phrase("The other table is asked. Press Back to withdraw it.")
NO_HINT_THERE = Phrase("It is the other table's turn. Hints are for your own turn.")
AT_PHONE = Phrase("{turn}, on a phone")
WAIT_FOR_PHONE = Phrase("A phone makes this move. Hold Back for the menu.")
NO_HINT_AT_PHONE = Phrase("A phone makes this move. Hints are for moves made here.")
KEPT_FOR_IT = Phrase("Your moves are kept, and sent as soon as the other table is back.")
ABSENCES = {
    "unreached": KEPT_FOR_IT,
    "away": KEPT_FOR_IT,
    "left": Phrase("The other table has left the game. Hold Back to play on at this one."),
    "unpaired": Phrase("No phone has this seat yet. Hold Back for the menu, then Phones."),
    "disconnected": Phrase(
        "The phone of this seat is not connected. Open its page, or hold Back, then Phones."
    ),
}
"""What it means that nothing comes of the other table, or of a phone."""

NEWS = {
    "declined": Phrase("The other table did not agree."),
    "withdrawn": Phrase("The other table has withdrawn its question."),
}
"""What has happened there beside moves."""

TUTOR_LINE = Phrase("Warns you before a move that loses at once when another would not.")
TUTOR_NOTE = Phrase("Another move would not lose at once. Press Back to look for it.")
NO_ANSWER = Phrase("The computer did not answer: {why}. The game goes on.")
NOT_ANALYZED = Phrase("Not found: {why}. Choose this line to try again.")

MOVES_TITLES = {
    "carried": Phrase("you make them"),
    "slow": Phrase("automatic"),
    "fast": Phrase("automatic, fast"),
}
"""How the program's moves are made, as a setting reads."""

MOVES_LINES = {
    "carried": Phrase(
        "The screen and lamps show each leg; make it on the board and press Confirm."
    ),
    "slow": Phrase("Without a real board: the computer moves on screen after a moment."),
    "fast": Phrase("Without a real board: the computer moves on screen right away."),
}
"""What the setting means."""


def level_title(level: int) -> str:
    """Return what *level* is called."""
    return {
        1: tr("First game"),
        2: tr("Beginner"),
        3: tr("Learner"),
        4: tr("Casual"),
        5: tr("Careful"),
        6: tr("Skilled"),
        7: tr("Strong"),
        8: tr("Full strength"),
    }[level]


def level_line(level: int) -> str:
    """Return what it is like to play against *level*, in a sentence."""
    return {
        1: tr("For a child's first game: grabs what looks good and misses many wins."),
        2: tr("For new players: sees only what is close by and often blunders."),
        3: tr("Takes every win at hand, but still overlooks a lot."),
        4: tr("Overlooks less, and takes what you leave unguarded."),
        5: tr("Overlooks little, and sees your winning threats coming."),
        6: tr("Rarely makes a mistake, and makes the most of yours."),
        7: tr("Hardly ever makes a mistake, and looks far ahead."),
        8: tr("Plays the best move it can find in a few seconds."),
    }[level]


def player_title(player: str) -> str:
    """Return who *player* is, as a line of the menu reads."""
    level = level_of(player)
    if level is None:
        return {PERSON: tr("person"), PHONE: tr("phone")}.get(player, player)
    return tr("{level}: {title}").format(level=level, title=level_title(level))


def player_line(player: str) -> str:
    """Return what it means that *player* has a seat, in a sentence or two."""
    level = level_of(player)
    if player == PHONE:
        return tr("Somebody who moves on a phone, and holds a hidden hand there.")
    if level is None:
        return tr("Somebody at this table.")
    return tr("The computer at level {level} of 8. {line}").format(
        level=level, line=level_line(level)
    )


def short_title(player: str) -> str:
    """Return who *player* is, in a word or two."""
    level = level_of(player)
    return player_title(player) if level is None else level_in_short(level)


def level_in_short(level: int) -> str:
    """Return *level* by its number."""
    return tr("level {level}").format(level=level)


def opponents_title(players: Sequence[str]) -> str:
    """Return who plays, short enough for a line: people among themselves, or against what."""
    if set(players) == {PERSON}:
        return _people(len(players))
    levels = {level_of(player) for player in players}
    if len(levels) == 2 and seat_of_only_person(players) is not None:
        (level,) = levels - {None}
        return tr("computer, level {level}").format(level=level)
    return " – ".join(map(short_title, players))


def opponents_line(players: Sequence[str], game: str) -> str:
    """Return who plays *game*, as a part of a sentence, and which side each of them has."""
    return " – ".join(opponents_lines(players, game))


def opponents_lines(players: Sequence[str], game: str) -> tuple[str, ...]:
    """Return the same on a line for each side where people have names, else on one."""
    title, seat = opponents_title(players), seat_of_only_person(players)
    if seat is None and any(map(has_name, players)):
        return _side_lines(players, game)
    if seat is None:
        return (capitalized(title),)
    name, is_team = players[seat], len(players) > 2
    text = tr("You ({side}) against the {opponents}")
    if has_name(name):
        text = tr("{name} ({side}) against the {opponents}")
    if is_team:
        text = tr("You and a computer partner ({side}) against the {opponents}")
    if is_team and has_name(name):
        text = tr("{name} and a computer partner ({side}) against the {opponents}")
    return (text.format(name=name, side=side_name(seat % 2, game), opponents=title),)


def _side_lines(players: Sequence[str], game: str) -> tuple[str, ...]:
    """Return who plays each side of *game*: ``Anna: White``, ``Anna & Cleo: Blue``."""
    return tuple(
        tr("{name}: {side}").format(
            name=" & ".join(dict.fromkeys(map(_who_sits, players[side::2]))),
            side=side_name(side, game),
        )
        for side in (0, 1)
    )


def _who_sits(player: str) -> str:
    if player in (PERSON, PHONE):
        return tr("Guest")
    level = level_of(player)
    return player if level is None else tr("computer, level {level}").format(level=level)


def _who_sits_in_short(player: str) -> str:
    return short_name(player) if has_name(player) else _who_sits(player)


def players_line(players: Sequence[str], game: str) -> str:
    """Return who played *game* as its record says, nobody where it does not."""
    if not players:
        return ""
    if any(map(has_name, players)):
        return " – ".join(_side_lines(players, game))
    return opponents_line(players, game)


def players_title(players: Sequence[str]) -> str:
    """Return who played, short enough for a line; empty where nobody has a name."""
    if not any(map(has_name, players)):
        return ""
    return " – ".join(
        " & ".join(dict.fromkeys(map(_who_sits_in_short, players[side::2]))) for side in (0, 1)
    )


def opponent_title(level: int | None, count: int) -> str:
    """Return a choice of opponents: *count* people, or the computer at *level*."""
    if level is None:
        return capitalized(_people(count))
    return tr("Computer {level}: {title}").format(level=level, title=level_title(level))


def _people(count: int) -> str:
    return tr("four people") if count == 4 else tr("two people")


def seat_title(seat: int, count: int, game: str) -> str:
    """Return what the players of *game* call *seat*, 0 .. *count* - 1."""
    name = side_name(seat % 2, game)
    if count == 2:
        return name
    return tr("Seat {number} ({side})").format(number=seat + 1, side=name)


def no_move_text(code: str, may_help: bool) -> str:
    """Return why the program gives no move, and whether a person *may_help* it to one."""
    text = tr("The computer did not move: {why}. Press Confirm to try again.")
    if may_help:
        text = tr("The computer did not move: {why}. Press Confirm to try again, or move for it.")
    return text.format(why=fault_reason(code))


def fault_reason(code: str) -> str:
    """Return why the search gave no answer, as a part of a sentence."""
    return {
        "late": tr("it took too long"),
        "crashed": tr("the search stopped"),
        "nonsense": tr("the answer made no sense"),
        "no-start": tr("the search cannot start"),
    }[code]


def leg_text(leg: int, legs: int, places: tuple[str, str]) -> str:
    """Return which leg of the program's move shows, as a sentence; empty where it has but one.

    Args:
        leg: the leg, from 1.
        legs: how many there are.
        places: where it begins and ends, by name; empty where it has no such place.
    """
    start, end = places
    if legs == 1 or leg > legs:
        return ""
    if start and end:
        text = tr("Leg {leg} of {legs}: {start} to {end}.")
    elif end:
        text = tr("Leg {leg} of {legs}: put it on {end}.")
    else:
        text = tr("Leg {leg} of {legs}: take off what is lit.")
    return text.format(leg=leg, legs=legs, start=start, end=end)


def carry_note(leg: str, facts: tuple[Fact, ...], half: HalfMove, voice: Voice) -> str:
    """Return that the move is the person's to make, the *leg* that shows, and what it does."""
    position = half.position
    text = facts_text(facts, position.game.name, position.board, voice, tr("it {deeds}"))
    hands = tr("Make its move on the board, then press Confirm.")
    return " ".join(part for part in (hands, leg, text) if part)


def shown_note(half: HalfMove, voice: Voice) -> str:
    """Return what the program's move does that it makes by itself."""
    return facts_text(half.facts(), half.position.game.name, half.position.board, voice)


def follow_text(place: str) -> str:
    """Return why a touch is refused while the program's move is made: *place* comes next."""
    if not place:
        return tr("This is the computer's move: make it on the board, then press Confirm.")
    return tr("This is the computer's move: {place} is next.").format(place=place)


def tutor_banner(position: Position, voice: Voice) -> str:
    """Return the tutor's question about a move in *position*, in at most sixty characters."""
    side, game = 1 - position.side, position.game.name
    text = tr("Sure? {side} can win next turn. Confirm, or Back")
    if words_of(position.game.name).turn.hides(position):
        text = tr("Sure? {side} may win next turn. Confirm, or Back")
    texts = (
        text.format(side=called) for called in (voice.side(side, game), voice.short(side, game))
    )
    return first_fitting(texts, MOST_BANNER_CHARACTERS)


EVEN, SLIGHT, CLEAR = 40, 150, 400
"""Scores below which a position is even, slightly better, or clearly better."""


def score_text(score: int, side: Side, game: str, voice: Voice = PLAIN) -> str:
    """Return how *side*, which is to move in *game*, stands by the *score* of its best move."""
    end = plies_to_end(score)
    better = side if score > 0 else 1 - side
    if voice.seats.is_duel and better not in voice.seats.obliging:
        return _your_text(score)
    # It is one line beside the board.
    name = voice.short(better, game)
    if end == 1:
        return tr("{side} wins now.").format(side=name)
    if end is not None:
        return tr("{side} wins in {plies} moves, counting both sides.").format(
            side=name, plies=end
        )
    if abs(score) < EVEN:
        return tr("The game is even.")
    if abs(score) < SLIGHT:
        return tr("{side} is slightly ahead.").format(side=name)
    if abs(score) < CLEAR:
        return tr("{side} is ahead.").format(side=name)
    if abs(score) < WINNING:
        return tr("{side} is far ahead.").format(side=name)
    return tr("{side} is winning.").format(side=name)


def _your_text(score: int) -> str:
    """Return how the only person at the table stands, who is not behind."""
    end = plies_to_end(score)
    if end == 1:
        return tr("You can win now.")
    if end is not None:
        return tr("You can win in {plies} moves, counting both sides.").format(plies=end)
    if abs(score) < EVEN:
        return tr("The game is even.")
    if abs(score) < SLIGHT:
        return tr("You are slightly ahead.")
    if abs(score) < CLEAR:
        return tr("You are ahead.")
    return tr("You are far ahead.") if abs(score) < WINNING else tr("You are winning.")


def known_text(end: EndgameValue, game: str) -> str:
    """Return how a position of *game* ends with best play, as the table of endgames knows it."""
    if end.winner is None:
        return tr("A draw with best play.")
    if end.plies == 1:
        return tr("{side} wins now.").format(side=side_name(end.winner, game))
    return tr("With best play, {side} wins in {plies} moves, counting both sides.").format(
        side=side_name(end.winner, game), plies=end.plies
    )


def fault_text(code: str) -> str:
    """Return what to tell the players when the search gave no answer for the reason *code*."""
    return {
        "late": tr("No hint this time: it took too long. Ask again."),
        "crashed": tr("No hint this time: the search stopped. Ask again."),
        "nonsense": tr("No hint this time: the answer made no sense. Ask again."),
        "no-start": tr("Hints are off: the search cannot start."),
    }[code]


PICKER_NOTE = Phrase("Name the domino you play by its two numbers, in either order.")
COVERED = Phrase("Domino {number}")
SLID = Phrase("{turn}: let go to choose this domino")
SLID_NOTE = Phrase("Let go here to choose it. Then everyone sees it.")
COVERED_NOTE = Phrase("Your hint is ready: hold your dominoes, or Hint, to read it.")


class Hand(enum.Enum):
    """How far a player has come with a hidden hand before a domino is chosen."""

    AWAITED = "the seat is not confirmed"
    UNSEEN = "nobody has looked in this turn"
    OPEN = "somebody is looking"
    SEEN = "its owner has looked"


def seat_name(position: Position, seat: int) -> str:
    """Return what the players call *seat*: its color, and its number where four play."""
    return seat_title(seat, position.game.seat_count(position.options), position.game.name)


def picker_banner(position: Position, number: int | None, voice: Voice = PLAIN) -> str:
    """Return how a real domino is named: by one number, then among those that have it."""
    text = tr("{turn}: touch a number on your domino")
    if number is not None:
        text = tr("{turn}: touch your domino with a {number}")
    return voice.banner(position, partial(text.format, number=number))


def hand_banner(position: Position, hand: Hand, by_buttons: bool, voice: Voice = PLAIN) -> str:
    """Return whose turn it is and what to do before a domino is chosen from a hidden hand.

    Args:
        position: the position.
        hand: how far its owner has come.
        by_buttons: whether a button holds it open, not a finger on it.
        voice: how those who play are spoken to.
    """
    opened = tr("{turn}: slide to a domino and let go there")
    if by_buttons:
        opened = tr("{turn}: choose with Next, then press Confirm")
    text = {
        Hand.AWAITED: tr("{turn}: take the screen, then press Confirm"),
        Hand.UNSEEN: tr("{turn}: press and hold your dominoes"),
        Hand.OPEN: opened,
        Hand.SEEN: tr("{turn}: tap the domino you want to play"),
    }[hand]
    return voice.banner(position, text.format)


def hand_note(hand: Hand, place: int | None, has_dead: bool) -> str:
    """Return what the banner leaves out; it never tells what a hidden domino is.

    Args:
        hand: how far its owner has come.
        place: the place of the domino under the cursor, from 0, or None.
        has_dead: whether a domino of the hand can be played nowhere; told while it is open.
    """
    if hand is Hand.AWAITED:
        return tr("Everyone else, look away! Your dominoes stay covered until you hold them.")
    if hand is Hand.UNSEEN:
        return tr("Keep a finger on your dominoes, or hold Hint. They show only while you hold.")
    if place is not None:
        text = tr("Domino {number}: press Confirm to show it to everyone and play it.")
        return text.format(number=place + 1)
    if hand is Hand.SEEN:
        return tr(
            "Tap a domino, hold and slide to it, or use Next and Confirm. Then everyone sees it."
        )
    if has_dead:
        return tr("A crossed-out domino fits nowhere: choose it to swap it.")
    return tr("Let go without sliding to cover them again.")
