"""Alquerque, with the additional rules of R. C. Bell as options: positions, turns, moves, texts.

A position text such as ``bbbbb/bbbbb/bb.ww/wwwww/wwwww w`` gives the rows of the board, the
farthest first, then the side to move, then ``name=value`` for everything that is not as at the
start.  What may be touched next in a turn is worked out from the touches so far; the list of all
legal moves is never needed.

Source: the published rule sheet of Alquerque; its options come from R. C. Bell,
Board and Table Games from Many Civilizations, as that sheet tells them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from functools import cached_property
from typing import Final

from companion.contract import (
    Board,
    Claim,
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
    Progress,
    Refusal,
    Side,
    Site,
    Token,
    Touch,
    check_seed,
    start_spec,
)
from companion.contract.codes import Cause, Does
from companion.contract.texts import cells_of, count_of, option_words, parts_of, rows_text
from companion.errors import IllegalMoveError, NotationError, PositionError
from companion.games.alquerque.rules.codes import AlquerqueCause, AlquerqueEnd
from companion.games.alquerque.rules.kernel.state import (
    AlquerqueRules,
    AlquerqueState,
    Sites,
    able_to_capture,
    after_capture,
    after_huff,
    after_step,
    counted,
    hops_from,
    is_on_farthest_rank,
    missing,
    outcome_of,
    own_and_enemy,
    perft,
    placement,
    playout,
    plies,
    rules_for,
    sites_of,
    starting_state,
    step_ends,
    successors,
    unmoved,
)


class AlquerqueTurn(HalfMove):
    """A turn being made: a huff, or a piece and the points that it goes to.

    Args:
        taken: the points from which the touches so far capture.
        done: what the touches so far do.
    """

    def __init__(
        self,
        position: Position,
        rules: AlquerqueRules,
        state: AlquerqueState,
        touches: tuple[Site, ...] = (),
        taken: Sites = 0,
        done: tuple[Fact, ...] = (),
    ) -> None:
        self.position = position
        self.rules = rules
        self.state = state
        self.touches: tuple[Touch, ...] = touches
        self._sites = touches
        self._taken = taken
        self._done = done

    @property
    def _is_huff(self) -> bool:
        return len(self._sites) == 1 and bool(self.state.offenders >> self._sites[0] & 1)

    @property
    def move(self) -> Move | None:
        """Return the move that the touches make; a capture that must go on is none."""
        must_go_on = self._taken and self.rules.must_capture and self._hops()
        is_whole = self._is_huff or (len(self._sites) > 1 and not must_go_on)
        return move_of(self.rules.board, self._sites) if is_whole else None

    def _own(self) -> Sites:
        own, _ = own_and_enemy(self.state)
        if len(self._sites) > 1:
            own = own & ~(1 << self._sites[0]) | 1 << self._sites[-1]
        return own

    def _enemy(self) -> Sites:
        _, enemy = own_and_enemy(self.state)
        gone = 1 << self._sites[0] if self._is_huff else self._taken
        return enemy & ~gone

    def _barred(self) -> Sites:
        """Return the points that the piece may not enter again."""
        visited = self.state.visited
        if not visited:
            return 0
        barred = visited[self._sites[0]]
        for site in self._sites[1:]:
            barred |= 1 << site
        return barred

    def _hops(self) -> dict[Site, Site]:
        """Return where the piece may hop to, each with the point that it jumps."""
        enemy = self._enemy()
        closed = self._own() | enemy | self._barred()
        hops = hops_from(self.rules, self.state.side, self._sites[-1], enemy, closed)
        return {end: jumped.bit_length() - 1 for jumped, _, end in hops}

    def next_touches(self) -> Mapping[Touch, tuple[Fact, ...]]:
        return self._next

    @cached_property
    def _next(self) -> dict[Touch, tuple[Fact, ...]]:
        ahead = self._liftable() if not self._sites else self._reachable()
        return {site: self._with_win(site, ahead[site]) for site in sorted(ahead)}

    def _liftable(self) -> dict[Site, tuple[Fact, ...]]:
        rules, state = self.rules, self.state
        if outcome_of(rules, state) is not None:
            return {}
        able = able_to_capture(rules, state)
        ahead: dict[Site, tuple[Fact, ...]] = {
            site: (Fact(Does.HUFF, (Piece(1 - state.side, 1), site)),)
            for site in sites_of(state.offenders)
        }
        for site in sites_of(able if able and rules.must_capture else self._own()):
            if able >> site & 1 or step_ends(rules, state, site):
                ahead[site] = ()
        return ahead

    def _reachable(self) -> dict[Site, tuple[Fact, ...]]:
        rules, state = self.rules, self.state
        if self._is_huff or (len(self._sites) > 1 and not self._taken):
            return {}
        own, enemy = Piece(state.side, 1), Piece(1 - state.side, 1)
        moved = Fact(Does.MOVE, (own,))
        ahead: dict[Site, tuple[Fact, ...]] = {
            end: (moved, Fact(Does.CAPTURE, (enemy, over))) for end, over in self._hops().items()
        }
        if len(self._sites) == 1 and not (rules.must_capture and able_to_capture(rules, state)):
            for end in sites_of(step_ends(rules, state, self._sites[0])):
                ahead[end] = (moved,)
        return ahead

    def _with_win(self, site: Site, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
        half = self._touched(site, facts)
        return facts if half.move is None else facts + half.ending()

    def _touched(self, site: Site, facts: tuple[Fact, ...]) -> AlquerqueTurn:
        taken = self._taken
        for fact in facts:
            if fact.code == Does.CAPTURE and isinstance(fact.values[1], int):
                taken |= 1 << fact.values[1]
        return AlquerqueTurn(
            self.position, self.rules, self.state, (*self._sites, site), taken, self._done + facts
        )

    def ending(self) -> tuple[Fact, ...]:
        """Return the win that the complete turn brings to either side, if any."""
        outcome = outcome_of(self.rules, self.next_state())
        if outcome is None or outcome.winner is None:
            return ()
        return (Fact(Does.WIN, (outcome.winner,)),)

    def refusal(self, touch: Touch) -> Refusal:
        if isinstance(touch, Token):
            return Refusal(Cause.TOKEN)
        if not 0 <= touch < len(self.rules.board):
            return Refusal(Cause.OFF_BOARD)
        if outcome_of(self.rules, self.state) is not None:
            return Refusal(Cause.GAME_OVER)
        if self.progress is Progress.COMPLETE:
            return Refusal(Cause.COMPLETE)
        if not self._sites:
            return self._why_not_lifted(touch)
        return self._why_not_reached(touch)

    def _why_not_lifted(self, site: Site) -> Refusal:
        """Return why the turn cannot begin on *site*."""
        offenders = self.state.offenders
        if 1 << site & self._enemy():
            if offenders:
                return Refusal(AlquerqueCause.NOT_AN_OFFENDER, tuple(sites_of(offenders)))
            return Refusal(Cause.NOT_YOURS)
        if not 1 << site & self._own():
            return Refusal(Cause.EMPTY)
        return self._must_capture() or Refusal(Cause.NO_MOVES)

    def _must_capture(self) -> Refusal | None:
        able = able_to_capture(self.rules, self.state)
        if not (able and self.rules.must_capture):
            return None
        return Refusal(AlquerqueCause.MUST_CAPTURE, tuple(sites_of(able)))

    def _why_not_reached(self, site: Site) -> Refusal:
        """Return why the piece picked up cannot go to *site*."""
        at = self._sites[-1]
        if site == at:
            return Refusal(Cause.SAME_SITE)
        if 1 << site & (self._own() | self._enemy()):
            return self._why_not_onto_a_piece(at, site)
        for ray in self.rules.board.rays[at]:
            if site in ray:
                steps = ray.index(site) + 1
                if steps == 1:
                    return self._why_no_step(at, site)
                if steps == 2:
                    return self._why_no_hop(at, ray[0], site)
                return Refusal(AlquerqueCause.TOO_FAR)
        return Refusal(Cause.OFF_LINE)

    def _why_not_onto_a_piece(self, at: Site, site: Site) -> Refusal:
        neighbors = self.rules.board.neighbors
        if 1 << site & self._enemy() and site in neighbors[at]:
            behind = neighbors[site][neighbors[at].index(site)]
            if behind in self._hops():
                return Refusal(AlquerqueCause.LAND_BEHIND, (behind,))
        return Refusal(Cause.OCCUPIED)

    def _why_no_step(self, at: Site, site: Site) -> Refusal:
        if self._taken:
            return Refusal(AlquerqueCause.MUST_GO_ON, tuple(self._hops()))
        if refusal := self._must_capture():
            return refusal
        side = self.state.side
        if not self.rules.steps[side][at] & 1 << site:
            is_last = is_on_farthest_rank(self.rules.board, side, at)
            return Refusal(AlquerqueCause.LAST_RANK if is_last else AlquerqueCause.BACKWARDS)
        return Refusal(AlquerqueCause.NO_RETURN)

    def _why_no_hop(self, at: Site, over: Site, site: Site) -> Refusal:
        jumped = 1 << over
        if jumped & self._taken:
            return Refusal(AlquerqueCause.TWICE)
        if jumped & self._own():
            return Refusal(AlquerqueCause.OWN_PIECE_BETWEEN)
        if not jumped & self._enemy():
            return Refusal(AlquerqueCause.NOTHING_TO_JUMP)
        if all(end != site for _, _, end in self.rules.hops[self.state.side][at]):
            return Refusal(AlquerqueCause.BACKWARDS)
        return Refusal(AlquerqueCause.NO_RETURN)

    def extended(self, touch: Touch) -> AlquerqueTurn:
        assert not isinstance(touch, Token), "Alquerque has no tokens"
        facts = self.next_touches()[touch]
        return self._touched(touch, tuple(fact for fact in facts if fact.code != Does.WIN))

    def next_state(self) -> AlquerqueState:
        """Return the state that the complete turn leads to."""
        rules, state, sites = self.rules, self.state, self._sites
        if self._is_huff:
            return after_huff(state, sites[0])
        if self._taken:
            return after_capture(rules, state, sites[0], sites[-1], self._enemy(), self._barred())
        return after_step(rules, state, able_to_capture(rules, state), sites[0], sites[1])

    def pieces(self) -> Placement:
        return placement(*self._white_and_black())

    def off_board(self) -> tuple[Piece, ...]:
        """Return the pieces off the board after the touches so far, White's first."""
        return missing(self.rules, *self._white_and_black())

    def _white_and_black(self) -> tuple[Sites, Sites]:
        own, enemy = self._own(), self._enemy()
        return (enemy, own) if self.state.side else (own, enemy)

    def lifted(self) -> Lifted | None:
        if not self._sites or self.progress is Progress.COMPLETE:
            return None
        return Lifted(self._sites[-1], (Piece(self.state.side, 1),))

    def facts(self) -> tuple[Fact, ...]:
        """Return what the touches so far do, with the win when they end the game."""
        return self._done if self.move is None else self._done + self.ending()


