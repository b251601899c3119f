"""What the players of Querni read."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from companion.contract import (
    Fact,
    HalfMove,
    Move,
    Options,
    OptionValue,
    Piece,
    Position,
    Progress,
    Touch,
    board_of,
    option_text,
    sites_among,
)
from companion.contract.codes import Cause, Does, member
from companion.contract.texts import rows_text
from companion.engine.reason import Reason
from companion.games.querni.codes import QuerniCause, QuerniEnd, QuerniWhy
from companion.games.querni.rules import QUERNI
from companion.words.game_words import GameWords
from companion.words.names import Names, OptionWords, Sentences, SetUpWords
from companion.words.phrases import chain_name, joined
from companion.words.translate import Phrase, tr
from companion.words.turn import JumpHints, JumpMoves, TurnWords, codes_ahead, route_of


class QuerniSentences(Sentences):
    """Steps, jumps and chains of tiles."""

    def refusal(self, code: str) -> str:
        match code:
            case Cause.NO_MOVES:
                return tr("This tile cannot move and is not the end of a chain.")
            case Cause.MAY_NOT_PASS:
                return tr("You can move or remove a chain, so you may not pass.")
        match member(QuerniCause, code):
            case QuerniCause.TOO_FAR:
                return tr("Too far: step once, or jump over one tile.")
            case QuerniCause.NOTHING_TO_JUMP:
                return tr("There is no tile on {sites} to jump over.")
            case QuerniCause.LAND_BEHIND:
                return tr("To jump, touch the square behind it: {sites}.")
            case QuerniCause.NO_RETURN:
                return tr("The tile has already been there this turn.")
            case QuerniCause.CHAIN_TOO_SHORT:
                return tr("A chain needs at least three consecutive numbers.")
            case QuerniCause.CHAIN_INCOMPLETE:
                return tr("A number between them has left the board.")
            case QuerniCause.CHAIN_BROKEN:
                return tr("Not a chain: the numbers on {both} are consecutive but do not touch.")
            case QuerniCause.NO_CHAIN_HERE:
                return tr("That tile is not the end of a chain.")
            case QuerniCause.OTHER_END:
                return tr("Touch the other end of the chain: {sites}.")
            case QuerniCause.NO_STEP_AFTER_JUMP:
                return tr("A tile that has jumped may not step.")
            case QuerniCause.NO_SECOND_STEP:
                return tr("A tile steps only once: touch a chain, or press Confirm.")
            case None:
                return super().refusal(code)

    def end(self, code: str) -> str:
        match member(QuerniEnd, code):
            case QuerniEnd.ALL_REMOVED:
                return tr("{winner} has removed all of its tiles.")
            case QuerniEnd.NO_CHAINS:
                return tr("Neither side has three consecutive numbers left.")
            case QuerniEnd.NO_REMOVAL:
                return tr("Too long without a chain being removed.")
            case None:
                return super().end(code)

    def misses(self) -> Mapping[str, str]:
        return {
            "chain": tr("It does not remove that chain."),
            "no chain": tr("No chain should be removed."),
        }

    def reason(self, reason: Reason) -> str:
        match member(QuerniWhy, reason.code):
            case QuerniWhy.WIN_ALL_REMOVED:
                return tr("Removes your last tiles.")
            case QuerniWhy.DRAW_NO_CHAINS:
                return tr("Neither side has three consecutive numbers left: a draw.")
            case QuerniWhy.DRAW_NO_REMOVAL:
                return tr("Too long without a removal: a draw.")
            case QuerniWhy.REMOVES_CHAIN:
                if len(reason.numbers) > 3:
                    return tr("Removes {numbers} at once.")
                return tr("Removes {numbers}.")
            case QuerniWhy.MAKES_READY:
                return tr("Gets {numbers} ready to be removed next turn.")
            case QuerniWhy.IN_REACH:
                return tr("One more move could then bring {numbers} together.")
            case QuerniWhy.HINDERS_CHAIN:
                return tr("{other} can no longer remove {numbers} next turn.")
            case QuerniWhy.RESTARTS_COUNT:
                if reason.numbers == (1,):
                    return tr("Removes a chain one move before the draw.")
                return tr("Removes a chain {number} moves before the draw.")
            case QuerniWhy.BRINGS_BESIDE:
                return tr("Brings {pieces} side by side.")
            case QuerniWhy.NEARER:
                return tr("Brings {pieces} closer together.")
            case None:
                return super().reason(reason)


class QuerniNames(Names):
    """Tiles are called by their numbers."""

    def line(self) -> str:
        return tr(
            "Step and jump until consecutive numbers touch, then remove them as a "
            "chain. The first player to run out of tiles wins."
        )

    def piece(self, piece: Piece) -> str:
        return tr("{owner} {number}").format(owner=self.side(piece.side), number=piece.value)

    def own(self, piece: Piece) -> str:
        return tr("your {size}").format(size=piece.value)

    def off_board(self) -> str:
        return tr("Removed")


class QuerniOptions(OptionWords):
    """How long a game may stand still, and passing."""

    told_only = ("draw_after",)

    def title(self, option: str) -> str:
        return tr("Free passing") if option == "passing" else super().title(option)

    def line(self, option: str) -> str:
        return {
            "draw_after": tr("How long a game may go on without a removal."),
            "passing": tr("When you may pass."),
        }.get(option, super().line(option))

    def value_title(self, option: str, value: OptionValue) -> str:
        if option == "draw_after":
            return tr("{count} moves").format(count=value)
        return super().value_title(option, value)

    def value_line(self, option: str, value: OptionValue) -> str:
        if option == "draw_after":
            return tr(
                "The game is a draw after {count} moves in a row without a removal, both "
                "sides' moves included."
            ).format(count=value)
        if option != "passing":
            return super().value_line(option, value)
        if option_text(value) == "on":
            return tr("You may pass at any time.")
        return tr("You pass only when you can neither move nor remove a chain.")


class QuerniSetUp(SetUpWords):
    """Each numbered tile has a square of its own."""

    numbers_tiles = True


class QuerniTurnWords(TurnWords):
    """A move, a chain, or both."""

    def first(self, half: HalfMove) -> str:
        if half.move is not None:
            return tr("{turn}: no moves, press Confirm to pass")
        if half.chains():
            return tr("{turn}: move a tile or remove a chain")
        return tr("{turn}: touch a tile to move")

    def going_on(self, half: HalfMove) -> str:
        if half.chains() and half.lifted() is None:
            if half.progress is Progress.EXTENDABLE:
                return tr("{turn}: remove a chain, or Confirm to stop here")
            return tr("{turn}: touch the other end of the chain")
        if half.move is None and Does.CHAIN in codes_ahead(half):
            return tr("{turn}: touch where it goes, or the chain's other end")
        return super().going_on(half)

    def note(self, half: HalfMove) -> str:
        if not half.touches:
            if not half.chains():
                return ""
            return tr("To remove a chain or part of one, touch its first and last tiles.")
        if half.progress is Progress.EXTENDABLE:
            jump = tr("Jump on, or stop here.") if half.lifted() is not None else ""
            chain = tr("To remove a chain, touch both of its ends.") if half.chains() else ""
            return f"{jump} {chain}".strip()
        codes = codes_ahead(half)
        if Does.MOVE not in codes:
            text = tr("Both ends and all tiles between them leave the board.")
            return text if Does.CHAIN in codes else ""
        if Does.CHAIN in codes:
            return tr("Step, jump, or touch the other end of its chain.")
        return tr("Step to a square next to it, or jump over one tile.")

    def choice(self, half: HalfMove, focus: Touch) -> str:
        numbers = _chain(half.next_touches().get(focus, ()))
        return tr("pick {name}").format(name=numbers) if numbers else super().choice(half, focus)


def _chain(facts: Sequence[Fact]) -> str:
    """Return the ends of the chain that *facts* remove, or an empty text."""
    numbers = _numbers(facts)
    return chain_name(numbers) if numbers else ""


class QuerniHints(JumpHints):
    """Tiles by their numbers, jumps and chains."""

    def nudge(self, position: Position, move: Move) -> str:
        if not any(fact.code == Does.MOVE for fact in position.explain(move)):
            return tr("You can remove a chain.")
        return super().nudge(position, move)

    def look(self, codes: Collection[str]) -> str:
        if Does.CHAIN in codes:
            return tr("You can remove a chain: look at {piece} on {site}.")
        return super().look(codes)

    def frame(self, position: Position, move: Move) -> str:
        tile = position.pieces()[sites_among(move.touches)[0]][0]
        return tr("The {number} from {legs}").format(number=tile.value, legs="{legs}")

    def last(self, facts: Sequence[Fact]) -> str:
        numbers = _chain(facts)
        return tr("remove {chain}").format(chain=numbers) if numbers else ""


class QuerniMoves(JumpMoves):
    """Tiles by their numbers, and chains that leave."""

    def moved(self, half: HalfMove, facts: Sequence[Fact]) -> tuple[str, ...]:
        route, numbers = route_of(half), _numbers(facts)
        tile = half.position.pieces()[route[0]][0].value
        way = tr("the {number} from {way}").format(number=tile, way=self.way(half, route))
        end = half.position.board.name_of(route[-1])
        short = tr("the {number} to {end}").format(number=tile, end=end)
        if not numbers:
            return (way, short)
        ends = chain_name(numbers)
        return (
            tr("{move}, removing {tiles}").format(move=way, tiles=_listed(numbers)),
            tr("{move}, removing {tiles}").format(move=short, tiles=ends),
        )

    def other(self, half: HalfMove, facts: Sequence[Fact]) -> tuple[str, ...]:
        numbers = _numbers(facts)
        if not numbers:
            return super().other(half, facts)
        text = tr("{tiles} leave")
        return (text.format(tiles=_listed(numbers)), text.format(tiles=chain_name(numbers)))

    def frame(self, half: HalfMove) -> str:
        if Does.MOVE in {fact.code for fact in half.facts()}:
            return tr("{who} moves {move}")
        return tr("{who}: {move}") if _numbers(half.facts()) else super().frame(half)


def _numbers(facts: Sequence[Fact]) -> tuple[int, ...]:
    """Return the numbers of the chain that *facts* remove, or none."""
    for fact in facts:
        if fact.code == Does.CHAIN and isinstance(fact.values[0], tuple):
            return fact.values[0]
    return ()


def _listed(numbers: Sequence[int]) -> str:
    """Return *numbers* as they are said, few of them one by one."""
    if len(numbers) > 3:
        return chain_name(numbers)
    return joined([str(number) for number in numbers], tr("{first} and {last}"))


def tiles_text(text: str, options: Options) -> str:
    """Return the position of *text*, tiles such as ``c3:4b`` and the side to move after them."""
    board = board_of("companion.games.querni")
    *tiles, side = text.split()
    cells = {
        board.site_of(name): tile for name, _, tile in (word.partition(":") for word in tiles)
    }
    return f"{rows_text(board, cells, ',')} {side}"


BY_EAR = {
    "To jump, touch the square behind it: {sites}.": Phrase(
        "To jump, choose the square behind it: {sites}."
    ),
    "Touch the other end of the chain: {sites}.": Phrase(
        "Choose the other end of the chain: {sites}."
    ),
    "A tile steps only once: touch a chain, or press Confirm.": Phrase(
        "A tile steps only once: choose a chain, or press Confirm."
    ),
    "{turn}: touch the other end of the chain": Phrase(
        "{turn}: choose the other end of the chain"
    ),
    "{turn}: touch where it goes, or the chain's other end": Phrase(
        "{turn}: choose where it goes, or the chain's other end"
    ),
    "To remove a chain or part of one, touch its first and last tiles.": Phrase(
        "To remove a chain or part of one, choose its first and last tiles."
    ),
    "To remove a chain, touch both of its ends.": Phrase(
        "To remove a chain, choose both of its ends."
    ),
    "Step, jump, or touch the other end of its chain.": Phrase(
        "Step, jump, or choose the other end of its chain."
    ),
    "You can remove a chain: look at {piece} on {site}.": Phrase(
        "You can remove a chain with {piece} on {site}."
    ),
    "Touch the 6 on g2, then a square next to it.": Phrase(
        "Choose the 6 on g2, then a square next to it."
    ),
    "Now 4 touches 5 and 5 touches 6: a chain. Its tiles are outlined.": Phrase(
        "Now 4 touches 5 and 5 touches 6: a chain."
    ),
    "You may remove it in the same turn: touch both ends, then press Confirm.": Phrase(
        "You may remove it in the same turn: choose both ends, then press Confirm."
    ),
    "Move the 6 next to the 5, then touch the 4 and the 6.": Phrase(
        "Move the 6 next to the 5, then choose the 4 and the 6."
    ),
    "Touch one end of what you want to remove. The possible other ends get a ring.": Phrase(
        "Choose one end of what you want to remove. Next then goes through the other ends."
    ),
    "Step with the 8, then touch the 4 and the 7.": Phrase(
        "Step with the 8, then choose the 4 and the 7."
    ),
    "You may remove the whole chain or any part of it with at least three numbers, but only one "
    "chain a turn. You may also leave it there. "
    "Touch both ends of what you want to remove.": Phrase(
        "You may remove the whole chain or any part of it with at least three numbers, but only "
        "one chain a turn. You may also leave it there. Choose both ends of what you remove."
    ),
    "Touch the 4 and the 6.": Phrase("Choose the 4 and the 6."),
}
"""What players who hear everything are told instead; see `companion.words.voice`."""

WORDS = GameWords(
    QUERNI,
    names=QuerniNames,
    options=QuerniOptions,
    set_up=QuerniSetUp,
    turn=QuerniTurnWords,
    sentences=QuerniSentences,
    hints=QuerniHints,
    moves=QuerniMoves,
    position=tiles_text,
    by_ear=BY_EAR,
)
