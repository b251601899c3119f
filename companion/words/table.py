"""What is said while a game is played: banner, status, notices, sensed boards, refusals."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Final

from companion.building.progress import DONE, FAILED, CompileProgress
from companion.contract import (
    Board,
    HalfMove,
    Outcome,
    Position,
    Refusal,
    Side,
    Site,
    Touch,
    sites_among,
)
from companion.contract.codes import Cause, member
from companion.match.match import Match
from companion.match.question import MatchCause, Question, QuestionKind
from companion.match.seats import Seats
from companion.plugins import known
from companion.ports import LinkState
from companion.storage.disk import Notice
from companion.words.facts import answer_text, claim_text, warned_text
from companion.words.game_words import piece_name, words_of
from companion.words.phrases import (
    MOST_BANNER_CHARACTERS,
    SITES_NAMED,
    capitalized,
    first_fitting,
    readable,
    site_list,
    uncapitalized,
)
from companion.words.timing import flag_banner, flag_note
from companion.words.translate import Phrase, from_data, localized, ntr, problem_text, tr
from companion.words.voice import PLAIN, Voice

PLAYED = Phrase("played", "a domino")
DECLINED = Phrase("{who} wants to play on.")
TABLE_TITLE = Phrase("The table (simulated)")

COIN = "coin"
"""The value of an option that decides who starts, where a coin does."""

TAKEN_BACK_ROOM = 40
"""So many characters each move may take that was taken back."""

NO_MOVES = Phrase("The moves could not be listed: {reason}")


def opening_text(match: Match, voice: Voice) -> str:
    """Return what is to be known before the first ply: what the coin said."""
    options = match.header.options
    tossed = [
        spec
        for spec in match.game.option_specs
        if spec.decides_start and options.get(spec.name) == COIN
    ]
    if match.plies or not tossed:
        return ""
    if voice.is_you(match.position):
        return tr("The coin toss: you go first.")
    text = tr("The coin toss: {side} goes first.")
    return text.format(side=voice.mid(match.position.side, match.game.name))


def rack_text(side: Side, game: str, left: int, voice: Voice = PLAIN) -> str:
    """Return how many pieces *side* still has on the board."""
    text = tr("{side}: {pieces} left")
    return text.format(side=voice.player(side, game), pieces=words_of(game).names.count(left))


def beside_text(side: Side, game: str, standing: int, voice: Voice = PLAIN) -> str:
    """Return how many pieces of *side* stand while the table is set; the others lie beside it."""
    text = tr("{side}: {pieces} on the board")
    return text.format(side=voice.player(side, game), pieces=words_of(game).names.count(standing))


def turn_banner(half: HalfMove, voice: Voice = PLAIN) -> str:
    """Return whose turn it is and what is expected next, in at most sixty characters."""
    words = words_of(half.position.game.name).turn

    def banner(turn: str, move: str = "") -> str:
        return words.banner(half, turn, move)

    turns = voice.turns(half.position)
    if half.move is None or banner(turns[0], "?") == banner(turns[0]):
        return voice.banner(half.position, banner)
    for turn in turns:
        move = voice.fitting(half, MOST_BANNER_CHARACTERS - len(banner(turn)))
        if move:
            return banner(turn, move)
    return banner(turns[-1], voice.move(half, 0))


def turn_note(half: HalfMove) -> str:
    """Return what can be done now, for the note under the moves."""
    return words_of(half.position.game.name).turn.note(half)


def question_banner(question: Question, game: str, voice: Voice = PLAIN) -> str:
    """Return what is asked and who has to answer, in at most sixty characters."""
    if question.kind is QuestionKind.FLAG:
        return flag_banner(question, game, voice)
    asked = _asked(question, game)
    if voice.seats.is_lonely:
        return capitalized(asked)
    text = tr("{side}: {question}")
    callers = voice.callers(question.awaiting[0], game)
    texts = (text.format(side=who, question=asked) for who in callers)
    return first_fitting(texts, MOST_BANNER_CHARACTERS)


def _asked(question: Question, game: str) -> str:
    is_asker = question.asker == question.awaiting[0]
    if question.kind is QuestionKind.TAKE_BACK:
        if is_asker:
            return tr("take back? Confirm, or Back")
        return tr("allow the take-back? Confirm, or Back")
    if question.kind is QuestionKind.RESIGN:
        return tr("resign? Confirm, or Back")
    if question.kind is QuestionKind.CLAIM:
        sentences, claim = words_of(game).sentences, question.claim
        how = sentences.claim_name(claim) if claim else tr("agreement")
        return tr("end the game by {how}? Confirm, or Back").format(how=how)
    if is_asker:
        return tr("offer a draw? Confirm, or Back")
    return tr("agree to a draw? Confirm, or Back")


def question_note(question: Question, match: Match, voice: Voice) -> str:
    """Return what agreeing would bring, as a sentence or two."""
    waiting, game = len(question.awaiting), match.game.name
    if question.kind is QuestionKind.FLAG:
        return flag_note(question, game, voice)
    both = _both_text(match.seats) if waiting > 1 else ""
    if question.kind is QuestionKind.TAKE_BACK:
        text = _taking_back_text(question, match, voice)
    elif question.kind is QuestionKind.REPETITION:
        text = tr("This position has come up for the third time. Agree to a draw?")
    elif question.claim is not None:
        text = claim_text(question.claim, game, voice)
    elif question.outcome is not None:
        text = _ending_text(question.outcome, game, voice)
    else:
        text = ""
    return f"{text} {both}".strip()


def declined_text(question: Question, game: str, voice: Voice) -> str:
    """Return who said no to *question*; empty where it was the asker, who knows."""
    who = question.awaiting[0]
    if question.asker in (None, who):
        return ""
    if question.kind is QuestionKind.TAKE_BACK:
        text = tr("{side} did not allow the take-back.")
        return text.format(side=voice.player(who, game))
    return DECLINED(who=voice.player(who, game))


def _both_text(seats: Seats) -> str:
    if len(seats.obliging) == 1:
        return tr("You and the computer must both agree.")
    return tr("Both sides must confirm, one after the other.")


def _ending_text(outcome: Outcome, game: str, voice: Voice) -> str:
    if outcome.winner is None:
        return tr("The game would end in a draw.")
    return tr("{side} would win the game.").format(side=voice.player(outcome.winner, game))


def _taking_back_text(question: Question, match: Match, voice: Voice) -> str:
    if question.plies == 0:
        return tr("The game would go on from where it ended.")
    if question.plies > 1:
        return tr("This takes back the last {count} moves.").format(count=question.plies)
    move = voice.chosen(match.positions[-2], match.plies[-1].move)
    return tr("This takes back the last move: {move}.").format(move=move)


def taken_back_text(match: Match, voice: Voice) -> str:
    """Return which moves were just taken back, a person's and what the program played since."""
    sentences: list[str] = []
    position = match.position
    for ply in reversed(match.undone):
        if sentences and match.seats.level_to_move(position) is None:
            break
        sentences.append(voice.chosen(position, ply.move, TAKEN_BACK_ROOM))
        position = position.play(ply.move)
    if not sentences:
        return ""
    if len(sentences) == 1:
        return tr("Taken back: {move}.").format(move=sentences[0])
    if len(sentences) == 2:
        both = tr("Taken back: your move, {move}, and the reply, {reply}.")
        return both.format(move=sentences[0], reply=sentences[1])
    return ntr(
        "Taken back: your move, {move}, and {count} after it.",
        "Taken back: your move, {move}, and {count} after it.",
        len(sentences) - 1,
        move=sentences[0],
    )