_MOVE = re.compile(
    r"huff[ :](?P<huffed>[a-z]\d+)"
    r"|(?P<start>[a-z]\d+)(?:-(?P<end>[a-z]\d+)|(?P<hops>(?:x[a-z]\d+)+))",
    re.ASCII,
)


def huff_text(board: Board, site: Site) -> str:
    """Return the notation of the huff on *site*."""
    return f"huff {board.name_of(site)}"


def route_text(board: Board, touches: tuple[Site, ...], *, is_capture: bool) -> str:
    """Return the notation of a step or of a capture along *touches*."""
    return ("x" if is_capture else "-").join(board.name_of(site) for site in touches)


def move_of(board: Board, touches: tuple[Site, ...]) -> Move:
    """Return the huff, the step or the capture that *touches* make."""
    if len(touches) == 1:
        return Move(huff_text(board, touches[0]), touches)
    is_capture = touches[1] not in board.neighbors[touches[0]]
    return Move(route_text(board, touches, is_capture=is_capture), touches)


def touches_from_text(board: Board, text: str) -> tuple[tuple[Site, ...], str]:
    """Return the touches that a move text names, and the text as the notation writes it.

    Raises:
        NotationError: *text* is no move text, or names a point that the board lacks.
    """
    match = _MOVE.fullmatch(text.strip())
    if match is None:
        raise NotationError(
            "expected a move such as c2-c3, c4xc2 or huff d4, got {text!r}", text=text
        )
    if match["huffed"]:
        site = _move_site(board, match["huffed"], text)
        return (site,), huff_text(board, site)
    names = match["hops"][1:].split("x") if match["hops"] else [match["end"]]
    touches = tuple(_move_site(board, name, text) for name in (match["start"], *names))
    return touches, route_text(board, touches, is_capture=match["hops"] is not None)


