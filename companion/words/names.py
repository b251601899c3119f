"""What a game calls its sides, pieces, places, options and codes: the parts it brings words for.

Each of its enums of codes is told by a ``match`` with a case for each member and none for the
rest: so the type checker finds a code without a sentence.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from companion.contract import (
    Board,
    Claim,
    Fact,
    Game,
    HalfMove,
    Options,
    OptionValue,
    Piece,
    Position,
    Side,
    Site,
    Token,
    Touch,
    option_text,
)
from companion.contract.codes import Does
from companion.contract.values import HARMFUL
from companion.engine.reason import Reason
from companion.plugins import known
from companion.words.phrases import capitalized, headed, readable
from companion.words.translate import ntr, ptr, tr


class Names:
    """The names of one game; the defaults come from its rules and its board."""

    def __init__(self, game: Game) -> None:
        """Name what belongs to *game*."""
        self.game = game

    def title(self) -> str:
        """Return what the game is called."""
        plugin = known(self.game.name)
        title = plugin.title if plugin else ""
        return tr(title or capitalized(readable(self.game.name)))

    def line(self) -> str:
        """Return what the game is about, in one or two short sentences, or an empty text."""
        return ""

    def side(self, side: Side) -> str:
        """Return what *side* is called."""
        return tr(self.game.side_names[side])

    def seat(self, position: Position, seat: int) -> str:
        """Return what the player on *seat* of *position* is called."""
        return self.side(seat % 2)

    def place_word(self) -> str:
        """Return what a place of the board is called."""
        words = {"squares": tr("square"), "lines": tr("point")}
        return words.get(self.game.shipped_board().drawing, tr("dot"))

    def place(self, board: Board, site: Site) -> str:
        """Return what *site* of *board* is called inside a sentence."""
        return board.name_of(site)

    def piece_word(self) -> str:
        """Return what a piece of either side is called."""
        words = {"tiles": tr("tile"), "stones": tr("stone")}
        return words.get(self.game.shipped_board().pieces, tr("piece"))

    def count(self, count: int) -> str:
        """Return *count* with the word for so many pieces."""
        kind = self.game.shipped_board().pieces
        if kind == "tiles":
            return ntr("{count} tile", "{count} tiles", count)
        if kind == "stones":
            return ntr("{count} stone", "{count} stones", count)
        return ntr("{count} piece", "{count} pieces", count)

    def piece(self, piece: Piece) -> str:
        """Return *piece* with its owner, such as ``a white piece``, as something is done to it."""
        side, word = self.game.side_names[piece.side], self.piece_word()
        # A color that says what a piece is like bends to the word for it, where that is known.
        whole = {
            ("White", tr("piece")): tr("a white piece"),
            ("Black", tr("piece")): tr("a black piece"),
            ("Blue", tr("stone")): tr("a blue stone"),
            ("Yellow", tr("stone")): tr("a yellow stone"),
        }
        # And it is written otherwise than the name of a side.
        of_color = {
            "White": tr("a white {piece}"),
            "Black": tr("a black {piece}"),
            "Blue": tr("a blue {piece}"),
            "Yellow": tr("a yellow {piece}"),
        }
        text = whole.get((side, word)) or of_color.get(side, tr("a {owner} {piece}"))
        return text.format(owner=self.side(piece.side), piece=word)

    def own(self, piece: Piece) -> str:
        """Return *piece* as it is told to its owner, such as ``your piece``."""
        word = self.piece_word()
        whole = {
            tr("piece"): tr("your piece"),
            tr("stone"): tr("your stone"),
            tr("tile"): tr("your tile"),
        }
        return whole.get(word, tr("your {piece}")).format(piece=word)

    def several(self, piece: Piece, count: int) -> str:
        """Return *count* pieces like *piece*, such as ``White, 12 pieces``."""
        text = tr("{name}, {count}")
        return text.format(name=self.side(piece.side), count=self.count(count))

    def size(self, size: int) -> str:
        """Return what a piece of *size* is called, without its owner."""
        return str(size)

    def off_board(self) -> str:
        """Return the heading over the pieces that left the board."""
        return tr("Off the board")

    def touched(self, board: Board, touch: Touch) -> str:
        """Return what *touch* is called, a site of *board* or something beside it."""
        return self.token(touch) if isinstance(touch, Token) else board.name_of(touch)

    def token(self, token: Token) -> str:
        """Return what *token*, touched beside the board, is called."""
        if token.kind == "hand":
            return self.piece(Piece(*token.values))
        if token.kind == "pass":
            return tr("Pass")
        return " ".join([readable(token.kind), *map(str, token.values)])


def by_itself(name: str) -> str:
    """Return *name*, that of a piece as something is done to it, as it is where nothing is."""
    named = {
        tr("a white piece"): ptr("by itself", "a white piece"),
        tr("a black piece"): ptr("by itself", "a black piece"),
        tr("a blue stone"): ptr("by itself", "a blue stone"),
        tr("a yellow stone"): ptr("by itself", "a yellow stone"),
        tr("your piece"): ptr("by itself", "your piece"),
        tr("your stone"): ptr("by itself", "your stone"),
    }
    return named.get(name, name)


class OptionWords:
    """The words for the options of one game."""

    told_only: tuple[str, ...] = ()
    """Options that change nothing in the few plies of a picture, or would end the game there;
    those that decide who starts are such by themselves."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def title(self, option: str) -> str:
        """Return the short name of *option* as a setting reads."""
        if self.decides_start(option):
            return tr("Who starts")
        return tr(capitalized(readable(option)))

    def line(self, option: str) -> str:
        """Return what *option* changes, in one sentence."""
        if self.decides_start(option):
            return tr("Which side goes first.")
        return tr("You can choose {option} before the game begins.").format(
            option=self.title(option)
        )

    def value_title(self, option: str, value: OptionValue) -> str:
        """Return *value* of *option* as a setting reads."""
        text = option_text(value)
        if self.decides_start(option):
            return self._side_called(text) or tr("toss a coin")
        return {"on": tr("on"), "off": tr("off")}.get(text) or tr(readable(text))

    def value_line(self, option: str, value: OptionValue) -> str:
        """Return what playing with *value* of *option* means, or an empty text."""
        if not self.decides_start(option):
            return ""
        side = self._side_called(option_text(value))
        if side:
            return tr("{side} goes first.").format(side=side)
        return tr("A coin toss decides who goes first.")

    def preset_title(self, preset: str) -> str:
        """Return the name of *preset* as a choice reads."""
        return tr(capitalized(readable(preset)))

    def preset_line(self, preset: str) -> str:
        """Return what *preset* stands for, in one sentence."""
        chosen = self.names.game.presets[preset].items()
        parts = [
            headed(self.title(option), self.value_title(option, value)) for option, value in chosen
        ]
        return tr("{text}.").format(text=", ".join(parts))

    def is_told_only(self, option: str) -> bool:
        """Return whether *option* makes no difference in a picture of the rules."""
        return option in self.told_only or self.decides_start(option)

    def decides_start(self, option: str) -> bool:
        """Return whether *option* says who begins."""
        return any(
            spec.name == option and spec.decides_start for spec in self.names.game.option_specs
        )

    def _side_called(self, text: str) -> str:
        """Return the side that *text*, a value, names, or an empty text where it is none."""
        for side, name in enumerate(self.names.game.side_names):
            if name.lower() == text:
                return self.names.side(side)
        return ""


