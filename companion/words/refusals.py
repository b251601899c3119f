"""Why a touch or a press was refused, as a sentence that says what would be allowed."""

from __future__ import annotations

from companion.contract import Position, Refusal
from companion.words.game_words import words_of
from companion.words.phrases import readable, site_list
from companion.words.translate import tr


def refusal_text(refusal: Refusal, position: Position) -> str:
    """Return why something was refused in *position*, in one short sentence."""
    words = words_of(position.game.name)
    sentence = words.sentences.refusals().get(refusal.code) or _of_any_game().get(refusal.code)
    if sentence is None:
        return tr("That is not possible now ({code}).").format(code=readable(refusal.code))
    return sentence.format(
        sites=site_list(position.board, refusal.sites),
        both=site_list(position.board, refusal.sites, tr("{first} and {last}")),
        side=words.names.side(position.side),
        place=words.names.place_word(),
        piece=words.names.piece_word(),
    )


def _of_any_game() -> dict[str, str]:
    return {**_about_touches(), **_about_the_match()}


def _about_touches() -> dict[str, str]:
    return {
        "empty": tr("Nothing stands there to lift."),
        "not-yours": tr("That {piece} belongs to the other side."),
        "no-moves": tr("This {piece} cannot move anywhere."),
        "same-site": tr("The {piece} stands there already."),
        "may-not-pass": tr("You can move, so you may not pass."),
        "must-pass": tr("Nothing can move: confirm to pass."),
        "complete": tr("The move ends here: confirm it or go back."),
        "off-board": tr("That is no place of this board."),
        "token": tr("That is no part of this game."),
        "off-line": tr("No straight line leads there."),
        "occupied": tr("That {place} is taken."),
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
