"""The sentences of the reasons that speak for a move, in the terms of each game."""

from __future__ import annotations

from companion.engine.reasons.reason import Reason
from companion.words.translate import tr


def sentence(reason: Reason, game: str) -> str:
    """
    Return the sentence for the code of *reason*, with places to fill in.

    Raises:
        KeyError: the code has no sentence, which is a fault of this module.
    """
    is_one = len(reason.sites) <= 1
    own = {
        "alquerque": _in_alquerque,
        "quincala-knocking": _in_knocking,
        "quincala-mixing": _in_mixing,
        "querni": _in_querni,
        "quincy": _in_quincy,
    }
    sentences = _of_any_game(is_one=is_one)
    if game in own:
        sentences |= own[game](reason)
    return sentences.get(reason.code) or _of_an_end(reason.code)


def _of_an_end(code: str) -> str:
    """Return what is said of an end that the game has no words of its own for."""
    return {"win": tr("This wins."), "draw": tr("This ends in a draw.")}[code.partition("-")[0]]


def _of_any_game(*, is_one: bool) -> dict[str, str]:
    return {
        "loses": tr("This loses: {other} wins."),
        "pass": tr("Nothing can move, so you pass."),
        "pass-by-choice": tr("Passing changes nothing of yours."),
        "line-wins": tr("You win in {number} plies if all goes as expected."),
        "stops-win": tr("{other} could have won next turn; now that is stopped."),
        "threatens-win": tr("Threatens to win next turn."),
        "captures": tr("Captures {pieces}.") if is_one else tr("Captures {count} pieces."),
        "knocks": tr("Knocks {pieces}."),
        "huffs": tr("Huffs the piece on {sites} that should have captured."),
        "removes": tr("Removes {pieces} from {sites}."),
    }


def _in_alquerque(reason: Reason) -> dict[str, str]:
    is_one = len(reason.sites) <= 1
    one, two = (*reason.numbers, 0, 0)[:2]
    return {
        "win-no-pieces": tr("Takes {other}'s last piece."),
        "win-no-moves": tr("Leaves {other} without a move: you win."),
        "win-quiet-count": tr("The quiet limit is reached, and you have more pieces."),
        "draw-quiet-count": tr("The quiet limit is reached: a draw."),
        "captures": tr("Captures the piece on {sites}.")
        if is_one
        else tr("Captures {count} pieces: on {sites}."),
        "nothing-back": tr("{other} can take nothing back."),
        "saves": tr("Saves your piece on {sites}.")
        if is_one
        else tr("Saves your pieces on {sites}."),
        "threatens": tr("Threatens the piece on {sites}.")
        if is_one
        else tr("Threatens {count} pieces: on {sites}."),
        "few-moves": tr("Leaves {other} only one move.")
        if one == 1
        else tr("Leaves {other} only {number} moves."),
        "all-safe": tr("{other} can capture nothing next turn."),
        "wins-trade": tr("Expected: you take {number}, {other} takes {second}.")
        if two
        else tr("Expected: you take {number}, {other} none."),
        "even-trade": tr("Expected: both sides take {number}."),
        "gives-at-most": tr("{other} can take one piece at most.")
        if one == 1
        else tr("{other} can take {number} pieces at most."),
    }


def _in_knocking(reason: Reason) -> dict[str, str]:
    first = tr("Knocks {other}'s first {size} piece.")
    if len(reason.numbers) == 1:
        first = tr("Knocks {other}'s first {size} piece; only a {sizes} one is missing.")
    return {
        "win-all-sizes-knocked": tr("{other} has now lost a piece of every size: you win."),
        "knocks": tr("Knocks {pieces}."),
        "knocks-first": first,
        "knocks-last": tr("Knocks {other}'s last {size} piece."),
        "keeps-whole": tr("{other} can no longer knock your first {size} piece."),
        "threatens-first": tr("Threatens {other}'s first {size} piece."),
        "locks": tr("Locks what {other} has on {sites}: mixed towers cannot be lifted."),
        "stops-knocks": tr("{other} could have knocked a piece of yours; now it cannot."),
        "nothing-knocked": tr("{other} can knock nothing of yours next turn."),
        "builds-tower": tr("Your tower on {sites} can now go 1 to {number} steps."),
    }


