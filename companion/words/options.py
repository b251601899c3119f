"""What each value of each option means for a game, in a sentence or two."""

from __future__ import annotations

from companion.contract import OptionValue, option_text
from companion.words.games import option_line
from companion.words.translate import tr


def option_note(option: str, value: OptionValue) -> str:
    """Return what *option* is about, and on a line of its own what *value* means."""
    return f"{option_line(option)}\n{value_line(option, value)}"


def value_line(option: str, value: OptionValue) -> str:
    """Return what playing with *value* of *option* means; empty for an unknown option."""
    if option == "quiet_limit":
        return _quiet_line(value)
    if option == "draw_after":
        return tr(
            "The game is a draw after {count} plies in a row without a removal, "
            "those of both sides counted."
        ).format(count=value)
    if option == "sizes":
        return tr("Sizes 1 to {count} are on the board.").format(count=value)
    lines = {
        "starts": _starts,
        "compulsory": _compulsory,
        "forward": _forward,
        "huffing": _huffing,
        "no_return": _no_return,
        "players": _players,
        "dominoes": _dominoes,
        "passing": _passing,
    }.get(option, dict)()
    return lines.get(option_text(value), "")


def _quiet_line(value: OptionValue) -> str:
    if value == 0:
        return tr("No number of plies ends the game; both sides may still agree to count.")
    return tr("After {count} plies in a row without a capture the pieces are counted.").format(
        count=value
    )


def _starts() -> dict[str, str]:
    return {
        "white": tr("White begins."),
        "black": tr("Black begins."),
        "blue": tr("Blue begins."),
        "pink": tr("Pink begins."),
        "yellow": tr("Yellow begins."),
        "coin": tr("A coin decides who begins; the program tosses it."),
    }


def _compulsory() -> dict[str, str]:
    return {
        "on": tr(
            "Whoever can capture must, and goes on while the same piece can. "
            "Which piece and which way are free."
        ),
        "off": tr("Nobody has to capture, and a capture may stop after any hop."),
    }


def _forward() -> dict[str, str]:
    return {
        "off": tr("Pieces step and capture in every direction."),
        "on": tr(
            "No step or capture goes backward. "
            "On the last rank a piece only captures, and only sideways."
        ),
        "captures-free": tr(
            "No step goes backward, and on the last rank there is none. "
            "Captures go in every direction."
        ),
    }


def _huffing() -> dict[str, str]:
    return {
        "on": tr(
            "Whoever leaves out a capture risks that piece: before its own move "
            "the other side may take it away."
        ),
        "off": tr("No piece is taken away for a capture that was left out."),
    }


def _no_return() -> dict[str, str]:
    return {
        "on": tr(
            "No piece returns to a point where it has stood, in the middle of a capture too."
        ),
        "off": tr("Pieces may return to where they have stood."),
    }


def _players() -> dict[str, str]:
    return {
        "2": tr("One player has the blue stones, the other the yellow ones."),
        "4": tr(
            "Two teams: seats 1 and 3 are blue, 2 and 4 yellow. Partners hide their dominoes, too."
        ),
    }


def _dominoes() -> dict[str, str]:
    return {
        "dealt": tr("The program deals and keeps the hands hidden; no real dominoes are needed."),
        "physical": tr(
            "You hold real dominoes and name the one you discard. "
            "All that are left count as possible."
        ),
    }


def _passing() -> dict[str, str]:
    return {
        "on": tr("A player may pass at any time."),
        "off": tr("Only a player who can neither move nor remove a chain passes."),
    }
