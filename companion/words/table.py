"""What the banner and the buttons say while a game is played."""

from __future__ import annotations

from companion.contract import (
    Board,
    Countdown,
    Fact,
    HalfMove,
    Move,
    Piece,
    Position,
    Progress,
    Side,
    Token,
    Touch,
)
from companion.games.quincy.rules.turn import QuincyTurn
from companion.games.quincy.words import hand as quincy
from companion.match.match import Match
from companion.match.question import Question, QuestionKind
from companion.words.facts import answer_text, chain_name, claim_text, outcome_text
from companion.words.games import piece_name, side_name
from companion.words.translate import ntr, tr

MOST_BANNER_CHARACTERS = 60
MOVE_CHARACTERS = 18
"""A longer route is told by its end: the banner must stay readable across a table."""

NEARLY_OVER_PLIES = 5
"""So many plies before a countdown ends the game, the screen warns."""


def place_word(game: str) -> str:
    """Return what the players call a place of the board."""
    words = {"querni": tr("square"), "quincy": tr("square"), "alquerque": tr("point")}
    return words.get(game, tr("dot"))


def short_move(text: str) -> str:
    """Return *text*, a move, with the middle left out where it is long."""
    if len(text) <= MOVE_CHARACTERS:
        return text
    # A chain is told whole, with the square from which it is made possible.
    chain = text.find("[")
    end = text[chain - 2 :] if chain > 0 else text[-5:]
    return f"{text[:5]} … {end}"


def opening_text(match: Match) -> str:
    """Return what is to be known before the first ply: what the coin said."""
    if match.plies or match.header.options.get("starts") != "coin":
        return ""
    side = side_name(match.position.side, match.game.name)
    return tr("The coin says: {side} begins.").format(side=side)


def countdown_title() -> str:
    """Return the heading over how long nothing was removed."""
    return tr("No removal for")


def countdown_text(countdown: Countdown) -> str:
    """Return how many plies have passed of those that end the game."""
    return tr("{passed} of {limit} plies").format(passed=countdown.passed, limit=countdown.limit)


def is_nearly_over(countdown: Countdown) -> bool:
    """Return whether the players should be warned."""
    return countdown.limit - countdown.passed <= NEARLY_OVER_PLIES


def set_up_title() -> str:
    """Return the heading over the number that names a random set-up."""
    return tr("Set-up number")


def rack_text(side: Side, game: str, left: int) -> str:
    """Return how many tiles *side* still has on the board."""
    tiles = ntr("{count} tile left", "{count} tiles left", left)
    return tr("{side}: {tiles}").format(side=side_name(side, game), tiles=tiles)


def beside_text(side: Side, game: str, standing: int) -> str:
    """Return how many tiles of *side* stand while the table is set; the others lie beside it."""
    tiles = ntr("{count} tile on the board", "{count} tiles on the board", standing)
    return tr("{side}: {tiles}").format(side=side_name(side, game), tiles=tiles)


def turn_banner(half: HalfMove) -> str:
    """Return whose turn it is and what is expected next."""
    if isinstance(half, QuincyTurn):
        return quincy.turn_banner(half)
    position = half.position
    game = position.game.name
    side = side_name(position.side, game)
    place = place_word(game)
    move = half.move
    if half.area():
        return _placing_banner(half, side)
    if not half.touches:
        return _first_banner(half, side)
    if half.chains() and half.lifted() is None:
        return _chain_banner(half, side)
    if half.progress is Progress.EXTENDABLE:
        return tr("{side}: touch a {place}, or Confirm to stop here").format(
            side=side, place=place
        )
    if move is not None and half.facts() == (Fact("pass-by-choice"),):
        return tr("{side}: Confirm to pass, or Back").format(side=side)
    if move is not None:
        return tr("{side}: make {move}, then Confirm").format(
            side=side, move=short_move(move.text)
        )
    if "chain" in _codes_ahead(half):
        return tr("{side}: touch where it goes, or the chain's other end").format(side=side)
    if len(half.touches) > 1:
        return tr("{side}: the capture goes on, touch the next {place}").format(
            side=side, place=place
        )
    return tr("{side}: touch where it goes").format(side=side)


