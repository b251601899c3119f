"""The sentences of the reasons that speak for a move, in the terms of each game."""

from __future__ import annotations

from companion.engine.reasons.reason import Reason
from companion.words.game_words import words_of
from companion.words.phrases import plain_sentence
from companion.words.translate import tr


def sentence(reason: Reason, game: str) -> str:
    """Return the sentence for the code of *reason*, with places to fill in."""
    own = words_of(game).sentences.reasons(reason)
    sentences = {**_of_any_game(is_one=len(reason.sites) <= 1), **own}
    return sentences.get(reason.code) or _of_an_end(reason.code) or plain_sentence(reason.code)


def _of_an_end(code: str) -> str:
    """Return what is said of an end that the game has no words of its own for."""
    ends = {"win": tr("This wins."), "draw": tr("This ends in a draw.")}
    return ends.get(code.partition("-")[0], "")


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
        "removes": tr("Removes {pieces} from {sites}."),
    }