class PanelRow(NamedTuple):
    """One line of the panel.

    Attributes:
        text: what it says of a side; who plays that is filled in for ``{side}``.
        owner: whose pieces off the board stand beside it.
    """

    text: str
    owner: Side


class PanelWords:
    """The words for the panel of one game."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def row(self, half: HalfMove, side: Side) -> PanelRow | None:
        """Return what *side* has lost or needs, or None: names over their pieces are enough."""
        return None

    def countdown_title(self) -> str:
        """Return what is counted toward the end of the game."""
        return tr("No-removal turns")


class LossWords(PanelWords):
    """The words for a game in which each side counts what it has lost."""

    def row(self, half: HalfMove, side: Side) -> PanelRow | None:
        """Return how many pieces *side* has lost."""
        count = sum(piece.side == side for piece in half.off_board())
        text = tr("{side} lost {count}") if count else tr("{side} lost none")
        return PanelRow(text.format(side="{side}", count=count), side)


class Sentences:
    """The sentences of one game, beside those that every game says.

    Where one of them returns an empty text, the program tells the code in words of its own.

    Attributes:
        told_at_once: codes of facts that players should read before they confirm.
        shown_whole: what board and panel show of a whole move; in words it would leave no
            room for the rest.
        told_by_move: codes of facts that a move in words tells as well.
        with_subject: codes of facts whose clause says of whom it is; the others tell what a
            move does.
    """

    told_at_once: frozenset[str] = HARMFUL | {Does.CHAIN, Does.LINE, Does.LOSE, Does.WIN}
    shown_whole: frozenset[str] = frozenset()
    told_by_move: frozenset[str] = frozenset({
        Does.CAPTURE,
        Does.CHAIN,
        Does.HUFF,
        Does.KNOCK,
        Does.PASS,
        Does.PASS_BY_CHOICE,
        Does.PLACE,
        Does.REMOVE,
    })  # fmt: skip
    with_subject: frozenset[str] = frozenset({Does.LOSE, Does.WIN})

    def __init__(self, names: Names) -> None:
        self.names = names

    def refusal(self, code: str) -> str:
        """Return why something is refused.

        To be filled in: ``{sites}``, ``{both}``, ``{side}``, ``{place}``, ``{piece}``.
        """
        return ""

    def fact(self, code: str) -> str:
        """Return what a touch does, as a clause.

        To be filled in: ``{piece}``, ``{site}``, ``{side}``, and of a list of numbers
        ``{numbers}``, ``{count}``, ``{domino}``, ``{sizes}``.
        """
        return ""

    def hidden(self, facts: Collection[Fact]) -> Collection[Fact]:
        """Return which of *facts*, all of one move, go without saying beside the others."""
        # What leaves with a chain is told by its numbers.
        is_chain = any(fact.code == Does.CHAIN for fact in facts)
        return [fact for fact in facts if is_chain and fact.code == Does.REMOVE]

    def end(self, code: str) -> str:
        """Return why the game ended: ``{winner}``, ``{loser}``."""
        return ""

    def reason(self, reason: Reason) -> str:
        """Return what speaks for a move, as *reason* has it.

        To be filled in: ``{other}``, ``{sites}``, ``{either}``, ``{pieces}``, ``{size}``,
        ``{sizes}``, ``{numbers}``, ``{pair}``, ``{count}``, ``{number}`` and ``{second}``.
        """
        return ""

    def misses(self) -> Mapping[str, str]:
        """Return what a move in a lesson lacks, by the code of what was asked."""
        return {}

    def claim_name(self, claim: Claim) -> str:
        """Return by what *claim* ends the game, as the question has it: end the game by ..."""
        return readable(claim.code)

    def claim(self, claim: Claim) -> str:
        """Return what *claim* would bring beside its result, or an empty text."""
        return ""


class SetUpTask(NamedTuple):
    """Something to be done away from the board: what, and how."""

    banner: str
    note: str


Told = SetUpTask  # what games made for version 0.1 import


class SetUpWords:
    """The words for setting up one game."""

    numbers_tiles = False
    """Whether each piece has a place of its own, so that its step names piece and place."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def line(self, options: Options) -> str:
        """Return what to do at the table before the game begins."""
        return tr("First, the screen and lamps show where each piece goes.")

    def before(self, position: Position) -> tuple[SetUpTask, ...]:
        """Return what is to be done beside the board before pieces are set on it."""
        return ()

    def after(self, position: Position) -> tuple[SetUpTask, ...]:
        """Return what lies in whose hand once the board stands, where that matters."""
        return ()

    def names_place(self, pieces: tuple[Piece, ...]) -> bool:
        """Return whether the step that sets *pieces* names the piece and its place."""
        return self.numbers_tiles and len(pieces) == 1

    def no_program(self) -> str:
        """Return why the program cannot play, where the options keep it from that."""
        return tr("The computer cannot play with these options. Change them, or play without it.")


