"""What is said of towers and their legs in all Quincala games."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from companion.contract import Board, Fact, HalfMove, Piece, Site
from companion.contract.codes import Cause, Does, member
from companion.contract.texts import rows_text
from companion.games.quincala.codes import TowerCause, TowerDoes
from companion.games.quincala.rules import tower_text
from companion.words.names import Names, Sentences
from companion.words.phrases import joined
from companion.words.translate import ntr, tr
from companion.words.turn import CAPTURING, MoveWords, TurnWords, route_of


def towers_text(board: Board, text: str, sizes: int = 5) -> str:
    """Return the position of *text*: the setup after changes, and what follows the rows.

    Args:
        board: a shipped one.
        text: words such as ``d3>e4``, what stands on d3 moved to e4, and
            ``c4>``, taken off the board; then the side and fields.
        sizes: pieces of larger sizes are left out.
    """
    towers: dict[Site, list[Piece]] = {}
    for side, value, site in board.setups["start"]:
        if value <= sizes:
            towers[site] = [Piece(side, value)]
    words = text.split()
    for word in (word for word in words if ">" in word):
        start, _, end = word.partition(">")
        lifted = towers.pop(board.site_of(start))
        if end:
            onto = board.site_of(end)
            towers[onto] = sorted([*towers.get(onto, []), *lifted], key=lambda p: -p.value)
    rows = rows_text(board, {site: tower_text(tower) for site, tower in towers.items()})
    return " ".join([rows, *(word for word in words if ">" not in word)])


class TowerNames(Names):
    """Pieces are called by their sizes."""

    def piece(self, piece: Piece) -> str:
        owner = self.side(piece.side)
        return tr("{owner}'s {size}").format(owner=owner, size=self.size(piece.value))

    def own(self, piece: Piece) -> str:
        return tr("your {size}").format(size=self.size(piece.value))


class TowerSentences(Sentences):
    """Towers, their ways, and what they leave behind."""

    told_at_once = Sentences.told_at_once | {TowerDoes.MIXED}

    def refusal(self, code: str) -> str:
        if code == Cause.SAME_SITE:
            return tr("The pieces are already there.")
        match member(TowerCause, code):
            case TowerCause.NO_LEGS:
                return tr("This piece cannot move anywhere.")
            case TowerCause.TOO_FAR:
                return tr("Too far: at most one step for each piece that moves.")
            case TowerCause.BLOCKED:
                return tr("You cannot jump: {sites} is in the way.")
            case TowerCause.CUT | TowerCause.OUTSIDE:
                return tr("That path would leave the playing area.")
            case TowerCause.IMMUNE:
                return tr(
                    "The piece on {sites} just knocked one of yours: it is immune this turn."
                )
            case None:
                return super().refusal(code)

    def fact(self, code: str) -> str:
        match member(TowerDoes, code):
            case TowerDoes.JOIN:
                return tr("makes a tower on {site}")
            case TowerDoes.MIXED:
                return tr("makes a mixed tower on {site}")
            case None:
                return super().fact(code)

    def hidden(self, facts: Collection[Fact]) -> Collection[Fact]:
        """Return also that a tower is made where it is told that it is a mixed one."""
        mixed = {fact.values for fact in facts if fact.code == TowerDoes.MIXED}
        joined_too = (fact for fact in facts if fact.code == TowerDoes.JOIN)
        return [*super().hidden(facts), *(fact for fact in joined_too if fact.values in mixed)]

    def misses(self) -> Mapping[str, str]:
        return {
            "join": tr("It does not join the right tower."),
            "mixed": tr("It does not make the right mixed tower."),
            "sow": tr("It does not leave a piece behind on the way."),
            "no mixed": tr("It should not make a mixed tower."),
            "no sow": tr("No piece should stay behind."),
        }


class TowerTurn(TurnWords):
    """How far a tower goes."""

    def note(self, half: HalfMove) -> str:
        lifted = half.lifted()
        if not half.touches or lifted is None:
            return ""
        count = len(lifted.pieces)
        is_pair = count == 2
        reach = tr("1 or 2 steps") if is_pair else ntr("1 step", "1 to {count} steps", count)
        if len(half.touches) == 1:
            return tr("{reach} in any of 8 directions.").format(reach=reach)
        return self.next_leg().format(reach=reach)

    def next_leg(self) -> str:
        """Return how a move goes on, with ``{reach}`` to fill in."""
        return tr("You may go on: {reach} in any of 8 directions; the largest piece stays.")


class TowerMoves(MoveWords):
    """Towers that go leg by leg, and knock."""

    def fully(self, half: HalfMove, called: Callable[[Piece], str]) -> str:
        values = (fact.values[0] for fact in half.facts() if fact.code == Does.KNOCK)
        knocked = [called(piece) for piece in values if isinstance(piece, Piece)]
        if not knocked:
            return super().fully(half, called)
        way = self.way(half, route_of(half))
        return tr("{leg}, knocking {pieces}").format(leg=way, pieces=joined(knocked))

    def taken(self, facts: Sequence[Fact]) -> str:
        count = sum(fact.code in CAPTURING for fact in facts)
        # A bare number would read as the name of a size.
        return ntr(", knocking one", ", knocking {count} pieces", count) if count else ""
