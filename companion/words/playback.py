"""What the viewer of records tells, as short sentences."""

from __future__ import annotations

from companion.contract import Side
from companion.storage.playback import Playback
from companion.words.facts import facts_text, outcome_text, reason_text
from companion.words.games import game_title, side_name
from companion.words.hints import HINTED
from companion.words.scenes.timing import left_text
from companion.words.table import MOST_BANNER_CHARACTERS
from companion.words.translate import from_data, ntr, tr
from companion.words.voice import NOTE_ROOM, Voice

TITLE_CHARACTERS = 14
"""As many as fit into one of two columns on the smallest screen, in bold."""


def caption_text(playback: Playback) -> str:
    """Return the ply at the cursor as records note it, or the title before the first."""
    number = playback.ply + bool(playback.leg)
    if number == 0:
        return game_title(playback.game.name)
    side = playback.positions[number - 1].side
    text = tr("{number}. {side} {move}").format(
        number=number,
        side=side_name(side, playback.game.name),
        move=playback.course.moves[number - 1].text,
    )
    if playback.outcome is None:
        return text
    return f"{text}: {outcome_text(playback.outcome, playback.game.name)}"


def ply_title(number: int, move: str, has_comment: bool, is_turn: bool = False) -> str:
    """Return a line of the list of moves, of a long move only the ends.

    A star stands for a comment, an exclamation mark for a turning point.
    """
    sign = ("*" if has_comment else "") + ("!" if is_turn else "") or "."
    room = TITLE_CHARACTERS - len(f"{number}{sign} ")
    return f"{number}{sign} {move if len(move) <= room else f'{move[:3]}…{move[-3:]}'}"


def viewer_banner(playback: Playback, voice: Voice) -> str:
    """Return where the cursor is and who made the move, in at most sixty characters."""
    if playback.last == 0:
        return tr("This record has no moves")
    number = playback.ply + bool(playback.leg)
    if number == 0:
        return tr("{game}: press Next to begin").format(game=game_title(playback.game.name))
    if playback.outcome is not None:
        return tr("The end: {result}").format(
            result=outcome_text(playback.outcome, playback.game.name)
        )
    text = tr("{number} of {count}: {move}")
    room = MOST_BANNER_CHARACTERS - len(text.format(number=number, count=playback.last, move=""))
    deed = _deed_text(playback, number, voice, room)
    return text.format(number=number, count=playback.last, move=deed)


def comment_title(playback: Playback, voice: Voice) -> str:
    """Return which move a comment is about, while it is written; of the game before the first."""
    if playback.ply == 0:
        return game_title(playback.game.name)
    return f"{playback.ply}. {_deed_text(playback, playback.ply, voice, NOTE_ROOM)}"


def _deed_text(playback: Playback, number: int, voice: Voice, room: int) -> str:
    """Return who makes the ply with this *number*, from 1, and what it is."""
    before, move = playback.positions[number - 1], playback.course.moves[number - 1]
    return voice.headline(before.half_move(move), room)


def marks_text(*, has_comments: bool, has_turns: bool) -> str:
    """Return what the signs in the list of moves stand for: see `ply_title`."""
    comments = tr("* marks a move with a comment.") if has_comments else ""
    turns = tr("! marks a move that changed who was ahead.") if has_turns else ""
    return " ".join(filter(None, (comments, turns)))


def viewer_note(playback: Playback, *, is_sample: bool = False) -> str:
    """Return the comment at the cursor, else what the last move did, else why it ended.

    Comments of samples are told in the language in force; nobody's own words are changed.
    """
    course = playback.course
    if playback.is_at_end and course.fault:
        return tr("The record has an error here: {fault}").format(fault=course.fault)
    text = _comment_text(playback, is_sample=is_sample) or _what_happened(playback)
    is_whole = playback.ply > 0 and not playback.leg
    if not is_whole:
        return text
    ply = course.record.plies[playback.ply - 1]
    hinted = HINTED() if ply.is_hinted else ""
    left = left_text(ply.clock, playback.game.name)
    return " ".join(filter(None, (left, hinted, text)))


def _comment_text(playback: Playback, *, is_sample: bool) -> str:
    if playback.leg or not playback.comment:
        return ""
    return from_data(playback.comment) if is_sample else playback.comment


def _what_happened(playback: Playback) -> str:
    course = playback.course
    text = ""
    if playback.leg:
        text = facts_text(playback.half.facts(), playback.game.name, playback.position.board)
    elif playback.ply:
        before = playback.positions[playback.ply - 1]
        facts = before.explain(course.moves[playback.ply - 1])
        text = facts_text(facts, playback.game.name, before.board)
    if playback.outcome is None:
        return text
    return f"{text} {reason_text(playback.outcome, playback.game.name)}".strip()


def turning_text(code: str, side: Side, game: str) -> str:
    """Return what *side* did at a turning point: see `companion.engine.turning_points`."""
    text = {
        "win-missed": tr("Here {side} let a win slip."),
        "loses": tr("After this, {other} has a sure win."),
        "lead-lost": tr("Here {side} gave away the lead."),
        "falls-behind": tr("Here {side} fell behind."),
    }[code]
    return text.format(side=side_name(side, game), other=side_name(1 - side, game))


def analysis_banner(done: int, count: int) -> str:
    """Return how far the search for turning points is, in at most sixty characters."""
    return tr("Looking for turning points: {done} of {count}").format(done=done, count=count)


def speed_text(speed: float) -> str:
    """Return how fast a game runs by itself, as a key shows it."""
    return tr("{speed}×").format(speed=f"{speed:g}".replace("0.5", "½"))


def reading_banner(done: int, count: int) -> str:
    """Return how many records are read, while the list of them is being made."""
    return ntr("Reading the records: {count}", "Reading the records: {count}", done)


def opening_banner(done: int, count: int) -> str:
    """Return how many moves of a record are checked, while it is being opened."""
    return ntr("Opening the record: {count} move", "Opening the record: {count} moves", done)


def bundle_banner(done: int, count: int) -> str:
    """Return how many files are packed, while all that was saved goes into one."""
    return tr("Packing the saves: {done} of {count}").format(done=done, count=count)


def export_banner(done: int, count: int) -> str:
    """Return how far an export is, in at most sixty characters."""
    if not count:
        return tr("Drawing the picture…")
    return tr("Making the GIF: picture {done} of {count}").format(done=done, count=count)