class Paragraph(NamedTuple):
    """Some sentences.

    Attributes:
        heading: stands over them, or is empty.
        is_aside: tells what does not hold in the game at hand.
    """

    text: str
    heading: str = ""
    is_aside: bool = False


class IllegalExample(NamedTuple):
    """A move that an example shows as not allowed.

    Attributes:
        text: its notation.
        site: the name of the place that is crossed out.
        code: that of the refusal.
    """

    text: str
    site: str
    code: str


class Example(NamedTuple):
    """A position that shows what a page says.

    Attributes:
        position: as the game's `from_text` reads it; options included.
        caption: what is to be seen; empty where that needs no words.
        moves: legal moves, drawn as arrows, rings or outlines.
        shows: codes of facts; each of them comes about by one of the moves.
        refused: moves that are not allowed.
        winner: the side that wins by the only move, or None.
        is_draw: whether the only move makes a draw.
        areas: names of areas of the board that are outlined.
        board: the board it lies on; None for the shipped one.
    """

    position: str
    caption: str
    moves: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    refused: tuple[IllegalExample, ...] = ()
    winner: int | None = None
    is_draw: bool = False
    areas: tuple[str, ...] = ()
    board: Board | None = None


class Page(NamedTuple):
    """One page; its paragraphs and the caption are whole sentences."""

    title: str
    paragraphs: tuple[Paragraph, ...]
    example: Example


class RulesContext(NamedTuple):
    """What pages are made for.

    Attributes:
        options: those in use, all of them.
        first: the first position under them.
        words: what each of them means.
    """

    options: Options
    first: Position
    words: OptionWords

    @property
    def board(self) -> Board:
        """Return the board in use."""
        return self.first.board

    def meaning(self, option: str) -> str:
        """Return what it means to play with *option* as it is; empty where no words tell it."""
        return self.words.value_line(option, self.options[option])

    def set_up(self, caption: str) -> Example:
        """Return the first position as an example."""
        return Example(self.first.to_text(), caption, board=self.board)

    def option_words(self) -> str:
        """Return the options that make a difference in a picture, as a position's text ends."""
        return "".join(
            f" {spec.name}={option_text(self.options[spec.name])}"
            for spec in self.first.game.option_specs
            if self.options[spec.name] != spec.default and not self.words.is_told_only(spec.name)
        )

    def pieces_a_side(self) -> int:
        """Return how many pieces the first player has on the board at first."""
        standing = [piece for tower in self.first.pieces().values() for piece in tower]
        return sum(piece.side == 0 for piece in standing)


def page(title: str, *texts: str, example: Example) -> Page:
    """Return the page called *title* with a paragraph of each of *texts* that is not empty."""
    return Page(title, paragraphs(*texts), example)


def paragraphs(*texts: str) -> tuple[Paragraph, ...]:
    """Return a paragraph of each of *texts* that is not empty."""
    return tuple(Paragraph(text) for text in texts if text)
