"""The words of records: their list, looking through one, comments, and results over evenings."""

from __future__ import annotations

from collections.abc import Mapping

from companion.contract import HalfMove, Side
from companion.match.seats import level_of
from companion.storage.playback import Playback
from companion.storage.results import PairScore
from companion.words import buttons
from companion.words.buttons import menu_line
from companion.words.facts import facts_text, outcome_text, reason_text
from companion.words.game_words import game_title
from companion.words.hints import HINTED
from companion.words.phrases import MOST_BANNER_CHARACTERS, headed
from companion.words.timing import left_text
from companion.words.translate import Phrase, from_data, ntr, tr
from companion.words.voice import NOTE_ROOM, Voice, onlooker

TITLE_CHARACTERS = 14
"""As many as fit into one of two columns on the smallest screen, in bold."""


def caption_text(playback: Playback) -> str:
    """Return the ply at the cursor as records note it, or the title before the first."""
    number = playback.ply + bool(playback.leg)
    if number == 0:
        return game_title(playback.game.name)
    side = playback.positions[number - 1].side
    voice, game = _voice_of(playback), playback.game.name
    text = tr("{number}. {side} {move}").format(
        number=number,
        side=voice.player(side, game),
        move=playback.course.moves[number - 1].text,
    )
    if playback.outcome is None:
        return text
    return headed(text, outcome_text(playback.outcome, game, voice))


def _voice_of(playback: Playback) -> Voice:
    return onlooker(playback.course.record.players)


def ply_title(number: int, move: str, has_comment: bool, is_turn: bool = False) -> str:
    """Return a line of the list of moves, of a long move only the ends.

    A star stands for a comment, a question mark for a turning point.
    """
    sign = ("*" if has_comment else "") + ("?" if is_turn else "") or "."
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
            result=outcome_text(playback.outcome, playback.game.name, voice)
        )
    text = tr("{number} of {count}: {move}")
    room = MOST_BANNER_CHARACTERS - len(text.format(number=number, count=playback.last, move=""))
    deed = _deed_text(playback, number, voice, room)
    return text.format(number=number, count=playback.last, move=deed)


def comment_title(playback: Playback, voice: Voice) -> str:
    """Return which move a comment is about, while it is written; of the game before the first."""
    if playback.ply == 0:
        return COMMENT_TITLE(move=game_title(playback.game.name))
    room = MOST_BANNER_CHARACTERS - len(COMMENT_TITLE(move=f"{playback.ply}. "))
    deed = _deed_text(playback, playback.ply, voice, room)
    return COMMENT_TITLE(move=f"{playback.ply}. {deed}")


def _deed_text(playback: Playback, number: int, voice: Voice, room: int) -> str:
    """Return who makes the ply with this *number*, from 1, and what it is."""
    before, move = playback.positions[number - 1], playback.course.moves[number - 1]
    return voice.headline(before.half_move(move), room)


def marks_text(*, has_comments: bool, has_turns: bool) -> str:
    """Return what the signs in the list of moves stand for: see `ply_title`."""
    comments = tr("* marks a move with a comment.") if has_comments else ""
    turns = tr("? marks a move that changed who was ahead.") if has_turns else ""
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
    left = left_text(ply.clock, playback.game.name, _voice_of(playback))
    return " ".join(filter(None, (left, hinted, text)))


def _comment_text(playback: Playback, *, is_sample: bool) -> str:
    if playback.leg or not playback.comment:
        return ""
    return from_data(playback.comment) if is_sample else playback.comment


def _what_happened(playback: Playback) -> str:
    course, game, voice = playback.course, playback.game.name, _voice_of(playback)
    text = ""
    if playback.leg:
        text = facts_text(playback.half.facts(), game, playback.position.board, voice)
    elif playback.ply:
        before = playback.positions[playback.ply - 1]
        facts = before.explain(course.moves[playback.ply - 1])
        text = facts_text(facts, game, before.board, voice)
    if playback.outcome is None:
        return text
    return f"{text} {reason_text(playback.outcome, game, voice)}".strip()


def turning_text(
    code: str, side: Side, game: str, voice: Voice, instead: HalfMove | None = None
) -> str:
    """Return what *side* did at a turning point, and what the search would have played *instead*.

    The codes are those of `companion.engine.turning_points`.
    """
    text = {
        "win-missed": tr("Here {side} let a win slip."),
        "loses": tr("After this, {other} has a sure win."),
        "lead-lost": tr("Here {side} gave away the lead."),
        "falls-behind": tr("Here {side} fell behind."),
    }[code]
    told = text.format(side=voice.player(side, game), other=voice.player(1 - side, game))
    if instead is None:
        return told
    move = voice.move(instead, NOTE_ROOM)
    text = tr("The computer would have played {move}.").format(move=move)
    return f"{told} {text}"


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


WHICH = Phrase("Choose a record")
WHICH_SAMPLE = Phrase("Choose a sample game")
NO_RECORDS = Phrase("No games recorded yet")
SAMPLES = menu_line("Sample games", "Complete example games with comments.", buttons.LOOK)
NO_RECORDS_YET = Phrase("Finished games appear here. Until then, look at these.")
UNREADABLE = Phrase("unreadable")
UNFINISHED = Phrase("Unfinished.")
NOT_FINISHED = Phrase("unfinished")
LISTED = Phrase("{who}, {when}")
PLAYED = Phrase("{when}: {who}.")

