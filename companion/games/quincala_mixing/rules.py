"""Quincala Mixing, Game 1 of the full board.

Source: the published short rules of Quincala Game 1, Quincala Mixing, of 2010.
A turn places what the opponent's last turn knocked, piece by piece, and then
moves a tower along a chain of legs, through mixed towers as well.  Whoever
alone has a piece of each size of his in mixed towers at the end of a turn wins.

A position text gives the rows of the board, the farthest first, and the side to
move; then ``name=value`` for what is not as at the start: ``immune=c4:3,d5:1``
(dots and sizes of the pieces that cannot be knocked in this turn),
``waits=3w2b`` (what the other side could not place), and ``sizes=4``.  What is
missing otherwise is in the hand of the side to move.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from companion.contract import (
    Board,
    Fact,
    Game,
    HalfMove,
    Move,
    Options,
    OptionSpec,
    Outcome,
    Piece,
    Position,
    Refusal,
    RefusedError,
    Side,
    Site,
    Token,
    Touch,
    check_seed,
)
from companion.contract.codes import Cause, Does
from companion.contract.texts import option_words, parts_of, shown
from companion.errors import NotationError, PositionError
from companion.games.quincala.codes import TowerDoes
from companion.games.quincala.kernel.rules import Placed, Tower
from companion.games.quincala.rules import (
    PASS,
    SIDE_LETTERS,
    LegHalfMove,
    LegPosition,
    OnBoard,
    parse_placement,
    parse_route,
    placement_text,
)
from companion.games.quincala_mixing.codes import MixingCause, MixingDoes
from companion.games.quincala_mixing.kernel.rules import Counts, MixingRules, rules_of

_PLACING = re.compile(r"([1-9][0-9]?)([wb])@([a-z][1-9][0-9]?)")
_IMMUNE = re.compile(r"([a-z][1-9][0-9]?):([1-9][0-9]?)")
_PIECE = re.compile(r"([1-9][0-9]?)([wb])")
_PIECES = re.compile(r"(?:[1-9][0-9]?[wb])+")


# Placements.


def placing_text(board: Board, piece: Piece, site: Site) -> str:
    """Return the notation of placing *piece* on *site*: ``3w@c2``."""
    return f"{piece.value}{SIDE_LETTERS[piece.side]}@{board.names[site]}"


def parse_placing(rules: MixingRules, text: str) -> tuple[Piece, Site]:
    """Return the piece and the dot that *text* notates.

    Raises:
        NotationError: *text* is no placement of a piece of this game on a dot of its board.
    """
    match = _PLACING.fullmatch(text)
    piece = Piece(SIDE_LETTERS.index(match[2]), int(match[1])) if match else None
    if match is None or piece not in rules.kinds or match[3] not in rules.board.names:
        raise NotationError(
            "expected a placement such as '3w@c2' on a dot of {board!r} with "
            "a size up to {sizes}, got {text}",
            board=rules.board.name,
            sizes=rules.sizes[-1],
            text=shown(text),
        )
    return piece, rules.board.site_of(match[3])


# Positions.


def position_text(
    game: Game, rules: MixingRules, placement: Placed, side: Side, waiting: Counts
) -> str:
    """Return the text of a position, with the options that differ from the defaults."""
    words = [placement_text(rules, placement), SIDE_LETTERS[side]]
    immune = sorted(rules.immune(placement))
    if immune:
        marks = (f"{rules.board.names[site]}:{size}" for site, size in immune)
        words.append(f"immune={','.join(marks)}")
    if any(waiting):
        pieces = rules.listed(waiting)
        words.append("waits=" + "".join(f"{p.value}{SIDE_LETTERS[p.side]}" for p in pieces))
    return " ".join([*words, *option_words(game, rules.options)])


def parse_position(
    game: Game, board: Board, text: str
) -> tuple[MixingRules, Placed, Side, Counts]:
    """Return rules and placement, the side to move and what is waiting, as *text* says.

    Raises:
        PositionError: *text* is not a position of this game.
        BoardError: *board* is not fit for this game.
    """
    rows, side, fields, options = parts_of(game, text, SIDE_LETTERS, ("immune", "waits"))
    rules = rules_of(board, int(options["sizes"]))
    placement = parse_placement(rules, rows)
    waiting = _waiting(rules, placement, fields.get("waits"))
    if "immune" in fields:
        placement = _marked(rules, placement, side, fields["immune"])
    return rules, placement, side, waiting


def _marked(rules: MixingRules, placement: Placed, side: Side, text: str) -> Placed:
    """Return *placement* with the pieces of the side not to move immune that *text* lists."""
    marked = placement
    for entry in text.split(","):
        match = _IMMUNE.fullmatch(entry)
        site = rules.board.names.index(match[1]) if match and match[1] in rules.board.names else -1
        piece = Piece(1 - side, int(match[2]) if match else 0)
        if site < 0 or piece not in rules.pieces(rules.tower_at(placement, site)):
            raise PositionError(
                "expected immune as dot:size of pieces of the side not to move, got {entry}",
                entry=shown(entry),
            )
        before, marked = marked, rules.marked(marked, site, piece.value)
        if marked == before:
            raise PositionError(
                "expected each immune piece once, got {entry} twice", entry=shown(entry)
            )
    return marked


def _waiting(rules: MixingRules, placement: Placed, text: str | None) -> Counts:
    if text is None:
        return rules.nothing
    if not _PIECES.fullmatch(text):
        raise PositionError(
            "expected waits as pieces such as '3w2b', got {text}", text=shown(text)
        )
    pieces = [Piece(SIDE_LETTERS.index(s), int(value)) for value, s in _PIECE.findall(text)]
    waiting = tuple(pieces.count(kind) for kind in rules.kinds)
    missing = rules.missing(placement)
    if sum(waiting) < len(pieces) or any(n > m for n, m in zip(waiting, missing, strict=True)):
        raise PositionError(
            "expected waits as pieces not on the board, got {text}", text=shown(text)
        )
    return waiting


# One piece of the hand on its way to a dot

HAND = "hand"


def token_of(piece: Piece) -> Token:
    """Return what is touched to choose *piece* from the hand."""
    return Token(HAND, (piece.side, piece.value))


class PlacingHalfMove(OnBoard, HalfMove):
    """A placement being made: the piece in hand, then the dot.

    With one kind of piece in hand the dot alone is enough.
    """

    position: LegPosition
    rules: MixingRules

    def __init__(
        self, position: LegPosition, rules: MixingRules, touches: tuple[Touch, ...] = ()
    ) -> None:
        """Begin with *touches* made: the piece, the dot, or both, all of them legal."""
        self.position = position
        self.touches = touches
        self.rules = rules
        self._kinds = tuple(dict.fromkeys(position.hand()))
        self._piece: Piece | None = self._kinds[0] if len(self._kinds) == 1 else None
        self._site: Site | None = None
        for touch in touches:
            if isinstance(touch, Token):
                self._piece = Piece(*touch.values)
            else:
                self._site = touch
        self.placement = position.placement
        if self._piece is not None and self._site is not None:
            self.placement = rules.placed(position.placement, self._piece, self._site)

    @property
    def move(self) -> Move | None:
        """The placement by what was touched, or None before the dot is."""
        if self._piece is None or self._site is None:
            return None
        return Move(placing_text(self.position.board, self._piece, self._site), self.touches)

    def next_touches(self) -> Mapping[Touch, tuple[Fact, ...]]:
        """Return the pieces to choose from, then the free dots of the placing areas."""
        return self._next

    @cached_property
    def _next(self) -> dict[Touch, tuple[Fact, ...]]:
        touches: dict[Touch, tuple[Fact, ...]] = {}
        if not self.touches:
            touches.update((token_of(piece), ()) for piece in self._kinds)
        if self._site is None and self._piece is not None:
            for site in self.rules.free_dots(self.position.placement, self.position.side):
                touches[site] = (Fact(Does.PLACE, (self._piece, site)),)
        return touches

    def refusal(self, touch: Touch) -> Refusal:
        if self._site is not None:
            return Refusal(Cause.COMPLETE)
        if isinstance(touch, Token):
            return self._token_refusal(touch)
        if not 0 <= touch < len(self.position.board):
            return Refusal(Cause.OFF_BOARD)
        return self._dot_refusal(touch)

    def _token_refusal(self, token: Token) -> Refusal:
        if token.kind == PASS.text:
            return Refusal(MixingCause.PLACE_FIRST)
        if token.kind != HAND:
            return Refusal(Cause.TOKEN)
        return Refusal(MixingCause.PIECE_CHOSEN if self.touches else MixingCause.NOT_IN_HAND)

    def _dot_refusal(self, site: Site) -> Refusal:
        is_taken = self.rules.tower_at(self.position.placement, site) > 0
        if is_taken and not self.touches:
            # Most likely the player wants to move already.
            return Refusal(MixingCause.PLACE_FIRST)
        if site not in self.rules.areas[self.position.side]:
            return Refusal(MixingCause.NOT_IN_AREA)
        return Refusal(Cause.OCCUPIED) if is_taken else Refusal(MixingCause.CHOOSE_PIECE)

    def extended(self, touch: Touch) -> PlacingHalfMove:
        return PlacingHalfMove(self.position, self.rules, (*self.touches, touch))

    def hand(self) -> tuple[Piece, ...]:
        hand = list(self.position.hand())
        if self._piece is not None and self._site is not None:
            hand.remove(self._piece)
        return tuple(hand)

    def area(self) -> tuple[Site, ...]:
        return self.rules.areas[self.position.side]

    def facts(self) -> tuple[Fact, ...]:
        """Return the placement, once it is made."""
        if self._piece is None or self._site is None:
            return ()
        return (Fact(Does.PLACE, (self._piece, self._site)),)


# The game

SIZES = OptionSpec(
    name="sizes",
    values=(3, 4, 5),
    default=3,
    source="the published short rules of Quincala Game 1: 3, 4 or 5 sizes",
)


class MixingPosition(LegPosition):
    """A placement with its immune pieces, the side to move, and who has what in hand.

    What is missing on the board is in the hand of the side to move, but for what
    the other side could not place: that is *waiting*.
    """

    rules: MixingRules
    counted_at_once = 2
    mixed_start = MixingCause.MIXED_START
    stuck = MixingCause.NO_PIECE_TO_LIFT

    def __init__(self, rules: MixingRules, placement: Placed, side: Side, waiting: Counts) -> None:
        super().__init__(MIXING, rules, placement, side, 0, rules.options)
        self.waiting = waiting
        self._in_hand = rules.hand(placement, waiting)

    @property
    def key(self) -> tuple[Placed, Side, Counts]:
        """Equal for the same pieces, immune ones included, on board and in either hand."""
        return self.placement, self._side, self.waiting

    # Phases of a turn.

    def to_place(self) -> tuple[Piece, ...]:
        """Return each kind of piece that can be placed now, once; none in the moving phase.

        Reading: with no free dot in the placing areas the rest of the hand waits for
        the player's next turn; the rules do not say what happens then.
        """
        if not any(self._in_hand) or not self.rules.free_dots(self.placement, self._side):
            return ()
        return tuple(dict.fromkeys(self.hand()))

    def is_placing(self) -> bool:
        """Return whether the turn is in its placing phase."""
        return self.outcome() is None and bool(self.to_place())

    def legal_moves(self) -> list[Move]:
        """Return every ply that leads to a different position, by its canonical route.

        Placements by the piece, White's and the largest first, and then by the dot;
        moves in the order of the sites touched.
        """
        return self._placings() if self.is_placing() else super().legal_moves()

    def some_moves(
        self, most: int, tell: Callable[[int], None] = lambda count: None
    ) -> tuple[Sequence[Move], bool]:
        if self.is_placing():
            return Position.some_moves(self, most, tell)
        return super().some_moves(most, tell)

    def _placings(self) -> list[Move]:
        kinds = self.to_place()
        free = self.rules.free_dots(self.placement, self._side)
        # With one kind of piece in hand the dot alone is the shortest way.
        chosen = {piece: (token_of(piece),) if len(kinds) > 1 else () for piece in kinds}
        return [
            Move(placing_text(self.board, piece, site), (*chosen[piece], site))
            for piece in kinds
            for site in free
        ]

    def begin(self) -> HalfMove:
        return PlacingHalfMove(self, self.rules) if self.is_placing() else super().begin()

    def half_move(self, move: Move) -> HalfMove:
        return Position.half_move(self, move) if self.is_placing() else super().half_move(move)

    def after(self, half: HalfMove) -> MixingPosition:
        if isinstance(half, PlacingHalfMove):
            placing = self.whole(half, PlacingHalfMove)
            return MixingPosition(self.rules, placing.placement, self._side, self.waiting)
        # What was immune up to here belongs to the side that did not move.
        placement = self.whole(half, LegHalfMove).placement - self.rules.immunity(self.placement)
        return MixingPosition(self.rules, placement, 1 - self._side, self._in_hand)

    # Ends.

    def ended(self, placement: Placed, gone: Tower, side: Side) -> Outcome | None:
        """Return who won and why, or None; a placement never changes it."""
        return self.rules.outcome(placement, side)

    # Refusals.

    def token_refusal(self, token: Token) -> Refusal:
        """Return why *token* cannot be touched in the moving phase."""
        if token.kind != HAND:
            return super().token_refusal(token)
        is_in_hand = token in [token_of(piece) for piece in self.hand()]
        return Refusal(MixingCause.AREAS_FULL if is_in_hand else MixingCause.NOT_IN_HAND)

    # Texts.

    def parse(self, text: str) -> Move:
        """Return the move that *text* notates: ``3w@c2``, ``c1-c3``, ``d4xd5-e5``, ``pass``."""
        if "@" in text:
            piece, site = parse_placing(self.rules, text)
            self.begin().touch(token_of(piece)).touch(site)
            return next(move for move in self._placings() if move.text == text)
        if not self.is_placing():
            return super().parse(text)
        if text != PASS.text:
            parse_route(self.board, text)
        raise RefusedError(Refusal(MixingCause.PLACE_FIRST), "a move")

    def to_text(self) -> str:
        return position_text(self.game, self.rules, self.placement, self._side, self.waiting)

    # What the screen shows.

    def hand(self) -> tuple[Piece, ...]:
        return self.rules.listed(self._in_hand)

    def counted(self, depth: int) -> int:
        return self.rules.perft(self.placement, self._side, self.waiting, depth)


class MixingGame(Game):
    """Quincala Mixing with 3, 4 or 5 sizes; fewer leave out the largest.  White always starts."""

    def initial(
        self, options: Options | None = None, seed: int = 0, board: Board | None = None
    ) -> MixingPosition:
        """Return the first position; *seed* changes nothing."""
        whole = self.complete(options)
        check_seed(seed)
        rules = rules_of(board or self.shipped_board(), int(whole["sizes"]))
        return MixingPosition(rules, rules.start, 0, rules.nothing)

    def from_text(self, text: str, board: Board | None = None) -> MixingPosition:
        return MixingPosition(*parse_position(self, board or self.shipped_board(), text))


MIXING = MixingGame(
    name="quincala-mixing",
    folder="companion.games.quincala_mixing",
    board_name="quincala",
    board_check=0x28149F1C,
    fact_codes=frozenset((*Does, *TowerDoes, *MixingDoes)),
    option_specs=(SIZES,),
    has_formations=True,
)
