"""What a touch, a move or an ending means, as sentences."""

from __future__ import annotations

from collections.abc import Collection

from companion.contract import Board, Claim, Fact, Game, Outcome, Piece, Side
from companion.words.game_words import words_of
from companion.words.games import piece_name, side_name
from companion.words.phrases import capitalized, plain_clause, plain_sentence
from companion.words.translate import ntr, tr

TOLD_LATER = frozenset({"move", "stop"})
"""Codes that the board itself, or another code beside them, shows well enough."""


def answer_text(facts: Collection[Fact], is_whole: bool, game: Game, board: Board) -> str:
    """Return what a touch did, or a whole ply, as far as players should read it."""
    words = words_of(game.name).sentences
    if is_whole:
        facts = [fact for fact in facts if fact.code not in words.shown_whole]
    else:
        facts = [fact for fact in facts if fact.code in words.told_at_once]
    return facts_text(facts, game.name, board)


def fact_text(fact: Fact, game: str, board: Board) -> str:
    """Return what *fact* tells, as a short clause without a full stop."""
    words = words_of(game).sentences
    clauses = {
        "knock": tr("knocks {piece} on {site}"),
        "capture": tr("captures {piece} on {site}"),
        "place": tr("places {piece} on {site}"),
        "remove": tr("removes {piece} from {site}"),
        "pass": tr("passes: nothing can move"),
        "pass-by-choice": tr("passes"),
        "win": tr("{side} wins"),
        "lose": tr("{side} loses"),
        **words.facts(),
    }
    values = dict(words.fact_values(fact.values))
    for value in fact.values:
        if isinstance(value, Piece):
            values["piece"] = piece_name(game, value)
        elif isinstance(value, int):
            values["site"] = board.name_of(value)
            # Of a place there is no side.
            values["side"] = side_name(value % 2, game)
    return clauses.get(fact.code, plain_clause(fact.code)).format(**values)


def facts_text(facts: Collection[Fact], game: str, board: Board) -> str:
    """Return what *facts* tell as one sentence, or an empty text when the board says it all."""
    shown = TOLD_LATER | words_of(game).sentences.told_otherwise({fact.code for fact in facts})
    clauses = [fact_text(fact, game, board) for fact in facts if fact.code not in shown]
    told = list(dict.fromkeys(clause for clause in clauses if clause))
    return f"{capitalized(', '.join(told))}." if told else ""


def outcome_text(outcome: Outcome, game: str) -> str:
    """Return who won, in at most sixty characters."""
    if outcome.winner is None:
        return tr("The game is a draw")
    return tr("{side} wins").format(side=side_name(outcome.winner, game))


def reason_text(outcome: Outcome, game: str) -> str:
    """Return why the game ended, as a sentence."""
    winner = loser = ""
    if outcome.winner is not None:
        winner, loser = side_name(outcome.winner, game), side_name(1 - outcome.winner, game)
    sentences = {
        "no-pieces": tr("{loser} has no pieces left."),
        "no-moves": tr("{loser} has no move left."),
        "agreed": tr("Both agreed to a draw."),
        "resigned": tr("{loser} gave up."),
        **words_of(game).sentences.ends(),
    }
    told = sentences.get(outcome.reason) or plain_sentence(outcome.reason)
    return told.format(winner=winner, loser=loser)


def claim_text(claim: Claim, game: str) -> str:
    """Return what a claim would bring, as a short sentence."""
    result = outcome_text(claim.outcome, game)
    told = words_of(game).sentences.claim(claim)
    return tr("{told} {result}.").format(told=told, result=result) if told else result


def plies_text(count: int) -> str:
    """Return a number of plies in words."""
    return ntr("{count} ply", "{count} plies", count)


def turn_owner(side: Side, game: str) -> str:
    """Return how the banner addresses *side* of *game*."""
    return tr("{side}:").format(side=side_name(side, game))