def _placing_banner(half: HalfMove, side: str) -> str:
    """Return what is expected while a piece in hand is placed in an area."""
    position = half.position
    chosen = {Piece(*touch.values) for touch in half.touches if isinstance(touch, Token)}
    kinds = chosen or set(position.hand())
    if len(kinds) > 1:
        return tr("{side}: touch a piece in the tray, then a blue dot").format(side=side)
    piece = piece_name(position.game.name, min(kinds))
    for touch in half.touches:
        if isinstance(touch, int):
            return tr("{side}: put {piece} on {site}, then Confirm").format(
                side=side, piece=piece, site=position.board.name_of(touch)
            )
    return tr("{side}: place {piece} on a blue dot").format(side=side, piece=piece)


def _chain_banner(half: HalfMove, side: str) -> str:
    """Return what is expected where only a chain can follow."""
    if half.progress is Progress.EXTENDABLE:
        return tr("{side}: remove a chain, or Confirm to stop here").format(side=side)
    return tr("{side}: touch the other end of the chain").format(side=side)


def _first_banner(half: HalfMove, side: str) -> str:
    if half.move is not None:
        return tr("{side}: nothing can move, Confirm to pass").format(side=side)
    if half.chains():
        return tr("{side}: touch a tile to move, or an end of a chain").format(side=side)
    codes = _codes_ahead(half)
    if "huff" in codes:
        return tr("{side}: touch a piece to move, or one to huff").format(side=side)
    if half.position.game.name == "querni":
        return tr("{side}: touch a tile to move").format(side=side)
    return tr("{side}: touch a piece to move").format(side=side)


def _codes_ahead(half: HalfMove) -> set[str]:
    """Return what any of the next touches would do, as codes."""
    return {fact.code for facts in half.next_touches().values() for fact in facts}


def turn_note(half: HalfMove) -> str:
    """Return what can be done now, for the note under the moves."""
    if isinstance(half, QuincyTurn):
        return quincy.turn_note(half)
    game = half.position.game.name
    if game == "querni":
        return _querni_note(half)
    if half.area() and half.hand():
        return ntr(
            "One piece to place, then you move.",
            "{count} pieces to place one by one, then you move.",
            len(half.hand()),
        )
    lifted = half.lifted()
    if not half.touches or lifted is None:
        return ""
    if game == "alquerque":
        if "capture" in _codes_ahead(half):
            return tr("A ring with ticks: hop there and capture.")
        return tr("Step along a line to a ring.")
    steps = len(lifted.pieces)
    reach = ntr("1 step", "1 to {count} steps", steps)
    if len(half.touches) == 1:
        return tr("{reach} in any of 8 directions.").format(reach=reach)
    if half.position.game.has_formations:
        return tr("Next leg: {reach}; your largest piece stays.").format(reach=reach)
    return tr("Next leg: {reach} in any of 8 directions; the largest piece stays.").format(
        reach=reach
    )


def _querni_note(half: HalfMove) -> str:
    if not half.touches:
        if not half.chains():
            return ""
        return tr("To remove a chain, or a part of it, touch its first and its last tile.")
    if half.progress is Progress.EXTENDABLE:
        jump = tr("Jump on, or stop here.") if half.lifted() is not None else ""
        chain = tr("A chain is removed by touching its two ends.") if half.chains() else ""
        return f"{jump} {chain}".strip()
    codes = _codes_ahead(half)
    if "move" not in codes:
        told = tr("Both ends and all tiles between them leave the board.")
        return told if "chain" in codes else ""
    if "chain" in codes:
        return tr("Step, jump, or touch the other end of its chain.")
    return tr("Step to a square beside it, or jump over one tile.")