def last_move_text(text: str, position: Position, voice: Voice) -> str:
    """Return *text*, what the ply made in *position* did, with whose it was."""
    if not text:
        return ""
    if voice.is_you(position):
        return tr("Your last move: {told}").format(told=uncapitalized(text))
    # A seat has its color behind it, after which no possessive reads well.
    is_seat = voice.is_seat(position)
    named = tr("Last move, {who}: {told}") if is_seat else tr("{who}'s last move: {told}")
    return named.format(who=voice.who(position), told=uncapitalized(text))


def focus_name(board: Board, game: str, focus: Touch | None) -> str:
    """Return the name of what the buttons' cursor is on."""
    return "" if focus is None else words_of(game).names.touched(board, focus)


def group_note(count: int) -> str:
    """Return what can be done with *count* places that the cursor is on."""
    return ntr(
        "Press Next for the next places, Confirm to choose this one.",
        "Press Next for the next places, Confirm to choose one of these {count}.",
        count,
    )


def groups_banner(count: int, is_all: bool) -> str:
    """Return what can be done with the list of the pieces that have *count* moves, or more."""
    if not is_all:
        return tr("More than {count} moves: choose what to play").format(count=f"{count:,}")
    return ntr(
        "{count} legal move: choose what to play",
        "{count} legal moves: choose what to play",
        count,
    )