def _move_site(board: Board, name: str, text: str) -> Site:
    if name not in board.names:
        raise NotationError(
            "expected points of board {board} in a move, got {text!r}", board=board.name, text=text
        )
    return board.site_of(name)


def text_of(game: Game, rules: AlquerqueRules, state: AlquerqueState) -> str:
    """Return the text of *state*, with the options that differ from the defaults."""
    cells = dict.fromkeys(sites_of(state.white), "w") | dict.fromkeys(sites_of(state.black), "b")
    words = [rows_text(rules.board, cells), "wb"[state.side]]
    if state.quiet:
        words.append(f"quiet={state.quiet}")
    if state.offenders:
        words.append("offenders=" + _names(rules.board, state.offenders, ","))
    if state.visited != unmoved(rules, state.white | state.black):
        words.append("visited=" + _visited_text(rules.board, state.visited))
    return " ".join([*words, *option_words(game, rules.options)])


def _names(board: Board, sites: Sites, separator: str) -> str:
    return separator.join(board.names[site] for site in sites_of(sites))


def _visited_text(board: Board, visited: tuple[Sites, ...]) -> str:
    return ",".join(
        f"{board.names[site]}:{_names(board, others, '.')}"
        for site, points in enumerate(visited)
        if (others := points & ~(1 << site))
    )


