"""Why a touch or a press was refused, as a sentence that says what would be allowed."""

from __future__ import annotations

from collections.abc import Sequence

from companion.contract import Board, Position, Refusal, Site
from companion.words.games import side_name
from companion.words.translate import ntr, tr

SITES_NAMED = 4
"""More places than this are counted rather than named."""


def site_list(board: Board, sites: Sequence[Site], joined: str = "") -> str:
    """Return the names of *sites* as a sentence has them: ``b2, c3 or d2``.

    A text such as ``{first} and {last}`` in *joined* joins the last name otherwise.
    """
    names = [board.name_of(site) for site in sites]
    if len(names) > SITES_NAMED:
        rest = len(names) - SITES_NAMED + 1
        names = [*names[: SITES_NAMED - 1], ntr("{count} more", "{count} more", rest)]
    if len(names) < 2:
        return "".join(names)
    joined = joined or tr("{first} or {last}")
    return joined.format(first=", ".join(names[:-1]), last=names[-1])


def refusal_text(refusal: Refusal, position: Position) -> str:
    """Return why something was refused in *position*, in one short sentence."""
    games = {"alquerque": _in_alquerque, "quincy": _in_quincy, "querni": _in_querni}
    own = games.get(position.game.name, dict)()
    sentence = own.get(refusal.code) or _sentences().get(refusal.code)
    if sentence is None:
        return tr("That is not possible now ({code}).").format(code=refusal.code)
    both = site_list(position.board, refusal.sites, tr("{first} and {last}"))
    side = side_name(position.side, position.game.name)
    sites = site_list(position.board, refusal.sites)
    return sentence.format(sites=sites, both=both, side=side)


def _sentences() -> dict[str, str]:
    return {
        **_about_lifting(),
        **_about_ways(),
        **_about_hands(),
        **_about_captures(),
        **_about_dominoes(),
        **_about_chains(),
        **_about_the_match(),
    }


def _about_lifting() -> dict[str, str]:
    return {
        "empty": tr("Nothing stands there to lift."),
        "not-yours": tr("That piece belongs to the other side."),
        "mixed-tower": tr("A tower of both colors cannot be lifted."),
        "mixed-start": tr("A move cannot start from a tower of both colors."),
        "no-piece-to-lift": tr("Only your largest piece is there, and it stays: confirm."),
        "no-legs": tr("This piece cannot move anywhere."),
        "no-moves": tr("This piece cannot move anywhere."),
        "same-site": tr("The pieces stand there already."),
        "may-not-pass": tr("You can move, so you may not pass."),
        "must-pass": tr("Nothing can move: confirm to pass."),
        "no-further-leg": tr("The move ends here: confirm it or go back."),
        "complete": tr("The move ends here: confirm it or go back."),
        "off-board": tr("That is no place of this board."),
        "token": tr("That is no part of this game."),
    }


def _about_ways() -> dict[str, str]:
    return {
        "off-line": tr("No straight line leads there."),
        "too-far": tr("Too far: as many steps as pieces move, no more."),
        "blocked": tr("Nothing is jumped: {sites} is in the way."),
        "cut": tr("The way would leave the playing area."),
        "outside": tr("The way would leave the playing area."),
        "occupied": tr("That dot is taken."),
        "backwards": tr("No piece goes backwards in this game."),
        "last-rank": tr("On the last rank a piece moves only by capturing sideways."),
        "immune": tr("The piece on {sites} has just knocked yours: it is immune this turn."),
        "no-return": tr("This piece has stood there before."),
    }


def _about_hands() -> dict[str, str]:
    return {
        "place-first": tr("First place the pieces in your hand on the blue dots."),
        "choose-piece": tr("Touch a piece in the tray first, then its dot."),
        "piece-chosen": tr("A piece is chosen already: go back to choose another."),
        "not-in-hand": tr("That piece is not in your hand."),
        "not-in-area": tr("Pieces are placed on blue dots only: your own areas."),
        "areas-full": tr("No dot of your areas is free: the piece waits."),
    }


def _in_alquerque() -> dict[str, str]:
    return {
        "occupied": tr("That point is taken."),
        "too-far": tr("Too far: one step, or a hop over one enemy piece."),
        "off-line": tr("No line of the board leads there."),
        "same-site": tr("The piece stands there already."),
    }