def moves_banner(is_ready: bool, count: int, chosen: HalfMove | None, voice: Voice) -> str:
    """Return what can be done with the list of all *count* moves, the *chosen* one whole."""
    if not is_ready:
        return tr("Finding all moves…")
    if chosen is not None:
        text = tr("This move: {move}. Confirm uses it")
        room = MOST_BANNER_CHARACTERS - len(text.format(move=""))
        return text.format(move=voice.move(chosen, room))
    return ntr(
        "{count} legal move: choose it",
        "{count} legal moves: choose one",
        count,
    )


def chosen_note(half: HalfMove) -> str:
    """Return what *half*, a whole move chosen from the list of all, does."""
    facts, position = half.facts(), half.position
    text = warned_text(answer_text(facts, True, position), facts, position)
    return text or tr("This move takes nothing off the board.")


def confirm_label(half: HalfMove, focus: Touch | None = None) -> str:
    """Return what Confirm does now, the cursor being on *focus*; empty when it does nothing."""
    turn = words_of(half.position.game.name).turn
    if focus is not None:
        return turn.choice(half, focus)
    return "" if half.move is None else turn.confirm(half)


NOT_SAVED = Phrase("not being saved")
PHONES_FAULT = Phrase("not on phones")
CLUB_FAULT = Phrase("not in the club")
OTHER_TABLE: Final = {
    "unreached": Phrase("no network"),
    "away": Phrase("table away"),
    "left": Phrase("table has left"),
    "differs": Phrase("tables differ"),
    "other-version": Phrase("other version"),
}
"""What is wrong with the way to another table, in a few words."""
SAVING = Phrase("Saving…")
BUTTONS_MISSING = Phrase("no buttons")
STUCK = Phrase("Button stuck: {buttons}")
SENSORS_DO_NOT_FIT = Phrase("Sensors: board doesn't fit")
TOO_SMALL = Phrase("Make this window at least 480×320")
LAMPS_DO_NOT_FIT = Phrase("Lamps: board doesn't fit")


LINK: Final = {
    LinkState.OFF: Phrase("Lamps off"),
    LinkState.SEARCHING: Phrase("Lamps not found"),
    LinkState.CONNECTED: Phrase("Lamps ok"),
    LinkState.LOST: Phrase("Lamps lost"),
    LinkState.SILENT: Phrase("Lamps: no answer"),
    LinkState.FOREIGN: Phrase("Lamps: wrong protocol"),
    LinkState.TOO_FEW: Phrase("Too few lamps"),
    LinkState.FLOODING: Phrase("Lamps: noise"),
}
LINK_FINE: Final = (LinkState.OFF, LinkState.SEARCHING, LinkState.CONNECTED)

MENDED = Phrase("The board is right again.")
LANDED = Phrase("It must be there: press Confirm again.")


def mend_banner(half: HalfMove, fill: Sequence[Site], empty: Sequence[Site]) -> str:
    """Return how much of the table differs, in at most sixty characters."""
    board = half.position.board
    if len(fill) + len(empty) > 1:
        count = len(fill) + len(empty)
        return tr("Fix the board: {count} places").format(count=count)
    text = _fill_text(half, fill[0], board) if fill else _empty_text(empty, board)
    short = tr("Fix the board: 1 place")
    return text if len(text) <= MOST_BANNER_CHARACTERS else short


def mend_note(half: HalfMove, fill: Sequence[Site], empty: Sequence[Site]) -> str:
    """Return what to put where and what to take off, the first places of each."""
    board = half.position.board
    parts = []
    if empty:
        parts.append(_sentence(_empty_text(empty, board)))
    parts += [_sentence(_fill_text(half, site, board)) for site in fill[:2]]
    if len(fill) > 2:
        parts.append(_sentence(tr("Put back: {places}").format(places=_places(fill[2:], board))))
    return " ".join(parts)


def _sentence(text: str) -> str:
    return tr("{text}.").format(text=text)


def _fill_text(half: HalfMove, site: Site, board: Board) -> str:
    pieces = half.pieces().get(site, ())
    names = ", ".join(piece_name(half.position.game.name, piece) for piece in pieces)
    return tr("Put {pieces} on {place}").format(pieces=names, place=board.name_of(site))


def _empty_text(empty: Sequence[Site], board: Board) -> str:
    return tr("Take off what is on {places}").format(places=_places(empty, board))


def _places(sites: Sequence[Site], board: Board) -> str:
    names = [board.name_of(site) for site in sites]
    if len(names) > SITES_NAMED + 2:
        rest = len(names) - SITES_NAMED
        names = [*names[:SITES_NAMED], ntr("{count} other", "{count} others", rest)]
    return ", ".join(names)


SAFE_START = Phrase("safe start")
"""Why there are no buttons then."""

