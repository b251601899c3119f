"""Querni: remove all your own tiles by forming chains of consecutive numbers.

Source: the published rule sheet of Querni by Enrique Fernández Alcázar.

A position text gives the rows of the board, the farthest first and separated by
``/``; in a row one cell for each square, separated by commas: ``4b`` for blue's
tile 4, ``16p`` for pink's tile 16, ``.`` for none.  Then the side to move, ``b`` or
``p``; then ``name=value`` for everything that is not as at the start: ``quiet=3``
(plies in a row without a removal) and the options.

A turn is worked out from the touches so far; the list of all legal moves is never needed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Final

from companion.contract import (
    Board,
    Countdown,
    Fact,
    Game,
    HalfMove,
    Lifted,
    Move,
    Options,
    OptionSpec,
    Outcome,
    Piece,
    Placement,
    Position,
    Refusal,
    RefusedError,
    Side,
    Site,
    Token,
    Touch,
    check_seed,
    sites_among,
    start_spec,
)
from companion.contract.codes import Cause, Does
from companion.contract.texts import count_of, option_words, parts_of, rows_of, rows_text, shown
from companion.errors import IllegalMoveError, Message, NotationError, PositionError
from companion.games.querni.codes import QuerniCause
from companion.games.querni.kernel.rules import (
    CLOSED,
    PASS,
    SHORTEST_CHAIN,
    TILES,
    Chain,
    Links,
    Marks,
    QuerniPly,
    QuerniRules,
    QuerniState,
    Route,
    Tiles,
    after_ply,
    can_move,
    chains_of,
    dealt,
    has_ply,
    jumped,
    links_of,
    marks_of,
    missing,
    other_ends,
    outcome_of,
    perft,
    placement,
    plies,
    ply_to,
    rules_for,
    runs_of,
    stepped,
    tiles_at,
)

SIDE_LETTERS = "bp"
PASS_TEXT = "pass"

LONGEST_TEXT = 2**14
"""Characters of a text that are read: no route on the largest board needs more."""

_ROUTE = r"(?P<start>[a-z]\d{1,2})(?:-(?P<end>[a-z]\d{1,2})|(?P<jumps>(?:\^[a-z]\d{1,2})+))"
_CHAIN = r"\[(?P<first>[1-9]\d?)-(?P<last>[1-9]\d?)\]"
_MOVE = re.compile(rf"(?:{_ROUTE})?(?:{_CHAIN})?", re.ASCII)
_CELL = re.compile(rf"([1-9]\d?)([{SIDE_LETTERS}])", re.ASCII)

# Moves


def route_text(board: Board, route: Route) -> str:
    """Return the notation of a step, ``c2-d3``, or of jumps, ``c2^c4^e6``."""
    is_step = route[1] in board.neighbors[route[0]]
    return ("-" if is_step else "^").join([board.names[site] for site in route])


def chain_text(chain: Chain) -> str:
    """Return the notation of a removal: ``[4-6]``."""
    return f"[{chain[0]}-{chain[1]}]"


def move_from_text(board: Board, text: str) -> tuple[Route, Chain | None]:
    """Return what a move text other than ``pass`` names: a route, a chain, or one of the two.

    Raises:
        NotationError: *text* is no move text, or names a square that the board lacks.
    """
    match = _MOVE.fullmatch(text) if 0 < len(text) <= LONGEST_TEXT else None
    if match is None:
        raise NotationError(
            "expected a move such as c2-d3, c2^c4^e6, [4-6], c2-d3[4-6] or pass, got {text}",
            text=shown(text),
        )
    return _route(board, match, text), _chain(match, text)


def _route(board: Board, match: re.Match[str], text: str) -> Route:
    if match["start"] is None:
        return ()
    names = match["jumps"][1:].split("^") if match["jumps"] else [match["end"]]
    known = {name: site for site, name in enumerate(board.names)}
    for name in (match["start"], *names):
        if name not in known:
            raise NotationError(
                "expected squares of board {board} in a move, got {name!r} in {text}",
                board=board.name,
                name=name,
                text=shown(text),
            )
    return tuple(known[name] for name in (match["start"], *names))


def _chain(match: re.Match[str], text: str) -> Chain | None:
    if match["first"] is None:
        return None
    first, last = int(match["first"]), int(match["last"])
    if not first < last <= TILES:
        raise NotationError(
            "expected a chain of rising numbers up to {tiles}, got {text}",
            tiles=TILES,
            text=shown(text),
        )
    return first, last


# Positions


def text_of(game: Game, rules: QuerniRules, state: QuerniState) -> str:
    """Return the text of *state*, with the options that differ from the defaults."""
    cells = {
        site: f"{tile.value}{SIDE_LETTERS[tile.side]}"
        for site, (tile,) in placement(rules, state.tiles).items()
    }
    words = [rows_text(rules.board, cells, ","), SIDE_LETTERS[state.side]]
    if state.quiet:
        words.append(f"quiet={state.quiet}")
    return " ".join([*words, *option_words(game, rules.options)])


def rules_and_state(game: Game, board: Board, text: str) -> tuple[QuerniRules, QuerniState]:
    """Return what *text* describes.

    Raises:
        PositionError: *text* is not a position of Querni on *board*.
    """
    parts = parts_of(game, text, SIDE_LETTERS, ("quiet",))
    rules = rules_for(board, parts.options)
    quiet = count_of(parts.fields, "quiet", rules.draw_after)
    return rules, QuerniState(_tiles(rules, parts.rows), parts.side, quiet)


def _tiles(rules: QuerniRules, text: str) -> tuple[Tiles, Tiles]:
    cells: list[str] = []
    for row, squares in reversed(rows_of(rules.board, text)):
        words = row.split(",") if squares else []
        if len(words) != squares or (not words and row):
            raise PositionError(
                "expected a row of {count} cells in position text, got {row}",
                count=squares,
                row=shown(row),
            )
        cells += words
    sites: tuple[dict[int, Site], dict[int, Site]] = ({}, {})
    for site, cell in enumerate(cells):
        if cell != ".":
            side, number = _tile(cell)
            if number in sites[side]:
                raise PositionError(
                    "expected tile {cell!r} once in position text, got it twice", cell=cell
                )
            sites[side][number] = site
    if not sites[0] and not sites[1]:
        raise PositionError(
            "expected at least one tile in position text, got {text}", text=shown(text)
        )
    return tiles_at(rules, sites[0]), tiles_at(rules, sites[1])


def _tile(cell: str) -> tuple[Side, int]:
    match = _CELL.fullmatch(cell)
    if match is None or int(match[1]) > TILES:
        raise PositionError(
            "expected '.' or a tile such as 4b or {tiles}p in position text, got {cell}",
            tiles=TILES,
            cell=shown(cell),
        )
    return SIDE_LETTERS.index(match[2]), int(match[1])


# A turn, touch by touch

PASS_TOKEN: Final = Token(PASS_TEXT, ())


class QuerniTurn(HalfMove):
    """A turn being made: a tile and its landings, the two ends of a chain, or both.

    The first tile touched may be moved or may end a chain; the second touch
    decides.  A chain is touched at its two ends, in either order.

    Args:
        route: the squares of the tile touched first, so far; empty when none is.
        end: the number touched as one end of a chain after the move, or 0.
        chain: the chain that is removed, or None.
    """

    def __init__(
        self,
        position: Position,
        rules: QuerniRules,
        state: QuerniState,
        touches: tuple[Touch, ...] = (),
        route: Route = (),
        end: int = 0,
        chain: Chain | None = None,
    ) -> None:
        self.position = position
        self.rules = rules
        self.state = state
        self.touches = touches
        self._route = route
        self._end = end
        self._chain = chain
        own = list(state.tiles[state.side])
        self._number = own.index(route[0]) if route else 0
        if route:
            own[self._number] = route[-1]
        self._own = tuple(own)
        self._enemy = state.tiles[1 - state.side]

    # What stands so far

    @property
    def _has_moved(self) -> bool:
        return len(self._route) > 1

    @property
    def _has_stepped(self) -> bool:
        route = self._route
        return len(route) == 2 and route[1] in self.rules.ways.adjacent[route[0]]

    @property
    def _is_over(self) -> bool:
        return self._chain is not None or self.touches == (PASS_TOKEN,)

    @property
    def _held(self) -> int:
        """Return the number picked up, or touched as the end of a chain."""
        return self._end or self._number

    @property
    def _at(self) -> Site:
        return self._own[self._held]

    @property
    def must_pass(self) -> bool:
        """Return whether the side to move can do nothing while the game goes on."""
        return self.position.outcome() is None and not has_ply(self.rules, self.state)

    def _links(self) -> Links:
        return links_of(self.rules, self._own)

    def _marks(self) -> Marks:
        """Return where tiles lie now, but the one touched first: where it was is closed to it."""
        marks = marks_of(self.rules, (self._own, self._enemy))
        for site in self._route:
            marks[site] = CLOSED
        return marks

    def _chain_ends(self) -> set[int]:
        return {number for chain in chains_of(self._links()) for number in chain}

    def _landings(self) -> tuple[Site, ...]:
        """Return where a jump may lead now."""
        if not self._route or self._has_stepped or self._end or self._is_over:
            return ()
        return tuple(jumped(self.rules.ways, self._marks(), self._route[-1]))

    # What may come next

    def next_touches(self) -> Mapping[Touch, tuple[Fact, ...]]:
        """Return what may be touched next, in board order, the pass last, with what it does."""
        return self._next

    @cached_property
    def _next(self) -> dict[Touch, tuple[Fact, ...]]:
        if self._is_over or self.position.outcome() is not None:
            return {}
        if not self.touches:
            return self._beginnings()
        ahead: dict[Site, tuple[Fact, ...]] = dict.fromkeys(self._ends(), self._move_facts())
        if self._has_moved and not self._end:
            ahead |= {self._own[number]: () for number in self._chain_ends()}
        else:
            number = self._held
            for other in other_ends(self._links(), number):
                ahead[self._own[other]] = self._removal_facts(_rising(number, other))
        return {site: ahead[site] for site in sorted(ahead)}

    def _beginnings(self) -> dict[Touch, tuple[Fact, ...]]:
        ends = self._chain_ends()
        marks = self._marks()
        starts = [
            site
            for number, site in enumerate(self._own)
            if site != self.rules.off
            and (number in ends or can_move(self.rules.ways, marks, site))
        ]
        ahead: dict[Touch, tuple[Fact, ...]] = dict.fromkeys(sorted(starts), ())
        if ahead and self.rules.passing:
            ahead[PASS_TOKEN] = (Fact(Does.PASS_BY_CHOICE),)
        return ahead

    def _ends(self) -> tuple[Site, ...]:
        """Return where the tile touched first may go now."""
        jumps = self._landings()
        if self._has_moved or self._end:
            return jumps
        return (*jumps, *stepped(self.rules.ways, self._marks(), self._route[0]))

    def _move_facts(self) -> tuple[Fact, ...]:
        return (Fact(Does.MOVE, (Piece(self.state.side, self._number),)),)

    def _removal_facts(self, chain: Chain) -> tuple[Fact, ...]:
        side, numbers = self.state.side, range(chain[0], chain[1] + 1)
        gone = [Fact(Does.REMOVE, (Piece(side, number), self._own[number])) for number in numbers]
        left = sum(site != self.rules.off for site in self._own) - len(gone)
        win = () if left else (Fact(Does.WIN, (side,)),)
        return (Fact(Does.CHAIN, (tuple(numbers),)), *gone, *win)

    def extended(self, touch: Touch) -> QuerniTurn:
        if isinstance(touch, Token):
            return self._with(touch)
        if touch not in self._own:
            return self._with(touch, route=(*self._route, touch))
        if not self.touches:
            return self._with(touch, route=(touch,))
        number = self._own.index(touch)
        if self._has_moved and not self._end:
            return self._with(touch, end=number)
        return self._with(touch, chain=_rising(number, self._held))

    def _with(
        self, touch: Touch, route: Route = (), end: int = 0, chain: Chain | None = None
    ) -> QuerniTurn:
        touches = (*self.touches, touch)
        route, end = route or self._route, end or self._end
        return QuerniTurn(self.position, self.rules, self.state, touches, route, end, chain)

    def refusal(self, touch: Touch) -> Refusal:
        if self.position.outcome() is not None:
            return Refusal(Cause.GAME_OVER)
        if not self.touches and self.must_pass:
            return Refusal(Cause.MUST_PASS)
        if isinstance(touch, Token):
            return self._why_no_token(touch)
        if not 0 <= touch < len(self.rules.board):
            return Refusal(Cause.OFF_BOARD)
        if self._is_over or (self._has_stepped and not self.next_touches()):
            return Refusal(Cause.COMPLETE)
        if not self.touches:
            return self._why_no_start(touch)
        if self._end:
            return self._why_no_end(touch)
        if self._has_moved:
            return self._why_not_after_move(touch)
        return self._why_not_reached(touch)

    def _why_no_token(self, token: Token) -> Refusal:
        if token != PASS_TOKEN:
            return Refusal(Cause.TOKEN)
        if not self.rules.passing:
            return Refusal(Cause.MAY_NOT_PASS)
        return Refusal(Cause.TURN_BEGUN)

    def _why_no_end(self, site: Site) -> Refusal:
        if site in self._own and site != self._own[self._end]:
            return self._why_no_chain(self._own.index(site))
        return Refusal(QuerniCause.OTHER_END, sites_among(self.next_touches()))

    def _why_no_start(self, site: Site) -> Refusal:
        if site in self._enemy:
            return Refusal(Cause.NOT_YOURS)
        return Refusal(Cause.NO_MOVES if site in self._own else Cause.EMPTY)

    def _why_not_reached(self, site: Site) -> Refusal:
        """Return why the tile picked up can neither go to *site* nor end a chain with it."""
        if site == self._at:
            return Refusal(Cause.SAME_SITE)
        if site in self._own:
            return self._why_not_own(self._own.index(site))
        if site in self._enemy:
            return self._land_behind(site) or Refusal(Cause.OCCUPIED)
        for ray in self.rules.board.rays[self._at]:
            if site in ray:
                return self._why_not_along(ray.index(site) + 1, ray[0], site)
        return Refusal(Cause.OFF_LINE)

    def _why_not_own(self, other: int) -> Refusal:
        ends = self._chain_ends()
        if self._held in ends or other in ends:
            return self._why_no_chain(other)
        return self._land_behind(self._own[other]) or self._why_no_chain(other)

    def _land_behind(self, site: Site) -> Refusal | None:
        """Return that the jump over *site* ends behind it, if there is such a jump."""
        neighbors = self.rules.board.neighbors
        if site not in neighbors[self._at]:
            return None
        behind = neighbors[site][neighbors[self._at].index(site)]
        is_landing = behind in self._landings()
        return Refusal(QuerniCause.LAND_BEHIND, (behind,)) if is_landing else None

    def _why_not_along(self, steps: int, first: Site, site: Site) -> Refusal:
        if site in self._route:
            return Refusal(QuerniCause.NO_RETURN)
        if steps == 1:
            return Refusal(QuerniCause.NO_STEP_AFTER_JUMP)
        if steps > 2:
            return Refusal(QuerniCause.TOO_FAR)
        return Refusal(QuerniCause.NOTHING_TO_JUMP, (first,))

    def _why_not_after_move(self, site: Site) -> Refusal:
        """Return why the turn, whose tile has moved, cannot go on with *site*."""
        if site in self._own:
            behind = None if site == self._at else self._land_behind(site)
            return behind or Refusal(QuerniCause.NO_CHAIN_HERE)
        if not self._has_stepped:
            return self._why_not_reached(site)
        return Refusal(QuerniCause.NO_SECOND_STEP)

    def _why_no_chain(self, other: int) -> Refusal:
        """Return why the numbers from the one touched to *other* are no removable chain."""
        first, last = sorted((self._held, other))
        if last - first + 1 < SHORTEST_CHAIN:
            return Refusal(QuerniCause.CHAIN_TOO_SHORT)
        if any(self._own[number] == self.rules.off for number in range(first, last)):
            return Refusal(QuerniCause.CHAIN_INCOMPLETE)
        links = self._links()
        for number in range(first, last):
            if not links >> number & 1:
                return Refusal(QuerniCause.CHAIN_BROKEN, self._own[number : number + 2])
        raise AssertionError("a whole chain is never refused")

    # What the touches make

    @property
    def move(self) -> Move | None:
        is_whole = self._is_over or (self._has_moved and not self._end)
        if not (is_whole if self.touches else self.must_pass):
            return None
        text = route_text(self.rules.board, self._route) if self._has_moved else ""
        if self._chain is not None:
            text += chain_text(self._chain)
        return Move(text or PASS_TEXT, self.touches)

    def ply(self) -> QuerniPly:
        """Return what the complete turn does to the state."""
        first, last = self._chain or (0, 0)
        if not self._has_moved:
            return PASS._replace(first=first, last=last)
        return QuerniPly(self._number, self._route[-1], first, last)

    def facts(self) -> tuple[Fact, ...]:
        if self.touches == (PASS_TOKEN,):
            return (Fact(Does.PASS_BY_CHOICE),)
        if not self.touches:
            return (Fact(Does.PASS),) if self.must_pass else ()
        moved = self._move_facts() * (len(self._route) - 1)
        return moved if self._chain is None else moved + self._removal_facts(self._chain)

    def route(self) -> Route:
        """Return the squares that the moved tile has been on; the ends of a chain are none."""
        return self._route if self._has_moved else ()

    def chains(self) -> tuple[tuple[Site, ...], ...]:
        if self._is_over or self.position.outcome() is not None:
            return ()
        return tuple(
            tuple(self._own[number] for number in range(first, last + 1))
            for first, last in runs_of(self._links())
        )

    def lifted(self) -> Lifted | None:
        """Return the tile that the next touch may move, or None where only a chain can follow."""
        if not self._route or not self._ends() or self._is_over:
            return None
        return Lifted(self._route[-1], (Piece(self.state.side, self._number),))

    def pieces(self) -> Placement:
        return placement(self.rules, self._tiles())

    def off_board(self) -> tuple[Piece, ...]:
        return missing(self.rules, self._tiles())

    def _tiles(self) -> tuple[Tiles, Tiles]:
        return after_ply(self.rules, self.state, self.ply()).tiles


def _rising(one: int, other: int) -> Chain:
    return (one, other) if one < other else (other, one)


# The game

_SHEET = "the published rule sheet of Querni"
_PASSING = (
    # Reading: without this option a player who can do something must, because the
    # sheet grants a lost turn only to a player who is blocked and has no chain.
    _SHEET + ': "each turn, you may"'
)


class QuerniPosition(Position):
    """A position of Querni: a `QuerniState` under `QuerniRules`, dressed in the contract."""

    counted_at_once = 2

    def __init__(self, rules: QuerniRules, state: QuerniState) -> None:
        self.game = QUERNI
        self.board = rules.board
        self.options = rules.options
        self.rules = rules
        self.state = state
        self._moves: tuple[Move, ...] | None = None
        self._plies: dict[tuple[Touch, ...], QuerniPly] = {}

    @property
    def exact(self) -> QuerniState:
        return self.state

    @property
    def side(self) -> Side:
        """Return the side to move: 0 is blue, 1 is pink."""
        return self.state.side

    @property
    def key(self) -> object:
        """Return where all tiles lie and who is to move, the quiet count left aside."""
        return self.state.tiles, self.state.side

    def legal_moves(self) -> tuple[Move, ...]:
        """Return every ply in order of the squares touched, a pass last."""
        if self._moves is None:
            listed = plies(self.rules, self.state) if self.outcome() is None else []
            self._moves = tuple(
                _move(self.board, touches, ply, is_only=len(listed) == 1)
                for touches, ply in listed
            )
            self._plies = {
                move.touches: ply for move, (_, ply) in zip(self._moves, listed, strict=True)
            }
        return self._moves

    def move_to(self, after: QuerniPosition) -> Move:
        """Return the canonical move that leads to *after*, which stands a ply later."""
        touches, ply = ply_to(self.rules, self.state, after.state.tiles[self.side])
        is_only = not touches and not has_ply(self.rules, self.state)
        return _move(self.board, touches, ply, is_only=is_only)

    def play(self, move: Move) -> QuerniPosition:
        # The search plays moves from the list, whose plies are at hand.
        ply = self._plies.get(move.touches)
        if ply is None:
            return self.after(self.half_move(move))
        return QuerniPosition(self.rules, after_ply(self.rules, self.state, ply))

    def begin(self) -> QuerniTurn:
        return QuerniTurn(self, self.rules, self.state)

    def after(self, half: HalfMove) -> QuerniPosition:
        turn = self.whole(half, QuerniTurn)
        return QuerniPosition(self.rules, after_ply(self.rules, self.state, turn.ply()))

    def outcome(self) -> Outcome | None:
        return outcome_of(self.rules, self.state)

    def parse(self, text: str) -> Move:
        half: HalfMove = self.begin()
        if text != PASS_TEXT:
            half = self._touched(half, text)
        elif half.move is None:
            half = half.touch(PASS_TOKEN)
        move = half.move
        if move is None or move.text != text:
            expected = shown(move.text) if move else Message("a whole move")
            raise IllegalMoveError(
                "expected {expected} for these touches, got {text}",
                expected=expected,
                text=shown(text),
            )
        return move

    def _touched(self, half: HalfMove, text: str) -> HalfMove:
        route, chain = move_from_text(self.board, text)
        for site in route:
            half = half.touch(site)
        if chain is not None:
            standing = half.pieces().items()
            squares = {tile.value: site for site, (tile,) in standing if tile.side == self.side}
            for number in chain:
                if number not in squares:
                    raise RefusedError(Refusal(QuerniCause.CHAIN_INCOMPLETE), chain_text(chain))
                half = half.touch(squares[number])
        return half

    def to_text(self) -> str:
        return text_of(self.game, self.rules, self.state)

    def pieces(self) -> Placement:
        return placement(self.rules, self.state.tiles)

    def off_board(self) -> tuple[Piece, ...]:
        return missing(self.rules, self.state.tiles)

    def countdown(self) -> Countdown:
        return Countdown(self.state.quiet, self.rules.draw_after)

    def counted(self, depth: int) -> int:
        return perft(self.rules, self.state, depth)


def _move(board: Board, touches: Route, ply: QuerniPly, *, is_only: bool) -> Move:
    """Return *ply* as a move; a pass that is the only one needs no touch."""
    if not touches:
        return Move(PASS_TEXT, () if is_only else (PASS_TOKEN,))
    if not ply.first:
        return Move(route_text(board, touches), touches)
    chain = chain_text((ply.first, ply.last))
    return Move(route_text(board, touches[:-2]) + chain if ply.number else chain, touches)


class QuerniGame(Game):
    """Querni: its options and how a position comes about."""

    def initial(
        self, options: Options | None = None, seed: int = 0, board: Board | None = None
    ) -> QuerniPosition:
        """Return the first position; *seed* shuffles either side, blue first, then tosses."""
        whole = self.complete(options)
        rules = rules_for(board or self.shipped_board(), whole)
        state, coin = dealt(rules, check_seed(seed))
        side = {"blue": 0, "pink": 1, "coin": coin}[str(whole["starts"])]
        return QuerniPosition(rules, state._replace(side=side))

    def from_text(self, text: str, board: Board | None = None) -> QuerniPosition:
        return QuerniPosition(*rules_and_state(self, board or self.shipped_board(), text))


QUERNI: Final = QuerniGame(
    name="querni",
    folder="companion.games.querni",
    board_name="querni",
    board_check=0xA7B4004D,
    fact_codes=frozenset(Does),
    side_names=("Blue", "Pink"),
    is_shuffled=True,
    option_specs=(
        start_spec("starts", ("blue", "pink"), f"{_SHEET} does not say who starts"),
        OptionSpec(
            "draw_after", range(1, 201), 30, f"{_SHEET}: 30 turns without removing a chain"
        ),
        OptionSpec("passing", (False, True), False, _PASSING),
    ),
)
