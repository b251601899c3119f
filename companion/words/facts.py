"""What a touch, a move or an ending means, as sentences."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.contract import HARMFUL, Board, Claim, Fact, Game, Outcome, Piece, Side
from companion.words.games import piece_name, side_name
from companion.words.translate import ntr, tr

TOLD_LATER = frozenset({"move", "stop"})
"""Codes that the board itself, or another code beside them, shows well enough."""


TOLD_AT_ONCE = HARMFUL | {"chain", "immune", "line", "lose", "mixed", "win"}
"""What a touch does that players should read before they confirm."""

SHOWN_BY_FORMATIONS = frozenset({"join", "sow", "mixed", "immune", "form"})
"""What board and panel show of a whole move; in words it would leave no room for the rest."""


def answer_text(facts: Collection[Fact], is_whole: bool, game: Game, board: Board) -> str:
    """Return what a touch did, or a whole ply, as far as players should read it."""
    if not is_whole:
        facts = [fact for fact in facts if fact.code in TOLD_AT_ONCE]
    elif game.has_formations:
        facts = [fact for fact in facts if fact.code not in SHOWN_BY_FORMATIONS]
    return facts_text(facts, game.name, board)


def fact_text(fact: Fact, game: str, board: Board) -> str:
    """Return what *fact* tells, as a short clause without a full stop, or an empty text."""
    named = {
        "join": tr("joins the tower on {site}"),
        "knock": tr("knocks {piece} on {site}"),
        "capture": tr("captures {piece} on {site}"),
        "huff": tr("huffs {piece} on {site}"),
        "mixed": tr("makes a tower of both colors on {site}"),
        "sow": tr("leaves {piece} on {site}"),
        "place": tr("places {piece} on {site}"),
        "remove": tr("removes {piece} from {site}"),
        "discard": tr("discards the {domino}"),
        "swap": tr("swaps it, as it can be played nowhere"),
        "line": tr("makes a line of {count}"),
        "pass": tr("passes: nothing can move"),
        "pass-by-choice": tr("passes"),
        "chain": tr("removes the chain {numbers}"),
        "immune": tr("{piece} is immune next turn"),
        "form": tr("{side} now has {sizes} in towers of both colors"),
        "win": tr("{side} wins"),
        "lose": tr("{side} loses"),
    }.get(fact.code, "")
    values: dict[str, str] = {}
    for value in fact.values:
        if isinstance(value, Piece):
            values["piece"] = piece_name(game, value)
        elif isinstance(value, int):
            values["site"] = board.name_of(value)
            values["side"] = side_name(value, game)
        elif isinstance(value, tuple):
            values["domino"] = "|".join(map(str, value))
            values["count"] = str(len(value))
            values["numbers"] = chain_name(value)
            values["sizes"] = ", ".join(map(str, value))
    return named.format(**values) if named else ""


def chain_name(numbers: Sequence[int]) -> str:
    """Return consecutive *numbers* by their ends: ``4–6``."""
    return f"{numbers[0]}–{numbers[-1]}"


def facts_text(facts: Collection[Fact], game: str, board: Board) -> str:
    """Return what *facts* tell as one sentence, or an empty text when the board says it all."""
    # The tiles that leave with a chain are told by its numbers.
    codes = {fact.code for fact in facts}
    shown = TOLD_LATER | {"remove"} if "chain" in codes else TOLD_LATER
    clauses = [fact_text(fact, game, board) for fact in facts if fact.code not in shown]
    told = list(dict.fromkeys(clause for clause in clauses if clause))
    if not told:
        return ""
    sentence = ", ".join(told)
    return f"{sentence[0].upper()}{sentence[1:]}."


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
    sentence = {
        "all-sizes-knocked": tr("{loser} has lost a piece of every size."),
        "both-all-sizes-knocked": tr(
            "Both have lost a piece of every size; {winner} did not make the last leg and wins."
        ),
        "all-removed": tr("{winner} has removed every tile."),
        "no-chains": tr("Neither side has three consecutive numbers left."),
        "no-removal": tr("Too long without a chain being removed."),
        "all-sizes-mixed": tr("{winner} has a piece of every size in towers of both colors."),
        "both-all-sizes-mixed": tr(
            "Both have every size in towers of both colors; "
            "{winner} did not have the turn and wins."
        ),
        "no-pieces": tr("{loser} has no pieces left."),
        "no-moves": tr("{loser} has no move left."),
        "quiet-count": tr("Too long without a capture: the pieces were counted."),
        "count": tr("Both agreed to count the pieces."),
        "two-lines": tr("{winner} has two lines of four."),
        "wash": tr("All dominoes are played and nobody has two lines."),
        "agreed": tr("Both agreed to a draw."),
        "resigned": tr("{loser} gave up."),
    }.get(outcome.reason)
    if sentence is None:
        return outcome.reason
    return sentence.format(winner=winner, loser=loser)


def claim_text(claim: Claim, game: str) -> str:
    """Return what a claim would bring, as a short sentence."""
    result = outcome_text(claim.outcome, game)
    if claim.code == "count":
        return tr("Count the pieces: {first} {one}, {second} {other}. {result}.").format(
            first=side_name(0, game),
            one=claim.values[0],
            second=side_name(1, game),
            other=claim.values[1],
            result=result,
        )
    return result


def plies_text(count: int) -> str:
    """Return a number of plies in words."""
    return ntr("{count} ply", "{count} plies", count)


def turn_owner(side: Side, game: str) -> str:
    """Return how the banner addresses *side* of *game*."""
    return tr("{side}:").format(side=side_name(side, game))
