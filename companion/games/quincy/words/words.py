"""What the players of Quincy read."""

from __future__ import annotations

from collections.abc import Sequence

from companion.contract import (
    Board,
    HalfMove,
    Move,
    Options,
    OptionValue,
    Position,
    Site,
    Token,
    option_text,
    sites_among,
)
from companion.contract.codes import Does
from companion.games.quincy.rules.game import QUINCY
from companion.games.quincy.rules.kernel.state import DECK, HAND_SIZE
from companion.games.quincy.words.hand import QuincyTurnWords
from companion.games.quincy.words.sentences import QuincySentences
from companion.words.game_words import GameWords
from companion.words.hands import seat_name
from companion.words.parts.hints import HintWords
from companion.words.parts.moves import MoveWords
from companion.words.parts.names import Names
from companion.words.parts.options import OptionWords
from companion.words.parts.set_up import SetUpWords, Told
from companion.words.translate import tr

OTHER_HANDS = ("12", "78", "89")
"""What the other seats hold in the pictures of the rules, a domino each."""


class QuincyNames(Names):
    """Seats and dominoes."""

    def line(self) -> str:
        return tr(
            "A domino names the square for your stone; a blank may also remove a "
            "stone. Make two lines of four."
        )

    def seat(self, position: Position, seat: int) -> str:
        return seat_name(position, seat)

    def place(self, board: Board, site: Site) -> str:
        """Return a square with the word for it: its number alone could be a domino."""
        return tr("square {number}").format(number=board.name_of(site))

    def token(self, token: Token) -> str:
        """Return what a domino, or a number that names one, is called."""
        if token.kind in ("domino", "number"):
            return "|".join(map(str, token.values))
        return super().token(token)


class QuincyOptions(OptionWords):
    """How many play, and with whose dominoes."""

    def line(self, option: str) -> str:
        return {
            "players": tr(
                "Two players, or two teams of two with partners sitting opposite each other."
            ),
            "dominoes": tr("The program deals hidden hands, or you use real dominoes."),
        }.get(option, super().line(option))

    def value_title(self, option: str, value: OptionValue) -> str:
        if option == "players":
            return tr("{count} players").format(count=value)
        titles = {"dealt": tr("dealt by the program"), "physical": tr("real dominoes")}
        return titles.get(option_text(value)) or super().value_title(option, value)

    def value_line(self, option: str, value: OptionValue) -> str:
        lines = {
            ("players", "2"): tr("One player has the blue stones, the other the yellow ones."),
            ("players", "4"): tr(
                "Two teams: seats 1 and 3 are blue, 2 and 4 yellow. Partners hide their "
                "dominoes from each other, too."
            ),
            ("dominoes", "dealt"): tr(
                "The program deals and keeps each hand hidden; you need no real dominoes."
            ),
            ("dominoes", "physical"): tr(
                "You name each domino you play. Any domino not yet played counts as possible."
            ),
        }
        return lines.get((option, option_text(value))) or super().value_line(option, value)


class QuincySetUp(SetUpWords):
    """An empty board, stones and dominoes."""

    def line(self, options: Options) -> str:
        if options["dominoes"] == "dealt":
            return tr(
                "The board is empty and the stones are ready. The program deals the dominoes."
            )
        return tr("The board is empty and the stones are ready. Each player draws five dominoes.")

    def before(self, position: Position) -> tuple[Told, ...]:
        """Return who takes which stones and dominoes."""
        return (_stones_told(position), _dominoes_told(position))

    def no_program(self) -> str:
        """Return why the program cannot play with real dominoes."""
        return tr("The computer cannot use real dominoes. Choose dealt ones, or play without it.")


def _stones_told(position: Position) -> Told:
    if position.options["players"] == 4:
        note = tr(
            "The board starts empty. Partners sit opposite each other: seats 1 and 3 are Blue, "
            "2 and 4 Yellow."
        )
    else:
        note = tr("The board starts empty. Blue takes the blue stones, Yellow the yellow ones.")
    return Told(tr("Take the stones of your color"), note)