def _in_mixing(reason: Reason) -> dict[str, str]:
    forms = {
        0: tr("Puts {pieces} in a mixed tower: all your sizes are there."),
        1: tr("Puts {pieces} in a mixed tower; only your {sizes} is missing."),
    }
    return {
        "win-all-sizes-mixed": tr("All your sizes stand in mixed towers: you win."),
        "forms": forms.get(
            len(reason.numbers), tr("Puts {pieces} in a mixed tower; your {sizes} are missing.")
        ),
        "takes-out": tr("{pieces} no longer stands in a mixed tower.")
        if len(reason.pieces) == 1
        else tr("{pieces} no longer stand in mixed towers."),
        "threatens-form": tr("Next turn {pieces} could go into a mixed tower."),
        "sends-home": tr("Knocks {pieces}: {other} has to place again."),
        "locks": tr("{other} can no longer begin a move on {sites}."),
        "immune": tr("{pieces} on {sites} cannot be knocked next turn."),
        "forward": tr("Your pieces come forward by one rank.")
        if reason.numbers == (1,)
        else tr("Your pieces come forward by {number} ranks in all."),
        "lets-win": tr("From there your move can win in this turn."),
        "lets-form": tr("Then a move can put {pieces} in a mixed tower."),
        "lets-join": tr("Your pieces can join {pieces} on {sites} in this turn."),
        "far-forward": tr("No free dot of your areas is farther forward than {sites}."),
    }


def _in_querni(reason: Reason) -> dict[str, str]:
    return {
        "win-all-removed": tr("Removes your last tiles."),
        "draw-no-chains": tr("Nobody has three consecutive numbers left: a draw."),
        "draw-no-removal": tr("Too long without a removal: a draw."),
        "removes-chain": tr("Removes {numbers} at once.")
        if len(reason.numbers) > 3
        else tr("Removes {numbers}."),
        "makes-ready": tr("Makes {numbers} removable next turn."),
        "in-reach": tr("One move could then bring {numbers} together."),
        "hinders-chain": tr("{other} can no longer remove {numbers} next turn."),
        "restarts-count": tr("Removes something in time: {number} plies were left to a draw."),
        "brings-beside": tr("Brings {pieces} side by side."),
        "nearer": tr("Brings {pieces} nearer to each other."),
    }


def _in_quincy(reason: Reason) -> dict[str, str]:
    is_one = reason.numbers == (1,)
    return {
        "win-two-lines": tr("Makes your second line: you win."),
        "makes-line": tr("Makes a line; its stones can never be removed."),
        "lengthens-line": tr("Adds a stone to your line."),
        "stops-win": tr("{other} could have won next turn; now no domino does it."),
        "blocks-three": tr("Blocks {other}'s three on {sites}."),
        "blocks-end": tr("Blocks one end of {other}'s three on {sites}."),
        "breaks-three": tr("Takes a stone out of {other}'s three on {sites}."),
        "open-three": tr("Both ends of your row of three on {sites} are open."),
        "makes-three": tr("Makes three of four on {sites}, the fourth square is free."),
        "can-complete": tr("Your {domino} can then complete the line on {sites}."),
        "one-from-win": tr("One more stone on {either} would win."),
        "makes-pair": tr("Makes two of a row of four on {sites}."),
        "open-rows": tr("The square lies in one row of four that is open to you.")
        if is_one
        else tr("The square lies in {number} rows of four that are open to you."),
        "all-dead": tr("None of your dominoes fits anywhere."),
        "swap-draws": tr("Swap: {domino} fits nowhere, and you draw another one."),
        "swap-drops": tr("{domino} fits nowhere, so you lose nothing by it."),
    }