def _about_captures() -> dict[str, str]:
    return {
        "must-capture": tr("You must capture: {sites} can."),
        "must-go-on": tr("The capture goes on: {sites} is next."),
        "nothing-to-jump": tr("No enemy piece to jump over on the way."),
        "own-piece-between": tr("Your own piece is in between."),
        "land-behind": tr("Touch the point behind it: {sites}."),
        "twice": tr("A piece is captured only once."),
        "not-an-offender": tr("That piece missed no capture."),
    }


def _about_dominoes() -> dict[str, str]:
    return {
        "choose-domino": tr("Choose a domino first."),
        "one-domino": tr("One domino a turn: go back to choose another."),
        "not-in-hand": tr("You do not hold that domino."),
        "already-discarded": tr("That domino has been played already."),
        "can-be-played": tr("This domino can be played, so it may not be swapped: {sites}."),
        "dead-domino": tr("This domino can be played nowhere; it can be swapped."),
        "wrong-square": tr("This domino goes to {sites}."),
        "no-blank": tr("Only a domino with a blank removes a stone."),
        "own-stone": tr("Your own stone stays where it is."),
        "take-screen": tr("First confirm that you hold the screen."),
        "look-first": tr("First hold your dominoes to see them."),
        "hidden-hand": tr("All moves would show the hand: choose a domino first."),
        "protected": tr("That stone is part of a line and cannot be removed: {sites}."),
    }


def _in_quincy() -> dict[str, str]:
    return {
        "occupied": tr("That square is taken."),
        "empty": tr("No stone stands there to remove."),
        "nothing-touched": tr("Choose a domino first."),
        "incomplete": tr("Touch a square for the domino first."),
        "must-pass": tr("No domino is left to play: confirm to pass."),
        "may-not-pass": tr("You have a domino, so you may not pass."),
        "complete": tr("The turn ends here: confirm it or go back."),
    }


def _about_chains() -> dict[str, str]:
    return {
        "chain-too-short": tr("A chain has at least three consecutive numbers."),
        "chain-incomplete": tr("A number between the two has left the board."),
        "chain-broken": tr("No chain: {both} hold consecutive numbers but do not touch."),
        "no-chain-here": tr("That tile is no end of a chain."),
        "other-end": tr("Touch the other end of the chain: {sites}."),
        "no-step-after-jump": tr("A tile that has jumped may not step."),
        "no-second-step": tr("A tile steps only once: touch a chain, or confirm."),
    }


def _in_querni() -> dict[str, str]:
    return {
        "no-moves": tr("This tile cannot move and is no end of a chain."),
        "not-yours": tr("That tile belongs to the other side."),
        "same-site": tr("The tile stands there already."),
        "too-far": tr("Too far: one step, or a jump over one tile."),
        "off-line": tr("No straight line leads there."),
        "occupied": tr("That square is taken."),
        "nothing-to-jump": tr("No tile to jump over on {sites}."),
        "land-behind": tr("To jump, touch the square behind it: {sites}."),
        "no-return": tr("The tile has been there in this turn."),
        "may-not-pass": tr("You can do something, so you may not pass."),
    }


def _about_the_match() -> dict[str, str]:
    return {
        "game-over": tr("The game is over."),
        "stale": tr("That press came too late for this position."),
        "incomplete": tr("The move is not finished yet."),
        "nothing-touched": tr("Touch a piece first."),
        "put-where": tr("Where was it put? Touch {sites}, or lift what stands there once."),
        "nothing-to-take-back": tr("There is no move to take back."),
        "nothing-to-redo": tr("There is no move to play again."),
        "turn-begun": tr("Undo the begun move first."),
        "route-too-long": tr("This move has run long enough: confirm it or go back."),
        "no-claim": tr("There is nothing to claim in this position."),
        "no-such-ply": tr("There is no such move."),
        "question-open": tr("Answer the question first."),
        "no-question": tr("Nothing was asked."),
        "no-hints-left": tr("No hints left for {side}. Hold Hint to see all moves."),
        "program-thinks": tr("The program is thinking: wait for its move."),
        "closed": tr("The game is over and its record is written."),
    }