SAFE_START_NOTE = Phrase(
    "Safe start after crashes: lamps, buttons, hints and the computer player are off. Play "
    "by touch, back up your games, or quit and start again."
)
NO_BUTTONS = Phrase("No buttons: play by touch or keyboard. ({reason})")
LEFT_OUT = Phrase("The game {name} was skipped: {reason}")
LESSON_LEFT_OUT = Phrase("A lesson of {game} was skipped: {reason}")

DAMAGED = Phrase(
    "Files of the program are damaged: {files}. It does without them. To repair it, install "
    "it again."
)
MOST_NAMED: Final = 3

GAMES_UNSAVED = Phrase("Games are not being saved: {reason}")
SAVING_NOTE = Phrase("One moment: this counts as soon as it is saved. The disk is slow.")
RECORDS_UNREAD = Phrase("The records could not be listed: {reason}")


_KEPT = {
    "journal-damaged": "journal-damaged-alone",
    "journal-unreadable": "journal-in-place",
}
"""What is said instead of a file that was kept aside where none could be."""

LEFT_VERSION = Phrase(
    "Version {left} did not come up in three starts, so version {now} is back. "
    "Your games are safe."
)


def notice_text(notice: Notice) -> str:
    """Return *notice* as a sentence or two."""
    code = notice.code
    if code in _KEPT and not notice.values[-1]:
        code = _KEPT[code]
    sentence = {
        "torn-tail": tr("A power failure cut off the last entry. It is lost."),
        "journal-damaged": tr(
            "The saved game is damaged at line {0}. The moves before that are safe. "
            "The whole file is kept as {2}."
        ),
        "journal-damaged-alone": tr(
            "The saved game is damaged at line {0}. The moves before that are safe; "
            "there was no way to keep the rest."
        ),
        "journal-unreadable": tr("The saved game could not be read. It is kept as {1}."),
        "journal-in-place": tr("The saved game could not be read, and was left alone: {0}"),
        "journal-refused": tr("The saved game cannot be continued: {0}. The file is kept."),
        "game-failed": tr("{0} failed and was closed. The moves so far are kept. ({1})"),
        "settings-damaged": tr("The settings were damaged and have been reset."),
        "settings-unreadable": tr("The settings could not be read. Using defaults: {0}"),
    }.get(code, code)
    if code == "game-failed":
        name, reason = map(str, notice.values)
        plugin = known(name)
        # Its own words may be what fails.
        title = from_data(plugin.title) if plugin is not None and plugin.title else name
        return sentence.format(title, reason)
    values = [problem_text(each) if isinstance(each, str) else each for each in notice.values]
    return sentence.format(*values)


def failed_text(game: str, reason: str) -> str:
    """Return that *game*, which came from outside, has failed, and what became of its moves."""
    return notice_text(Notice("game-failed", (game, reason)))


def damage_text(files: Sequence[str]) -> str:
    """Return that *files*, a file or more, are damaged."""
    # As they lie in the program's folder, which nobody at a table knows.
    names = [file.rpartition("/companion/")[2] for file in files[:MOST_NAMED]]
    return DAMAGED(files=", ".join([*names, *(["..."] if len(files) > MOST_NAMED else [])]))


def refused_text(problem: str, *, is_dark: bool) -> str:
    """Return that the program starts without a part of its configuration, and why.

    *is_dark* tells that the lamps are off for it.
    """
    text = (
        tr("Configuration error: using defaults, and the lamps stay dark.")
        if is_dark
        else tr("Configuration error: using defaults for that section.")
    )
    return f"{text} {localized(problem)}"


def left_out_text(count: int, name: str) -> str:
    """Return that *count* files are not in what was written; its file *name* tells which."""
    return ntr(
        "{count} file is not in it; {name} in it says which and why.",
        "{count} files are not in it; {name} in it says which and why.",
        count,
        name=name,
    )


def compiling_text(progress: CompileProgress) -> str:
    """Return how far compiling the rules is, or how it has ended."""
    if progress.state == DONE:
        return tr("The faster rules are ready for the next start.")
    if progress.state == FAILED:
        return tr("The rules could not be compiled. Everything still works, only slower.")
    percent = round(100 * progress.fraction)
    return tr("Making the rules faster for the next start: {percent}%").format(percent=percent)


class ScreenCause(enum.StrEnum):
    """Why the screen itself refuses something."""

    PROGRAM_THINKS = "program-thinks"
    TABLE_FIRST = "table-first"
    PUT_WHERE = "put-where"
    TAKE_SCREEN = "take-screen"
    LOOK_FIRST = "look-first"
    HIDDEN_HAND = "hidden-hand"