def rules_and_state(game: Game, board: Board, text: str) -> tuple[AlquerqueRules, AlquerqueState]:
    """Return what *text* describes.

    Raises:
        PositionError: *text* is not a position of Alquerque on *board*.
    """
    # Blanks may come as they like.
    parts = parts_of(game, " ".join(text.split()), "wb", ("quiet", "offenders", "visited"))
    rules = rules_for(board, parts.options)
    return rules, _state(rules, parts.rows, parts.side, parts.fields)


def _state(rules: AlquerqueRules, rows: str, side: Side, fields: dict[str, str]) -> AlquerqueState:
    white, black = _pieces(rules, rows)
    enemy = white if side else black
    offenders = 0
    if "offenders" in fields:
        if not rules.huffing:
            raise PositionError("expected offenders only with huffing=on in position text")
        offenders = _set_of(rules.board, fields["offenders"], ",", "offenders", enemy)
    visited = unmoved(rules, white | black)
    if "visited" in fields:
        if not rules.no_return:
            raise PositionError("expected visited only with no_return=on in position text")
        visited = _visited(rules.board, fields["visited"], visited)
    quiet = count_of(fields, "quiet", rules.quiet_limit)
    return AlquerqueState(white, black, side, quiet, offenders, visited)


def _pieces(rules: AlquerqueRules, text: str) -> tuple[Sites, Sites]:
    cells = cells_of(rules.board, text, "wb")
    white, black = (
        sum(1 << site for site, cell in cells.items() if cell == letter) for letter in "wb"
    )
    for name, pieces, full in zip(("white", "black"), (white, black), rules.full, strict=True):
        if pieces.bit_count() > full.bit_count():
            raise PositionError(
                "expected at most {most} {name} pieces, got {count!r}",
                most=full.bit_count(),
                name=name,
                count=pieces.bit_count(),
            )
    if not white | black:
        raise PositionError(
            "expected at least one piece in position text, got {text!r}", text=text
        )
    return white, black


def _set_of(board: Board, text: str, separator: str, field: str, allowed: Sites) -> Sites:
    sites = 0
    for name in text.split(separator):
        bit = 1 << board.site_of(name) if name in board.names else 0
        if not bit & allowed or bit & sites:
            raise PositionError(
                "expected {field} as fitting points, each once, got {name!r}",
                field=field,
                name=name,
            )
        sites |= bit
    return sites


def _visited(board: Board, text: str, unmoved_points: tuple[Sites, ...]) -> tuple[Sites, ...]:
    visited = list(unmoved_points)
    for entry in text.split(","):
        name, _, points = entry.partition(":")
        site = board.site_of(name) if name in board.names else -1
        if site < 0 or visited[site] != 1 << site:
            raise PositionError(
                "expected visited as piece:points, each once, got {entry!r}", entry=entry
            )
        others = (1 << len(board)) - 1 ^ 1 << site
        visited[site] |= _set_of(board, points, ".", "visited", others)
    return tuple(visited)


_SHEET = "the published rule sheet of Alquerque"
_BELL = "R. C. Bell, Board and Table Games from Many Civilizations, as told in " + _SHEET


