"""What the players of Nine Men's Morris read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.contract import Fact, HalfMove, Options, OptionValue, option_text
from companion.contract.codes import Does
from companion.words.game_words import GameWords
from companion.words.names import Names, OptionWords, Sentences, SetUpWords
from companion.words.translate import tr
from companion.words.turn import HintWords, TurnWords, codes_ahead
from nine_mens_morris.rules import MORRIS


class MorrisNames(Names):
    """Pieces are men."""

    def title(self) -> str:
        """Return what the game is called."""
        return tr("Nine Men's Morris")

    def line(self) -> str:
        """Return what the game is about."""
        return tr("Place your men, then move them along the lines. Three in a row take one away.")

    def piece_word(self) -> str:
        """Return what a piece is called."""
        return tr("man")

    def off_board(self) -> str:
        """Return the heading over the men that are not placed yet."""
        return tr("In hand")


class MorrisOptions(OptionWords):
    """Flying, diagonals and draws."""

    told_only = ("draw_after",)

    def line(self, option: str) -> str:
        """Return what *option* changes."""
        return {
            "flying": tr("Whether a side may fly once it has three men left."),
            "diagonals": tr("Which lines the board has, and how many men a side."),
        }.get(option, tr("How long a game may go on without a mill."))

    def value_line(self, option: str, value: OptionValue) -> str:
        """Return what playing with *value* of *option* means."""
        lines = {
            ("flying", "on"): tr("A side with three men left may move to any empty point."),
            ("flying", "off"): tr("Men move only along the lines, even at the end."),
            ("diagonals", "on"): tr("Each side has twelve men; diagonals are lines and mills."),
            ("diagonals", "off"): tr("Each side has nine men; there are no diagonals."),
            ("draw_after", "0"): tr("The game never ends by itself."),
        }
        other = tr("After {count} moves in a row without a mill, the game is a draw.")
        return lines.get((option, option_text(value)), other.format(count=value))


class MorrisSetUp(SetUpWords):
    """The board starts empty."""

    def line(self, options: Options) -> str:
        """Return what to do at the table before the game begins."""
        text = tr("Clear the board: each side keeps its {count} men beside it.")
        return text.format(count=12 if options["diagonals"] else 9)


class MorrisTurn(TurnWords):
    """A man from the hand or on the board, and one of the other side after a mill."""

    def first(self, half: HalfMove) -> str:
        """Return what is expected first."""
        if not half.hand():
            return super().first(half)
        return tr("{{turn}}: place a man, {count} in hand").format(count=len(half.hand()))

    def going_on(self, half: HalfMove) -> str:
        """Return what is expected after the first touch."""
        is_mill = half.move is None and Does.REMOVE in codes_ahead(half)
        return tr("{turn}: a mill! Touch a man to remove") if is_mill else super().going_on(half)


class MorrisSentences(Sentences):
    """Mills."""

    def refusal(self, code: str) -> str:
        """Return why something is refused."""
        return {
            "in-a-mill": tr("That man is in a mill. You can remove: {sites}."),
            "remove-a-man": tr("You closed a mill: touch one of the other side's men."),
            "not-beside": tr("Too far: men move to the next point on a line."),
        }.get(code, "")

    def fact(self, code: str) -> str:
        """Return what a touch does."""
        return tr("closes a mill") if code == "mill" else ""

    def end(self, code: str) -> str:
        """Return why the game ended."""
        return {
            "too-few-men": tr("{loser} has only two men left."),
            "no-mill": tr("Too long without a mill."),
        }.get(code, "")


class MorrisHints(HintWords):
    """The man that a mill removes."""

    def last(self, facts: Sequence[Fact]) -> str:
        """Return what a touch with *facts* does after the move."""
        for fact in facts:
            if fact.code == Does.REMOVE and isinstance(fact.values[1], int):
                site = self.names.game.shipped_board().name_of(fact.values[1])
                return tr("remove the man on {site}").format(site=site)
        return ""


WORDS: Final = GameWords(
    MORRIS, names=MorrisNames, options=MorrisOptions, set_up=MorrisSetUp, turn=MorrisTurn,
    sentences=MorrisSentences, hints=MorrisHints,
)  # fmt: skip