def question_banner(question: Question, game: str) -> str:
    """Return what is asked and who has to answer, in at most sixty characters."""
    who = side_name(question.awaiting[0], game)
    is_asker = question.asker == question.awaiting[0]
    if question.kind is QuestionKind.TAKE_BACK:
        if is_asker:
            return tr("{side}: ask to take back? Confirm, or Back").format(side=who)
        return tr("{side}: allow the take-back? Confirm, or Back").format(side=who)
    if question.kind is QuestionKind.RESIGN:
        return tr("{side}: really give up? Confirm, or Back").format(side=who)
    if question.kind is QuestionKind.CLAIM:
        return tr("{side}: end the game by count? Confirm, or Back").format(side=who)
    if is_asker:
        return tr("{side}: offer a draw? Confirm, or Back").format(side=who)
    return tr("{side}: agree to a draw? Confirm, or Back").format(side=who)


def question_note(question: Question, last_move: str, game: str) -> str:
    """Return what agreeing would bring, as a sentence or two."""
    waiting = len(question.awaiting)
    both = tr("Both sides confirm, one after the other.") if waiting > 1 else ""
    if question.kind is QuestionKind.TAKE_BACK:
        if question.plies == 0:
            told = tr("The game would go on where it ended.")
        else:
            told = tr("{move} would be taken back.").format(move=short_move(last_move))
    elif question.kind is QuestionKind.REPETITION:
        told = tr("This position stands for the third time. Agree to a draw?")
    elif question.claim is not None:
        told = claim_text(question.claim, game)
    elif question.outcome is not None:
        result = outcome_text(question.outcome, game)
        told = tr("The game would end: {result}.").format(result=result)
    else:
        told = ""
    return f"{told} {both}".strip()


def focus_name(board: Board, game: str, focus: Touch | None) -> str:
    """Return the name of what the buttons' cursor is on."""
    if focus is None:
        return ""
    return token_title(focus, game) if isinstance(focus, Token) else board.name_of(focus)


def token_title(token: Token, game: str) -> str:
    """Return what the players of *game* call something that is touched beside the board."""
    if token.kind == "hand":
        return piece_name(game, Piece(*token.values))
    if token.kind == "domino":
        return "|".join(map(str, token.values))
    if token.kind == "number":
        return str(token.values[0])
    return {"pass": tr("Pass")}.get(token.kind, token.kind)


def moves_banner(is_ready: bool, count: int, chosen: Move | None) -> str:
    """Return what can be done with the list of all *count* moves."""
    if not is_ready:
        return tr("Looking for all moves ...")
    if chosen is not None:
        return tr("Confirm takes {move} as your move").format(move=short_move(chosen.text))
    return ntr(
        "{count} legal move: touch it to see it",
        "{count} legal moves: touch one to see it",
        count,
    )


def chosen_note(position: Position, move: Move) -> str:
    """Return what *move*, chosen from the list of all moves in *position*, does."""
    told = answer_text(position.explain(move), True, position.game, position.board)
    return told or tr("{move} takes nothing off the board.").format(move=short_move(move.text))


def confirm_label(half: HalfMove, focus: Touch | None = None) -> str:
    """Return what Confirm does now, the cursor being on *focus*; empty when it does nothing."""
    if focus is not None:
        return _choosing_label(half, focus)
    if half.move is None:
        return ""
    if half.progress is Progress.EXTENDABLE:
        return tr("stop here")
    if half.move.text.endswith("~"):
        return tr("swap it")
    return tr("pass") if half.move.text == "pass" else tr("play it")


def _choosing_label(half: HalfMove, focus: Touch) -> str:
    for fact in half.next_touches().get(focus, ()):
        if fact.code == "chain" and isinstance(fact.values[0], tuple):
            return tr("take {name}").format(name=chain_name(fact.values[0]))
        if fact.code == "pass-by-choice":
            return tr("pass")
    name = focus_name(half.position.board, half.position.game.name, focus)
    return tr("take {name}").format(name=name)
