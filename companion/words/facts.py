"""What a touch, a move or an ending means, as sentences."""

from __future__ import annotations

from collections.abc import Collection

from companion.contract import Board, Claim, Fact, Outcome, Piece, Position
from companion.contract.codes import Does, End, member
from companion.match.question import MatchEnd
from companion.words.game_words import words_of
from companion.words.phrases import capitalized, chain_name, joined, plain_clause, plain_sentence
from companion.words.translate import ntr, tr
from companion.words.voice import PLAIN, Voice


def answer_text(
    facts: Collection[Fact], is_whole: bool, position: Position, voice: Voice = PLAIN
) -> str:
    """Return what a touch in *position* did, or a whole ply, as far as players should read it."""
    words = words_of(position.game.name).sentences
    codes = words.shown_whole if is_whole else words.told_at_once
    facts = [fact for fact in facts if (fact.code in codes) != is_whole]
    text = facts_text(facts, position.game.name, position.board, voice)
    return text if is_whole else warned_text(text, facts, position)


def untold_text(
    facts: Collection[Fact], is_whole: bool, position: Position, voice: Voice = PLAIN
) -> str:
    """Return of the same what the move itself, in words, does not tell."""
    told = words_of(position.game.name).sentences.told_by_move
    rest = [fact for fact in facts if fact.code not in told]
    text = answer_text(rest, is_whole, position, voice)
    return text if is_whole else warned_text(text, facts, position).strip()


def warned_text(text: str, facts: Collection[Fact], position: Position) -> str:
    """Return *text*, which tells *facts*, after a warning where an own piece would be knocked."""
    knocked = [value for fact in facts if fact.code == Does.KNOCK for value in fact.values]
    if any(isinstance(value, Piece) and value.side == position.side for value in knocked):
        return tr("Careful: this knocks a piece of your own. {told}").format(told=text)
    return text


def fact_text(fact: Fact, game: str, board: Board, voice: Voice = PLAIN) -> str:
    """Return what *fact* tells as a short clause without a full stop, or an empty text."""
    numbers: tuple[int, ...] = ()
    values: dict[str, str] = {}
    for value in fact.values:
        if isinstance(value, Piece):
            values["piece"] = voice.piece(value, game)
        elif isinstance(value, int):
            values["site"] = words_of(game).names.place(board, value)
            # Of a place there is no side.
            values["side"] = voice.player(value % 2, game)
        elif isinstance(value, tuple):
            numbers = value
    text = words_of(game).sentences.fact(fact.code) or _clause(fact)
    return text.format(
        numbers=chain_name(numbers) if numbers else "",
        count=len(numbers),
        domino="|".join(map(str, numbers)),
        sizes=joined([str(number) for number in numbers]),
        **values,
    )


def _clause(fact: Fact) -> str:
    match member(Does, fact.code):
        case Does.MOVE:
            return ""  # The board itself shows it well enough.
        case Does.KNOCK:
            return tr("knocks {piece} on {site}")
        case Does.CAPTURE:
            return tr("captures {piece} on {site}")
        case Does.HUFF:
            return tr("huffs {piece} on {site}")
        case Does.SOW:
            return tr("leaves {piece} on {site}")
        case Does.PLACE:
            return tr("places {piece} on {site}")
        case Does.REMOVE:
            return tr("removes {piece} from {site}")
        case Does.LINE:
            return tr("makes a line of {count}")
        case Does.CHAIN:
            return tr("removes the chain {numbers}")
        case Does.SWAP:
            return tr("swaps it because it fits nowhere")
        case Does.PASS:
            return tr("passes, with no moves left")
        case Does.PASS_BY_CHOICE:
            return tr("passes")
        case Does.WIN:
            return tr("{side} wins")
        case Does.LOSE:
            return tr("{side} loses")
        case None:
            return _plain_fact(fact)


def _plain_fact(fact: Fact) -> str:
    """Return the code of *fact* as words, with the place where a piece stands with it."""
    deed, is_placed = plain_clause(fact.code), tuple(map(type, fact.values)) == (Piece, int)
    return tr("{deed} on {site}").format(deed=deed, site="{site}") if is_placed else deed


def facts_text(
    facts: Collection[Fact], game: str, board: Board, voice: Voice = PLAIN, who: str = "{deeds}"
) -> str:
    """Return what *facts* tell, as sentences, or an empty text when the board says it all.

    What a move does is one sentence; *who* may name its subject, with ``{deeds}`` to fill in.
    What then holds of a piece or a side has a subject of its own, and is a sentence of its own.
    """
    words = words_of(game).sentences
    hidden = words.hidden(facts)
    clauses: tuple[dict[str, None], dict[str, None]] = ({}, {})
    for fact in facts:
        if fact not in hidden:
            clauses[fact.code in words.with_subject][fact_text(fact, game, board, voice)] = None
    deeds, states = ([clause for clause in kind if clause] for kind in clauses)
    does = who.format(deeds=joined(deeds)) if deeds else ""
    return " ".join(f"{capitalized(sentence)}." for sentence in (does, *states) if sentence)


def outcome_text(outcome: Outcome, game: str, voice: Voice = PLAIN) -> str:
    """Return who won, in at most sixty characters."""
    if outcome.winner is None:
        return tr("The game is a draw")
    return tr("{side} wins").format(side=voice.player(outcome.winner, game))


def reason_text(outcome: Outcome, game: str, voice: Voice = PLAIN) -> str:
    """Return why the game ended, as a sentence."""
    winner = loser = ""
    if outcome.winner is not None:
        winner, loser = (voice.player(side, game) for side in (outcome.winner, 1 - outcome.winner))
    text = words_of(game).sentences.end(outcome.reason) or _end(outcome.reason)
    return text.format(winner=winner, loser=loser)


def _end(code: str) -> str:
    match member(End, code) or member(MatchEnd, code):
        case End.NO_PIECES:
            return tr("{loser} has no pieces left.")
        case End.NO_MOVES:
            return tr("{loser} has no moves left.")
        case MatchEnd.AGREED:
            return tr("Both sides agreed to a draw.")
        case MatchEnd.RESIGNED:
            return tr("{loser} resigned.")
        case MatchEnd.TIME:
            return tr("{loser} ran out of time.")
        case None:
            return plain_sentence(code)


def claim_text(claim: Claim, game: str, voice: Voice = PLAIN) -> str:
    """Return what a claim would bring, as a short sentence."""
    result = outcome_text(claim.outcome, game, voice)
    text = words_of(game).sentences.claim(claim)
    return tr("{told} {result}.").format(told=text, result=result) if text else result


def plies_text(count: int) -> str:
    """Return a number of plies in words, as players count them."""
    return tr("no moves yet") if count == 0 else ntr("{count} move", "{count} moves", count)