def refusal_text(refusal: Refusal, position: Position) -> str:
    """Return why something was refused in *position*, in one short sentence."""
    words, code = words_of(position.game.name), refusal.code
    sentence = words.sentences.refusal(code) or _first_of(code, position) or _about_touches(code)
    return sentence.format(
        sites=site_list(position.board, refusal.sites),
        both=site_list(position.board, refusal.sites, tr("{first} and {last}")),
        side=words.names.side(position.side),
        place=words.names.place_word(),
        piece=words.names.piece_word(),
        code=readable(code),
    )


def _first_of(code: str, position: Position) -> str:
    """Return what a turn in *position* begins with where that is no piece on the board."""
    if code != Cause.NOTHING_TOUCHED:
        return ""
    half = position.begin()
    sites = set(sites_among(half.next_touches()))
    if half.area():
        return tr("First place what is in your hand.")
    if not sites:
        return tr("First choose what to play.")
    return "" if sites & set(position.pieces()) else tr("Touch a {place} first.")


def _about_touches(code: str) -> str:
    match member(Cause, code):
        case Cause.OFF_BOARD:
            return tr("That is not a place on this board.")
        case Cause.TOKEN:
            return tr("That is not part of this game.")
        case Cause.GAME_OVER:
            return tr("The game is over.")
        case Cause.INCOMPLETE:
            return tr("The move is not finished yet.")
        case Cause.COMPLETE:
            return tr("The move ends here: press Confirm or Back.")
        case Cause.NOTHING_TOUCHED:
            return tr("Touch a {piece} first.")
        case Cause.TURN_BEGUN:
            return tr("Undo your unfinished move first.")
        case Cause.MUST_PASS:
            return tr("You have no moves: press Confirm to pass.")
        case Cause.MAY_NOT_PASS:
            return tr("You can move, so you may not pass.")
        case Cause.EMPTY:
            return tr("There is nothing there to lift.")
        case Cause.NOT_YOURS:
            return tr("That {piece} belongs to the other side.")
        case Cause.NO_MOVES:
            return tr("This {piece} cannot move anywhere.")
        case Cause.SAME_SITE:
            return tr("The {piece} is already there.")
        case Cause.OFF_LINE:
            return tr("No straight line leads there.")
        case Cause.OCCUPIED:
            return tr("That {place} is taken.")
        case Cause.ALREADY_DISCARDED:
            return tr("That domino has already been played.")
        case None:
            return _about_the_match(code)


def _about_the_match(code: str) -> str:
    match member(MatchCause, code) or member(ScreenCause, code):
        case MatchCause.SAVING:
            return tr("One moment: this is still being saved.")
        case MatchCause.STALE:
            return tr("That press was meant for an earlier position.")
        case MatchCause.NOTHING_TO_TAKE_BACK:
            return tr("There is no move to take back.")
        case MatchCause.NOTHING_TO_REDO:
            return tr("There is no move to play again.")
        case MatchCause.ROUTE_TOO_LONG:
            return tr("This move is long enough: press Confirm or Back.")
        case MatchCause.NO_CLAIM:
            return tr("There is nothing to claim in this position.")
        case MatchCause.NO_SUCH_PLY:
            return tr("There is no such move.")
        case MatchCause.QUESTION_OPEN:
            return tr("Answer the question first.")
        case MatchCause.NO_QUESTION:
            return tr("There is no question to answer.")
        case MatchCause.NO_HINTS_LEFT:
            return tr("You have no hints left. Hold Hint to see all moves.")
        case MatchCause.NO_FLAG:
            return tr("There is still time on the clock.")
        case MatchCause.NO_CLOCK:
            return tr("This game has no clock.")
        case MatchCause.TIME_IS_UP:
            return tr("This clock has run out and stays at zero.")
        case MatchCause.CLOSED:
            return tr("The game is over and its record is written.")
        case ScreenCause.PROGRAM_THINKS:
            return tr("The computer is thinking: wait for its move.")
        case ScreenCause.TABLE_FIRST:
            return tr("First set the board right, then press Confirm.")
        case ScreenCause.PUT_WHERE:
            return tr("Where did it go? Touch {sites}, or lift what is there for a moment.")
        case ScreenCause.TAKE_SCREEN:
            return tr("First press Confirm to show that you have the screen.")
        case ScreenCause.LOOK_FIRST:
            return tr("First hold your dominoes to see them.")
        case ScreenCause.HIDDEN_HAND:
            return tr("The list would reveal your hand: choose a domino first.")
        case None:
            return tr("That is not possible now: {code}.")