class AlquerquePosition(Position):
    """A position of Alquerque: its state under its rules, dressed in the contract."""

    counted_at_once = 6

    def __init__(self, rules: AlquerqueRules, state: AlquerqueState) -> None:
        self.game = ALQUERQUE
        self.board = rules.board
        self.options = rules.options
        self.rules = rules
        self.state = state
        self._moves: tuple[Move, ...] | None = None
        self._next: dict[tuple[Touch, ...], AlquerqueState] = {}

    @property
    def exact(self) -> AlquerqueState:
        """Return all that changes from ply to ply."""
        return self.state

    @property
    def side(self) -> Side:
        return self.state.side

    @property
    def key(self) -> object:
        """Return everything that the rules look at, except the quiet count."""
        white, black, side, _, offenders, visited = self.state
        return (self.rules.variant, white, black, side, offenders, visited)

    def legal_moves(self) -> tuple[Move, ...]:
        """Return huffs, captures and steps, each kind in board order."""
        if self._moves is None:
            routes = plies(self.rules, self.state)
            self._moves = tuple(move_of(self.board, touches) for touches in routes.values())
            self._next = {touches: state for state, touches in routes.items()}
        return self._moves

    def play(self, move: Move) -> AlquerquePosition:
        # The search plays moves from the list, whose states are at hand.
        state = self._next.get(move.touches)
        if state is None:
            return self.after(self.half_move(move))
        return AlquerquePosition(self.rules, state)

    def begin(self) -> AlquerqueTurn:
        return AlquerqueTurn(self, self.rules, self.state)

    def after(self, half: HalfMove) -> AlquerquePosition:
        return AlquerquePosition(self.rules, self.whole(half, AlquerqueTurn).next_state())

    def outcome(self) -> Outcome | None:
        return outcome_of(self.rules, self.state)

    def claims(self) -> tuple[Claim, ...]:
        """Return the count: the side with more pieces wins, equal numbers draw."""
        if self.outcome() is not None:
            return ()
        numbers = (self.state.white.bit_count(), self.state.black.bit_count())
        return (Claim(AlquerqueEnd.COUNT, counted(self.state, AlquerqueEnd.COUNT), numbers),)

    def parse(self, text: str) -> Move:
        touches, written = touches_from_text(self.board, text)
        move = self.half_move(Move(written, touches)).move
        if move is None or move.text != written:
            raise IllegalMoveError(
                "expected {move!r} for that move, got {text!r}", move=move and move.text, text=text
            )
        return move

    def to_text(self) -> str:
        return text_of(self.game, self.rules, self.state)

    def pieces(self) -> Placement:
        return placement(self.state.white, self.state.black)

    def off_board(self) -> tuple[Piece, ...]:
        """Return the captured and huffed pieces, White's first."""
        return missing(self.rules, self.state.white, self.state.black)

    def successors(self) -> list[AlquerquePosition]:
        """Return the position after every ply, in a fixed order; none when the game is over."""
        return [
            AlquerquePosition(self.rules, state) for state in successors(self.rules, self.state)
        ]

    def counted(self, depth: int) -> int:
        return perft(self.rules, self.state, depth)

    def playout(self, seed: int, most_plies: int) -> Outcome | None:
        return outcome_of(self.rules, playout(self.rules, self.state, seed, most_plies))


class AlquerqueGame(Game):
    """Alquerque: its options and how a position comes about."""

    def initial(
        self, options: Options | None = None, seed: int = 0, board: Board | None = None
    ) -> AlquerquePosition:
        """Return the first position; with ``starts`` as ``coin`` the seed tosses it."""
        whole = self.complete(options)
        coin = random.Random(check_seed(seed)).randrange(2)
        side = {"white": 0, "black": 1, "coin": coin}[str(whole["starts"])]
        rules = rules_for(board or self.shipped_board(), whole)
        return AlquerquePosition(rules, starting_state(rules, side))

    def from_text(self, text: str, board: Board | None = None) -> AlquerquePosition:
        return AlquerquePosition(*rules_and_state(self, board or self.shipped_board(), text))


ALQUERQUE: Final = AlquerqueGame(
    name="alquerque",
    folder="companion.games.alquerque",
    board_name="alquerque",
    board_check=0x961DAF35,
    fact_codes=frozenset(Does),
    option_specs=(
        start_spec("starts", ("white", "black"), f"{_SHEET}: toss a coin"),
        OptionSpec("compulsory", (False, True), False, _BELL),
        OptionSpec("forward", ("off", "on", "captures-free"), "off", _BELL),
        OptionSpec("huffing", (False, True), False, _BELL, needs=("compulsory",)),
        OptionSpec("no_return", (False, True), False, _BELL),
        OptionSpec("quiet_limit", range(501), 50, f"{_SHEET}: no more pieces will be taken"),
    ),
    presets={
        "base": {"compulsory": False, "forward": "off", "huffing": False, "no_return": False},
        "bell": {"compulsory": True, "forward": "on", "huffing": False, "no_return": False},
        "bell-strict": {"compulsory": True, "forward": "on", "huffing": False, "no_return": True},
    },
)