def _dominoes_told(position: Position) -> Told:
    if position.options["dominoes"] == "dealt":
        return Told(
            tr("Leave the dominoes in their box"),
            tr(
                "The program deals {count} dominoes to each player and hides every hand from the "
                "others."
            ).format(count=HAND_SIZE),
        )
    return Told(
        tr("Shuffle the dominoes, take {count} each").format(count=HAND_SIZE),
        tr("Keep the dominoes face down; look only at your own. The rest are the draw pile."),
    )


class QuincyHints(HintWords):
    """Dominoes and where they go."""

    def nudge(self, position: Position, move: Move) -> str:
        """Return which domino to look at."""
        if any(fact.code == Does.SWAP for fact in position.explain(move)):
            return tr("Look for a domino that fits nowhere.")
        text = tr("Look at your domino {domino}.")
        if position.options["dominoes"] == "physical":
            # The program does not know what the player holds.
            text = tr("If you hold the {domino}, look at it.")
        return text.format(domino=self._domino(move))

    def move(self, position: Position, move: Move) -> str:
        """Return which domino is played, and what is done with a stone."""
        codes = {fact.code for fact in position.explain(move)}
        text = tr("Play {domino}: put a stone on {site}.")
        if Does.SWAP in codes:
            text = tr("Swap {domino}: it fits nowhere.")
        elif Does.REMOVE in codes:
            text = tr("Play {domino}: take the stone off {site}.")
        sites = sites_among(move.touches)
        site = self.names.place(position.board, sites[0]) if sites else ""
        return text.format(domino=self._domino(move), site=site)

    def _domino(self, move: Move) -> str:
        domino = move.touches[0]
        assert isinstance(domino, Token), "a domino is touched before a square"
        return self.names.token(domino)

    def line_end(self, position: Position, line: Sequence[Move]) -> str:
        """Return that a line is its first move, unless that wins: the rest is dealt."""
        if any(fact.code == Does.WIN for fact in position.explain(line[0])):
            return ""
        return tr("the rest depends on dominoes you cannot see")


class QuincyMoves(MoveWords):
    """Dominoes, and what they do on the board."""

    def ways(self, half: HalfMove) -> tuple[str, ...]:
        """Return the domino, and the square on which a stone is put or from which it leaves."""
        if not half.touches or not isinstance(half.touches[0], Token):
            return super().ways(half)
        domino = self.names.token(half.touches[0])
        if len(half.touches) == 1:
            text = (tr("{domino}, which fits nowhere"), tr("swap {domino}"))
            return tuple(way.format(domino=domino) for way in text)
        touch = half.touches[1]
        site = self.names.place(half.position.board, touch) if isinstance(touch, int) else ""
        text = (tr("{domino} for a stone on {site}"), tr("{domino} on {site}"))
        if any(fact.is_harmful for fact in half.facts()):
            text = (tr("{domino}, taking the stone off {site}"), tr("{domino}, clearing {site}"))
        return tuple(way.format(domino=domino, site=site) for way in text)


def hand_text(text: str, options: Options) -> str:
    """Return the position of *text*, stones and a hand such as ``35.44``; no pile is left."""
    stones, hand = text.split()
    others = OTHER_HANDS[: int(options["players"]) - 1]
    if options["dominoes"] == "dealt":
        return f"{stones} 1 hands={'/'.join([hand, *others])}"
    held = [*hand.split("."), *others]
    out = [domino for low, high in DECK if (domino := f"{low}{high}") not in held]
    sizes = "/".join([str(len(held) - len(others)), *("1" for _ in others)])
    return f"{stones} 1 hands={sizes} out={'.'.join(out)}"


WORDS = GameWords(
    QUINCY,
    names=QuincyNames,
    options=QuincyOptions,
    set_up=QuincySetUp,
    turn=QuincyTurnWords,
    sentences=QuincySentences,
    hints=QuincyHints,
    moves=QuincyMoves,
    position=hand_text,
)
