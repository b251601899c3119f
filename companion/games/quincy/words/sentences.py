"""The sentences of Quincy for the codes of its rules."""

from __future__ import annotations

from collections.abc import Mapping

from companion.contract import FactValue
from companion.engine.reasons.reason import Reason
from companion.words.parts.sentences import Sentences, numbers_in
from companion.words.translate import tr


class QuincySentences(Sentences):
    """Dominoes, stones and lines."""

    told_at_once = Sentences.told_at_once | {"line"}

    def refusals(self) -> Mapping[str, str]:
        """Return why something is refused, by code."""
        return {
            "empty": tr("No stone stands there to remove."),
            "nothing-touched": tr("Choose a domino first."),
            "incomplete": tr("Touch a square for the domino first."),
            "must-pass": tr("No domino is left to play: confirm to pass."),
            "may-not-pass": tr("You have a domino, so you may not pass."),
            "complete": tr("The turn ends here: confirm it or go back."),
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

    def facts(self) -> Mapping[str, str]:
        """Return what a touch does, by code."""
        return {
            "discard": tr("discards the {domino}"),
            "swap": tr("swaps it, as it can be played nowhere"),
            "line": tr("makes a line of {count}"),
        }

    def fact_values(self, values: tuple[FactValue, ...]) -> Mapping[str, str]:
        """Return a domino, or how long a line is."""
        numbers = numbers_in(values)
        return {"domino": "|".join(map(str, numbers)), "count": str(len(numbers))}

    def ends(self) -> Mapping[str, str]:
        """Return why the game ended, by code."""
        return {
            "two-lines": tr("{winner} has two lines of four."),
            "wash": tr("All dominoes are played and nobody has two lines."),
        }

    def misses(self) -> Mapping[str, str]:
        """Return what a move in a lesson lacks."""
        return {
            "discard": tr("It plays another domino."),
            "line": tr("It makes no line."),
            "swap": tr("It swaps no domino."),
        }

    def reasons(self, reason: Reason) -> Mapping[str, str]:
        """Return what speaks for a move, by code."""
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
            "can-complete": tr("Your {pair} can then complete the line on {sites}."),
            "one-from-win": tr("One more stone on {either} would win."),
            "makes-pair": tr("Makes two of a row of four on {sites}."),
            "open-rows": tr("The square lies in one row of four that is open to you.")
            if is_one
            else tr("The square lies in {number} rows of four that are open to you."),
            "all-dead": tr("None of your dominoes fits anywhere."),
            "swap-draws": tr("Swap: {pair} fits nowhere, and you draw another one."),
            "swap-drops": tr("{pair} fits nowhere, so you lose nothing by it."),
        }
