"""Why a touch or a press was refused, as a sentence that says what would be allowed."""

from __future__ import annotations

import enum

from companion.contract import Position, Refusal, sites_among
from companion.contract.codes import Cause, member
from companion.match.question import MatchCause
from companion.words.game_words import words_of
from companion.words.phrases import readable, site_list
from companion.words.translate import tr


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