ASK_GOOD_PART = Phrase("This record has an error. Open the good part?")
NO_GOOD_PART = Phrase("This record cannot be opened")
LEAVE_IT = menu_line("Cancel", verb=buttons.GO_BACK)
OPEN_GOOD_PART = menu_line(
    "Open the good part",
    "Shows the moves before the error. The file stays as it is.",
    buttons.OPEN,
)

FIRST_ENTRY = Phrase("Start", "before the first move")
GO_ON = menu_line("Back to the record", "Keep looking through the record.", buttons.GO_ON)
PLAY_ON = menu_line(
    "Continue from here",
    "Start a new game from this position. The record stays as it is.",
    buttons.PLAY_ON,
)
IS_OVER = Phrase("The game is over at this point. Go back to an earlier move.")
ASK_PLAY_ON = Phrase("Continue? Your unfinished game will become a record.")
DO_PLAY_ON = PLAY_ON._replace(
    line=Phrase("Your unfinished game is kept as a record, so you can continue it later.")
)

WRITE_COMMENT = menu_line(
    "Write a comment",
    "Write down what you think of this move. It is saved in the record.",
    buttons.WRITE,
)
EDIT_COMMENT = WRITE_COMMENT._replace(title=Phrase("Edit the comment"))
COMMENT_TITLE = Phrase("Comment: {move}")
IS_FAULTY = Phrase("This record has an error, so it cannot be changed.")
IS_SAMPLE = Phrase("This sample came with the program and cannot be changed.")
COMMENT_SAVED = Phrase("The comment is saved.")
NOT_SAVED = Phrase("Not saved: {reason}")
EXPORTED = Phrase("Saved as {name} in {folder}.")

FIND_TURNING_POINTS = menu_line(
    "Find turning points", "Search the game for moves that changed who was ahead.", buttons.LOOK
)
STAYS_HIDDEN = Phrase("Only for finished games, so that hidden hands stay hidden.")
NO_TURNING_POINTS = menu_line("No turning points", "No move changed who was ahead.")
NEXT_TURNING_POINT = menu_line(
    "Next turning point", "They are marked with ? in the list of moves."
)

EXPORT_POSITION = menu_line(
    "Export this position", "Save it as a PNG picture in the exports folder.", buttons.EXPORT
)
EXPORT_GAME = menu_line(
    "Export the game",
    "Save all moves as an animated GIF, to open in a browser or share.",
    buttons.EXPORT,
)

KEYS = menu_line(
    "Steps and speed",
    "To the start or the end, leg by leg, and how fast it plays.",
    buttons.CHOOSE,
)
TO_START = menu_line("To the start", "The position before the first move.")
TO_END = menu_line("To the end", "The position after the last move.")
SPEED = menu_line(
    "Speed", "How fast the game plays automatically, in moves per second.", buttons.CHANGE
)
LEG_BY_LEG = menu_line(
    "Leg by leg", "Show each leg of a move, not just whole moves.", buttons.CHANGE
)

WORKING = Phrase("This may take a while. Press Back to stop; nothing is lost.")

SHIFT = Phrase("Aa")
SIGNS = Phrase("123")
ACCENTS = Phrase("éä")
LETTERS = Phrase("abc")
SPACE = Phrase("space")
ERASE = Phrase("erase")
TYPED = Phrase("done", "typing")
NEXT_KEY = Phrase("next key")
NEXT_ROW = Phrase("next row")


RESULTS = menu_line("Results", "Who has won how often, for players with names.", buttons.LOOK)
NO_RESULTS = Phrase("No results yet: choose names under Who plays")
RATINGS = menu_line(
    "Ratings", "Elo ratings, one for each game: everybody starts at 1500.", buttons.CHANGE
)

GUEST = Phrase("Guest")
NEW_NAME = menu_line("New name", "Type a name. It is kept for the next games.", buttons.WRITE)
TYPE_NAME = Phrase("Who plays? At most {count} letters")


def label_title(label: str) -> str:
    """Return who played a side: a name, or the computer at its level."""
    level = level_of(label)
    return label if level is None else tr("computer, level {level}").format(level=level)


def pair_title(score: PairScore) -> str:
    """Return who plays whom."""
    first, second = map(label_title, score.pair)
    return tr("{first} – {second}").format(first=first, second=second)


def score_text(score: PairScore) -> str:
    """Return how they stand, a draw as half a win for each."""
    points = (f"{wins + score.draws / 2:g}" for wins in score.wins)
    return " : ".join(points).replace(".5", "½").replace("0½", "½")


def pair_text(score: PairScore, ratings: Mapping[tuple[str, str], int]) -> str:
    """Return a pair's wins and draws, its streak and, where there are *ratings*, these."""
    first, second = map(label_title, score.pair)
    text = tr("{game}: {first} {wins}, {second} {losses}, draws {draws}.").format(
        game=game_title(score.game),
        first=first,
        wins=score.wins[0],
        second=second,
        losses=score.wins[1],
        draws=score.draws,
    )
    return "\n".join(filter(None, (text, _streak_text(score), _ratings_text(score, ratings))))


def _streak_text(score: PairScore) -> str:
    label, count = score.streak
    if not label or count < 2:
        return ""
    won = ntr("{count} game in a row", "{count} games in a row", count)
    return tr("{who} has won {games}.").format(who=label_title(label), games=won)


def _ratings_text(score: PairScore, ratings: Mapping[tuple[str, str], int]) -> str:
    pair = [ratings.get((score.game, label)) for label in score.pair]
    if None in pair:
        return ""
    text = tr("Ratings: {first} {first_rating}, {second} {second_rating}.")
    first, second = map(label_title, score.pair)
    return text.format(first=first, first_rating=pair[0], second=second, second_rating=pair[1])
