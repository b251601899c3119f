"""Quincy, for two players or two teams of two.

Source: the published rules of Quincy by Mark Whitley.  A domino names the square
of a grid on which its player puts a stone; two lines of four stones win.

A move is written ``3|5@53``.  A position text gives the rows of the grid, row 1 first, with
``b``, ``y`` and ``.`` for the squares; then the seat to move, from 1; then ``name=value``:

- ``hands=01.35.39.44.78/02.11.25.66.99`` is what each seat holds, ``-`` nothing;
  where the players hold real dominoes it is how many: ``hands=5/5``.
- ``pile=57.03.12`` is the draw pile, the next domino first.
- ``out=22.48`` are the discarded dominoes, given where the players hold real
  ones; otherwise they are all that are in no hand and not in the pile.
- the options that are not at their defaults.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final

from companion.contract import (
    Board,
    Fact,
    Game,
    HalfMove,
    Hands,
    Move,
    Options,
    OptionSpec,
    OptionValue,
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
    start_spec,
)
from companion.contract.codes import Cause, Does
from companion.contract.texts import option_words, parts_of, shown
from companion.errors import BoardError, Message, NotationError, PositionError
from companion.games.quincy.codes import QuincyCause, QuincyDoes
from companion.games.quincy.kernel.rules import (
    DECK,
    HAND_SIZE,
    LINES_TO_WIN,
    NAMED,
    NAMED_SITES,
    PASS,
    SIZE,
    WHOLE_DECK,
    WITH_BLANK,
    Domino,
    Dominoes,
    Ply,
    QuincyState,
    Squares,
    after_ply,
    first_state,
    held,
    line_count,
    lines,
    lines_of,
    members,
    outcome_of,
    own_and_enemy,
    perft,
    pile_count,
    plies,
    put_of,
    removal_of,
    site_at,
    swap_of,
    targets,
    team_of,
)

NAMES: Final = tuple(
    f"{row}{column}" for row in range(SIZE, 0, -1) for column in range(1, SIZE + 1)
)
"""The name of each square in board order: row, then column."""

TOKENS: Final = tuple(Token("domino", numbers) for numbers in DECK)
DOMINO_OF: Final[Mapping[Token, Domino]] = {token: n for n, token in enumerate(TOKENS)}


def domino_text(domino: Domino) -> str:
    """Return how *domino* is written in moves, the lower number first."""
    low, high = DECK[domino]
    return f"{low}|{high}"


PASS_TEXT: Final = "pass"


def _moves() -> dict[Ply, Move]:
    moves = {PASS: Move(PASS_TEXT, ())}
    for domino, token in enumerate(TOKENS):
        text = domino_text(domino)
        moves[swap_of(domino)] = Move(f"{text}~", (token,))
        for site in NAMED_SITES[domino]:
            moves[put_of(domino, site)] = Move(f"{text}@{NAMES[site]}", (token, site))
            if WITH_BLANK >> domino & 1:
                moves[removal_of(domino, site)] = Move(f"{text}x{NAMES[site]}", (token, site))
    return moves


MOVES: Final[Mapping[Ply, Move]] = _moves()
"""The move of every ply that there is in any position."""

PLIES: Final[Mapping[Move, Ply]] = {move: ply for ply, move in MOVES.items()}
"""The same the other way round."""

_MOVE = re.compile(
    r"(?P<one>[0-9])\|(?P<other>[0-9])(?:(?P<mark>[@x])(?P<square>[1-9]{2})|~)", re.ASCII
)


def read_move(text: str) -> tuple[Domino, str, Site | None] | None:
    """Return domino, mark (``@``, ``x`` or ``~``) and site of a move text, None for a pass.

    Raises:
        NotationError: *text* is no move text.
    """
    if text.strip() == PASS_TEXT:
        return None
    match = _MOVE.fullmatch(text.strip())
    if match is None:
        raise NotationError(
            "expected a move such as 3|5@53, 0|4x47, 4|4~ or pass, got {text}", text=shown(text)
        )
    domino = _domino(match["one"] + match["other"])
    if match["square"] is None:
        return domino, "~", None
    return domino, match["mark"], site_at(int(match["square"][0]), int(match["square"][1]))


def _domino(digits: str) -> Domino:
    low, high = sorted((int(digits[0]), int(digits[1])))
    return DECK.index((low, high))


def _digits(dominoes: Iterable[Domino]) -> str:
    return ".".join(f"{low}{high}" for low, high in (DECK[domino] for domino in dominoes))


def text_of(game: Game, options: Options, state: QuincyState) -> str:
    """Return the text of *state*, hands and pile included, with what options are not default."""
    if not state.hands:
        return public_text(game, options, state, None)
    words = [_rows(state), str(state.seat + 1)]
    words.append("hands=" + "/".join(_digits(members(hand)) or "-" for hand in state.hands))
    if state.pile:
        words.append("pile=" + _digits(state.pile))
    return " ".join(words + option_words(game, options))


def public_text(game: Game, options: Options, state: QuincyState, seat: int | None) -> str:
    """Return the text of *state* as *seat* may know it, or as the whole table may: None."""
    hands = [str(size) for size in state.sizes]
    if seat is not None and state.hands:
        hands[seat] = _digits(members(state.hands[seat])) or "-"
    words = [_rows(state), str(state.seat + 1), "hands=" + "/".join(hands)]
    if state.left != WHOLE_DECK:
        words.append("out=" + _digits(members(WHOLE_DECK ^ state.left)))
    return " ".join(words + option_words(game, options))


def _rows(state: QuincyState) -> str:
    cells = [
        "b" if state.blue >> site & 1 else "y" if state.yellow >> site & 1 else "."
        for site in range(SIZE * SIZE)
    ]
    return "/".join("".join(cells[SIZE * rank : SIZE * (rank + 1)]) for rank in range(SIZE)[::-1])


def options_and_state(game: Game, text: str) -> tuple[dict[str, OptionValue], QuincyState]:
    """Return what *text* describes.

    Raises:
        PositionError: *text* is not a position of Quincy.
    """
    # Blanks may come as they like.
    line, names = " ".join(text.split()), ("hands", "pile", "out")
    rows, seat, fields, options = parts_of(game, line, "1234", names)
    blue, yellow = _stones(rows)
    players = int(options["players"])
    if seat >= players:
        raise PositionError(
            "expected a seat of 1 to {players}, got '{seat}'", players=players, seat=seat + 1
        )
    state = _dominoes(fields, players, is_dealt=options["dominoes"] == "dealt")
    return options, state._replace(blue=blue, yellow=yellow, seat=seat)


def _stones(text: str) -> tuple[Squares, Squares]:
    rows = text.split("/")
    if len(rows) != SIZE or any(len(row) != SIZE or set(row) - set("by.") for row in rows):
        raise PositionError(
            "expected {size} rows of {size} b, y or . each, got {text!r}", size=SIZE, text=text
        )
    cells = "".join(reversed(rows))
    blue, yellow = (
        sum(1 << site for site, cell in enumerate(cells) if cell == letter) for letter in "by"
    )
    if min(line_count(blue), line_count(yellow)) >= LINES_TO_WIN:
        raise PositionError("expected at most one team with two lines, got {text!r}", text=text)
    return blue, yellow


def _dominoes(fields: Mapping[str, str], players: int, *, is_dealt: bool) -> QuincyState:
    """Return a state without stones that has the dominoes of *fields*."""
    hands = fields.get("hands", "").split("/")
    if len(hands) != players:
        raise PositionError(
            "expected {players} hands in position text, got {hands!r}",
            players=players,
            hands="/".join(hands),
        )
    strange = "out" if is_dealt else "pile"
    if strange in fields:
        wanted = "dominoes=physical" if is_dealt else "dominoes=dealt"
        raise PositionError(
            "expected {strange} only with {wanted} in position text",
            strange=strange,
            wanted=wanted,
        )
    state = _dealt(hands, fields.get("pile")) if is_dealt else _counted(hands, fields.get("out"))
    if max(state.sizes) > HAND_SIZE or pile_count(state) < 0:
        raise PositionError(
            "expected at most {hand_size} a hand, got {hands!r}",
            hand_size=HAND_SIZE,
            hands="/".join(hands),
        )
    if pile_count(state) and min(state.sizes) < HAND_SIZE:
        raise PositionError(
            "expected full hands while the pile lasts, got {hands!r}", hands="/".join(hands)
        )
    return state


def _dealt(texts: list[str], pile_text: str | None) -> QuincyState:
    hands = [_listed("hands", text) if text != "-" else () for text in texts]
    pile = _listed("pile", pile_text) if pile_text is not None else ()
    left = _set_of([domino for group in (*hands, pile) for domino in group])
    sizes = tuple(len(hand) for hand in hands)
    return QuincyState(0, 0, 0, left, sizes, tuple(_set_of(hand) for hand in hands), pile)


def _counted(texts: list[str], out_text: str | None) -> QuincyState:
    for text in texts:
        if text not in [str(size) for size in range(HAND_SIZE + 1)]:
            raise PositionError(
                "expected hands as 0 to {hand_size} dominoes, got {text!r}",
                hand_size=HAND_SIZE,
                text=text,
            )
    out = _set_of(_listed("out", out_text)) if out_text is not None else 0
    return QuincyState(0, 0, 0, WHOLE_DECK ^ out, tuple(int(text) for text in texts), (), ())


def _listed(field: str, text: str) -> tuple[Domino, ...]:
    dominoes = text.split(".")
    for digits in dominoes:
        if re.fullmatch(r"[0-9][0-9]", digits) is None:
            raise PositionError(
                "expected {field} as dominoes of two digits, got {digits!r}",
                field=field,
                digits=digits,
            )
    return tuple(_domino(digits) for digits in dominoes)


def _set_of(dominoes: Iterable[Domino]) -> Dominoes:
    held = 0
    for domino in dominoes:
        if held >> domino & 1:
            raise PositionError(
                "expected each domino once, got {domino!r} twice", domino=domino_text(domino)
            )
        held |= 1 << domino
    return held


# A turn: a domino, then the square where it is played


def placement(blue: Squares, yellow: Squares) -> Placement:
    """Return the stones as pieces, in board order."""
    pieces = (Piece(0, 1),), (Piece(1, 1),)
    return {site: pieces[yellow >> site & 1] for site in members(blue | yellow)}


def discard_facts(state: QuincyState, domino: Domino) -> tuple[Fact, ...]:
    """Return what it does to lay down *domino*, which is swapped where it fits nowhere."""
    discard = Fact(QuincyDoes.DISCARD, (DECK[domino],))
    is_dead = not any(targets(state, domino))
    return (discard, Fact(Does.SWAP)) if is_dead else (discard,)


def has_blank(domino: Domino | None) -> bool:
    """Return whether *domino* may remove a stone."""
    return domino is not None and bool(WITH_BLANK >> domino & 1)


def is_named(domino: Domino | None, site: Site) -> bool:
    """Return whether *domino* has the two numbers of the square at *site*."""
    return domino is not None and bool(NAMED[domino] >> site & 1)


class QuincyTurn(HalfMove):
    """A turn being made: the domino discarded, then the square played on.

    Args:
        domino: the domino touched, None before.
        site: the square touched, None before.
    """

    def __init__(
        self,
        position: Position,
        state: QuincyState,
        domino: Domino | None = None,
        site: Site | None = None,
    ) -> None:
        self.position = position
        self.state = state
        self._domino = domino
        self._site = site
        touches = (None if domino is None else TOKENS[domino], site)
        self.touches: tuple[Touch, ...] = tuple(touch for touch in touches if touch is not None)
        self._puts, self._removals = (0, 0) if domino is None else targets(state, domino)

    @property
    def _is_dead(self) -> bool:
        return not self._puts | self._removals

    @property
    def move(self) -> Move | None:
        """Return the move: a dead domino is a whole swap, no domino a pass."""
        if self._domino is None:
            must_pass = self.position.outcome() is None and not self.state.sizes[self.state.seat]
            return MOVES[PASS] if must_pass else None
        is_whole = self._site is not None or self._is_dead
        return MOVES[self._ply()] if is_whole else None

    def _ply(self) -> Ply:
        """Return the ply that the touches of a complete turn make."""
        if self._domino is None:
            return PASS
        if self._site is None:
            return swap_of(self._domino)
        is_put = self._puts >> self._site & 1
        return (put_of if is_put else removal_of)(self._domino, self._site)

    def next_touches(self) -> Mapping[Touch, tuple[Fact, ...]]:
        """Return the dominoes to play, or the squares to play on, with what that does."""
        return self._next

    @cached_property
    def _next(self) -> dict[Touch, tuple[Fact, ...]]:
        # One frame asks several times, and the first blank domino allows all 81 squares.
        if self._domino is None:
            if self.position.outcome() is not None:
                return {}
            dominoes = members(held(self.state, self.state.seat))
            return {TOKENS[domino]: discard_facts(self.state, domino) for domino in dominoes}
        if self._site is not None:
            return {}
        return {site: self._site_facts(site) for site in members(self._puts | self._removals)}

    def _site_facts(self, site: Site) -> tuple[Fact, ...]:
        side = team_of(self.state.seat)
        if self._removals >> site & 1:
            return (Fact(Does.REMOVE, (Piece(1 - side, 1), site)),)
        own, _ = own_and_enemy(self.state)
        whole = lines_of(own | 1 << site)
        facts = [Fact(Does.PLACE, (Piece(side, 1), site))]
        facts += [Fact(Does.LINE, (side, line)) for line in whole if site in line]
        if len(whole) >= LINES_TO_WIN:
            facts.append(Fact(Does.WIN, (side,)))
        return tuple(facts)

    def facts(self) -> tuple[Fact, ...]:
        """Return what the touches so far do, with the win when they end the game."""
        if self._domino is None:
            return () if self.move is None else (Fact(Does.PASS),)
        discard = discard_facts(self.state, self._domino)
        return discard if self._site is None else discard + self._site_facts(self._site)

    def extended(self, touch: Touch) -> QuincyTurn:
        if not isinstance(touch, Token):
            return QuincyTurn(self.position, self.state, self._domino, touch)
        if touch not in DOMINO_OF:
            raise RefusedError(self.refusal(touch), touch.kind)
        return QuincyTurn(self.position, self.state, DOMINO_OF[touch])

    def next_state(self) -> QuincyState:
        """Return the state that the complete turn leads to."""
        return after_ply(self.state, self._ply())

    def pieces(self) -> Placement:
        state = self._stones()
        return placement(state.blue, state.yellow)

    def lines(self) -> tuple[tuple[Side, tuple[Site, ...]], ...]:
        return lines(self._stones())

    def _stones(self) -> QuincyState:
        """Return a state with the stones as they stand after the touches so far."""
        return self.state if self._site is None else self.next_state()

    # Refusals

    def refusal(self, touch: Touch) -> Refusal:
        if not isinstance(touch, Token) and not 0 <= touch < SIZE * SIZE:
            return Refusal(Cause.OFF_BOARD)
        if isinstance(touch, Token) and touch not in DOMINO_OF and touch.kind != PASS_TEXT:
            return Refusal(Cause.TOKEN)
        if self.position.outcome() is not None:
            return Refusal(Cause.GAME_OVER)
        if self.move is not None:
            return Refusal(Cause.MUST_PASS if self._domino is None else Cause.COMPLETE)
        if isinstance(touch, Token):
            return self._why_not_token(touch)
        if self._domino is None:
            return Refusal(QuincyCause.CHOOSE_DOMINO)
        may_remove = has_blank(self._domino)
        return self._why_not_removed(touch) if may_remove else self._why_not_put(touch)

    def _why_not_token(self, token: Token) -> Refusal:
        if token.kind == PASS_TEXT:
            return Refusal(Cause.MAY_NOT_PASS)
        if self._domino is None:
            is_out = not self.state.left >> DOMINO_OF[token] & 1
            return Refusal(Cause.ALREADY_DISCARDED if is_out else QuincyCause.NOT_IN_HAND)
        if DOMINO_OF[token] == self._domino:
            return self._why_not_swapped()
        return Refusal(QuincyCause.ONE_DOMINO)

    def mark_refusal(self, mark: str, site: Site | None) -> Refusal | None:
        """Return why the domino touched may not do what *mark* in a move text says, or None."""
        if site is None:
            return None if self._is_dead else self._why_not_swapped()
        if mark == "@":
            return None if self._puts >> site & 1 else self._why_not_put(site)
        return None if self._removals >> site & 1 else self._why_not_removed(site)

    def _why_not_swapped(self) -> Refusal:
        """Return that the domino touched can be played, and where.

        Reading: a domino that can be played may not be swapped, because the rules
        let a player exchange only one "that cannot be played anywhere".
        """
        return Refusal(QuincyCause.CAN_BE_PLAYED, tuple(members(self._puts | self._removals)))

    def _why_not_put(self, site: Site) -> Refusal:
        return Refusal(Cause.OCCUPIED) if is_named(self._domino, site) else self._wrong_square()

    def _why_not_removed(self, site: Site) -> Refusal:
        if not has_blank(self._domino):
            return Refusal(QuincyCause.NO_BLANK)
        if not is_named(self._domino, site):
            return self._wrong_square()
        own, enemy = own_and_enemy(self.state)
        if own >> site & 1:
            return Refusal(QuincyCause.OWN_STONE)
        if not enemy >> site & 1:
            return Refusal(Cause.EMPTY)
        safe = {other for line in lines_of(enemy) if site in line for other in line}
        return Refusal(QuincyCause.PROTECTED, tuple(sorted(safe)))

    def _wrong_square(self) -> Refusal:
        if self._is_dead:
            return Refusal(QuincyCause.DEAD_DOMINO)
        return Refusal(QuincyCause.WRONG_SQUARE, tuple(members(self._puts | self._removals)))


# The game

_RULES = "the published rules of Quincy"


class QuincyPosition(Position):
    """A position of Quincy: a `QuincyState` under options, dressed in the contract.

    It holds every hand and the draw pile; `public_text` tells only what a seat may know.
    """

    counted_at_once = 3

    def __init__(self, board: Board, options: Options, state: QuincyState) -> None:
        self.game = QUINCY
        self.board = board
        self.options = options
        self.state = state
        self._plies: list[Ply] = []
        self._moves: tuple[Move, ...] | None = None

    @property
    def side(self) -> Side:
        """Return the team to move: 0 is blue, 1 yellow."""
        return team_of(self.state.seat)

    @property
    def seat(self) -> int:
        return self.state.seat

    @property
    def key(self) -> QuincyState:
        """Return everything; nothing in a position of Quincy is only a counter."""
        return self.state

    def hand_of(self, seat: int) -> tuple[Token, ...]:
        """Return the dominoes that *seat* may hold, in order.

        Where the program deals, that is its hand, not to be shown to others;
        with real dominoes it is every one not discarded yet.
        """
        return tuple(TOKENS[domino] for domino in members(held(self.state, seat)))

    def lines(self) -> tuple[tuple[Side, tuple[Site, ...]], ...]:
        """Return side and squares of each run of four or more, as long as it can be."""
        return lines(self.state)

    def legal_moves(self) -> tuple[Move, ...]:
        """Return every ply, in the order of dominoes and then of squares."""
        if self._moves is None:
            self._plies = plies(self.state)
            self._moves = tuple([MOVES[ply] for ply in self._plies])
        return self._moves

    def play(self, move: Move) -> QuincyPosition:
        # The search plays thousands of the listed moves a second; a turn would tell facts as well.
        ply = PLIES.get(move)
        if ply is None or ply not in self._plies:
            return self.after(self.half_move(move))
        return QuincyPosition(self.board, self.options, after_ply(self.state, ply))

    def begin(self) -> QuincyTurn:
        return QuincyTurn(self, self.state)

    def after(self, half: HalfMove) -> QuincyPosition:
        state = self.whole(half, QuincyTurn).next_state()
        return QuincyPosition(self.board, self.options, state)

    def outcome(self) -> Outcome | None:
        """Return the team with two lines as winner, a wash without dominoes, else None."""
        return outcome_of(self.state)

    def parse(self, text: str) -> Move:
        """Return the move that *text* notates: ``3|5@53``, ``0|4x47``, ``4|4~``, ``pass``.

        The numbers of the domino are read in either order.

        Raises:
            NotationError: *text* is not in the notation of Quincy.
            RefusedError: the move is not legal here; it is an `IllegalMoveError`.
        """
        read, half = read_move(text), self.begin()
        if read is None:
            if half.move is None:
                raise RefusedError(half.refusal(Token(PASS_TEXT, ())), PASS_TEXT)
            return half.move
        domino, mark, site = read
        turn = half.touch(TOKENS[domino])
        assert isinstance(turn, QuincyTurn), "Quincy's turns are its own"
        refusal = turn.mark_refusal(mark, site)
        if refusal is not None:
            raise RefusedError(refusal, text.strip())
        move = turn.move if site is None else turn.extended(site).move
        assert move is not None, "else it is refused"
        return move

    def to_text(self) -> str:
        """Return the position as one line, hands and pile included: not for the players."""
        return text_of(self.game, self.options, self.state)

    def public(self) -> QuincyPosition:
        """Return the position as if the dealt dominoes were real ones, which nobody has seen."""
        if not self.state.hands:
            return self
        options = {**self.options, "dominoes": "physical"}
        return QuincyPosition(self.board, options, self.state._replace(hands=(), pile=()))

    def public_text(self, seat: int | None) -> str:
        """Return the position as one line with only what *seat* may know; None is the table.

        Other hands are numbers of dominoes, the discarded ones are listed, and the
        draw pile is what remains.  `Game.from_text` does not read it.
        """
        return public_text(self.game, self.options, self.state, seat)

    def pieces(self) -> Placement:
        return placement(self.state.blue, self.state.yellow)

    def counted(self, depth: int) -> int:
        return perft(self.state, depth)


def _checked(board: Board) -> Board:
    """Return *board*.

    Raises:
        BoardError: *board* is no grid of 9 by 9 squares named by row and column.
    """
    if board.names != NAMES:
        raise BoardError(
            "expected a full grid of 9 by 9 squares named by rows for quincy, got {board!r}",
            board=board.name,
        )
    return board


class QuincyGame(Game):
    """Quincy: its options and how a position comes about."""

    def seat_count(self, options: Options) -> int:
        """Return 2 or 4, as the players have chosen."""
        return int(self.complete(options)["players"])

    def hands(self, options: Options) -> Hands:
        """Return that hands are hidden, or that the players hold real dominoes."""
        is_dealt = self.complete(options)["dominoes"] == "dealt"
        return Hands.HIDDEN if is_dealt else Hands.NAMED

    def program_refusal(self, options: Options) -> str:
        """Return why the program cannot play with real dominoes.

        Reading: it cannot draw them and keep them from the persons, so it plays only
        with those that it deals itself.
        """
        if self.hands(options) is Hands.HIDDEN:
            return ""
        return Message("expected option dominoes as dealt where the program plays, got 'physical'")

    def initial(
        self, options: Options | None = None, seed: int = 0, board: Board | None = None
    ) -> QuincyPosition:
        """Return the first position; *seed* shuffles the dominoes, then tosses the coin."""
        whole = self.complete(options)
        chance = random.Random(check_seed(seed))
        deck = list(range(len(DECK)))
        chance.shuffle(deck)
        # Tossed after the deal, so that a seed deals the same hands whoever starts.
        coin = chance.randrange(2)
        seat = {"blue": 0, "yellow": 1, "coin": coin}[str(whole["starts"])]
        state = first_state(
            tuple(deck), int(whole["players"]), seat, is_dealt=whole["dominoes"] == "dealt"
        )
        return QuincyPosition(_checked(board or self.shipped_board()), whole, state)

    def from_text(self, text: str, board: Board | None = None) -> QuincyPosition:
        options, state = options_and_state(self, text)
        return QuincyPosition(_checked(board or self.shipped_board()), options, state)


QUINCY: Final = QuincyGame(
    name="quincy",
    folder="companion.games.quincy",
    board_name="quincy",
    board_check=0xEC1BFAC5,
    fact_codes=frozenset((*Does, *QuincyDoes)),
    side_names=("Blue", "Yellow"),
    option_specs=(
        OptionSpec("players", (2, 4), 2, f"{_RULES}: adapting for four players"),
        OptionSpec("dominoes", ("dealt", "physical"), "dealt", "real dominoes or the program's"),
        start_spec("starts", ("blue", "yellow"), f"{_RULES} leave it open"),
    ),
)
