"""The list of a club: who plays whom in which round and where, the results, the standings.

Kept in a file, so that a process that is started again goes on.  A library makes the pairings:
the FIDE's tables for a round robin, its Dutch system for Swiss rounds.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from companion.club.tree import SHOWN_NAME, TableState
from companion.errors import UsageError, reason_of
from companion.match.seats import NAME_LIMIT, is_name
from companion.ports import Seating
from companion.storage.disk import Disk, write_whole
from companion.words.translate import tr

Json = dict[str, Any]

VERSION: Final = 1
ROUND_ROBIN, SWISS = "round-robin", "swiss"
FIRST_WON, SECOND_WON, HALF_EACH = "1-0", "0-1", "½-½"
POINTS: Final = {FIRST_WON: (2, 0), SECOND_WON: (0, 2), HALF_EACH: (1, 1)}
"""Of both, in half points."""

BYE: Final = 2
"""Half points of whoever has nobody to play with."""

MOST_PLAYERS: Final = 200
MOST_RESULTS: Final = 200
EVENING_S: Final = 12 * 3600.0
EARLY_S: Final = 60.0
"""By so much the clock of a table may be slow."""

FILE_LIMIT: Final = 1 << 20


@dataclass
class Pair:
    """Two who play, the one first who begins; *second* is empty where the first one rests.

    Attributes:
        table: where they are to sit, empty while none is free.
        result: one of `POINTS`, or empty; *match* is the mark of the match it comes from.
    """

    first: str
    second: str
    table: str = ""
    result: str = ""
    match: str = ""

    @property
    def is_open(self) -> bool:
        """Return whether it is still to be played."""
        return bool(self.second) and not self.result


@dataclass
class Round:
    """Pairs that play at one time; results from before *since_s* belong to another one."""

    pairs: list[Pair]
    since_s: float


@dataclass
class GameResult:
    """A game that has ended this evening."""

    match: str
    table: str
    title: str
    names: list[str]
    winner: int | None
    at_s: float


@dataclass
class PlayerList:
    """Who takes part, by which system, and the rounds so far."""

    names: list[str]
    system: str
    total: int
    rounds: list[Round] = field(default_factory=list)

    @property
    def current(self) -> Round | None:
        """Return the round that is played, or was played last."""
        return self.rounds[-1] if self.rounds else None

    @property
    def is_over(self) -> bool:
        """Return whether the last round is done."""
        current = self.current
        is_done = current is not None and not any(pair.is_open for pair in current.pairs)
        return is_done and len(self.rounds) >= self.total


class PlayerScore:
    """One line of the standings, in half points.

    Attributes:
        tie_break: Buchholz in Swiss rounds, the points of all opponents; in a round robin
            Sonneborn-Berger, those of the opponents that were beaten and half of those who were
            not and did not win.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.points = self.played = self.tie_break = 0


def standings(players: PlayerList) -> list[PlayerScore]:
    """Return all players, the best first; who has as much as another stays in the order given."""
    lines = {name: PlayerScore(name) for name in players.names}
    met: list[tuple[PlayerScore, PlayerScore, int]] = []
    for each in players.rounds:
        for pair in each.pairs:
            if not pair.second:
                lines[pair.first].points += BYE
            elif pair.result:
                ends = lines[pair.first], lines[pair.second]
                for side, points in enumerate(POINTS[pair.result]):
                    ends[side].points += points
                    ends[side].played += 1
                    met.append((ends[side], ends[1 - side], points))
    for line, opponent, points in met:
        share = 2 if players.system == SWISS else points
        line.tie_break += opponent.points * share
    return sorted(lines.values(), key=lambda line: (-line.points, -line.tie_break))


# Pairing


def check_players(players: Sequence[str], system: str, total: int) -> None:
    """Hold a list that is to begin against what can be paired.

    Raises:
        UsageError: it cannot.
    """
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise UsageError(
            "expected 2 to {most} players, got {count}", most=MOST_PLAYERS, count=len(players)
        )
    for name in players:
        if not is_name(name):
            raise UsageError(
                "expected a name of 1 to {most} characters without commas, got {name!r}",
                most=NAME_LIMIT,
                name=name,
            )
    twice = next((name for name in players if _count(players, name) > 1), None)
    if twice is not None:
        raise UsageError("expected each player once, got {name!r} twice", name=twice)
    most = longest(len(players))
    if not 1 <= total <= most:
        raise UsageError(
            "expected 1 to {most} rounds for {count} players, got {total}",
            most=most,
            count=len(players),
            total=total,
        )


def longest(count: int) -> int:
    """Return in how many rounds *count* players have all met once."""
    return count - 1 if count % 2 == 0 else count


def _count(names: Iterable[str], name: str) -> int:
    return sum(each.casefold() == name.casefold() for each in names)


def next_pairs(players: PlayerList) -> list[Pair]:
    """Return who plays whom in the next round; none where there is no way to pair them.

    Raises:
        UsageError: what pairs is not installed.
    """
    try:
        # Imported where it is needed: a wall without a list does without.
        from caissify_pairings import generate_pairings
    except ModuleNotFoundError as error:
        raise UsageError(
            "expected {name}, which pairs players, got none: "
            'install the program with its extra: pip install "board-companion[club]"',
            name=str(error.name),
        ) from error
    known = [_history(players, number, name) for number, name in enumerate(players.names, 1)]
    number_of = {name: number for number, name in enumerate(players.names, 1)}
    played = {
        (number_of[pair.first], number_of[pair.second])
        for each in players.rounds
        for pair in each.pairs
        if pair.second
    }
    is_swiss = players.system == SWISS
    found = generate_pairings(
        system="dutch" if is_swiss else "round_robin",
        players=known,
        previous_pairings=played,
        round_number=len(players.rounds) + 1,
        total_rounds=players.total if is_swiss else longest(len(known)),
        **({"initial_color": "white"} if is_swiss else {}),
    )
    names = {number: name for name, number in number_of.items()}
    pairs = [
        Pair(names[each["white_id"]], names[each["black_id"]] if each["black_id"] else "")
        for each in found
    ]
    return pairs if _is_fair(pairs, players, played, number_of) else []


def _is_fair(
    pairs: Sequence[Pair],
    players: PlayerList,
    played: set[tuple[int, int]],
    number_of: Mapping[str, int],
) -> bool:
    """Return whether each player is in *pairs* once, and meets nobody again."""
    named = [name for pair in pairs for name in (pair.first, pair.second) if name]
    met = {
        (number_of[pair.first], number_of[pair.second]) for pair in pairs if pair.second
    }  # fmt: skip
    again = met & (played | {(second, first) for first, second in played})
    rests = sum(not pair.second for pair in pairs)
    return sorted(named) == sorted(players.names) and not again and rests <= 1


def _history(players: PlayerList, number: int, name: str) -> Json:
    """Return a player as the library wants to know of him.

    Source: its README, "Caller responsibilities": colors and floats of each round.
    """
    colors, floats, points, rests = [], [], 0, 0
    before = dict.fromkeys(players.names, 0)
    for each in players.rounds:
        after = dict(before)
        for pair in each.pairs:
            if not pair.second:
                after[pair.first] += BYE
            elif pair.result:
                for side, end in enumerate((pair.first, pair.second)):
                    after[end] += POINTS[pair.result][side]
            if name not in (pair.first, pair.second):
                continue
            if not pair.second:
                colors.append("none")
                floats.append("down")
                rests += 1
                continue
            is_first = name == pair.first
            other = before[pair.second if is_first else pair.first]
            colors.append("white" if is_first else "black")
            floats.append(
                "down" if before[name] > other else "up" if before[name] < other else "none"
            )
        before = after
    points = before[name]
    return {
        "id": number, "name": name, "score": points / 2, "rating": 0, "starting_number": number,
        "color_hist": colors, "float_history": floats, "bye_count": rests,
    }  # fmt: skip


# The evening


class Evening:
    """The results of one evening, and the list that is played where there is one.

    Attributes:
        number: counts what has changed.
        trouble: why the list does not go on, in words, or an empty text.
        seats: told who is to sit at a table, None for nobody.
        path: of the file that keeps it, None for none.
    """

    def __init__(self, path: Path | None, disk: Disk | None = None) -> None:
        self.number = 0
        self.trouble = ""
        self.players: PlayerList | None = None
        self.results: list[GameResult] = []
        self.seats: Callable[[str, Seating | None], None] = lambda table, seating: None
        self._told: dict[str, Seating | None] = {}
        self._there: dict[str, bool] = {}
        self.path = path
        self._disk = disk or Disk()
        self._written = b""

    # What is kept

    def load(self) -> None:
        """Take what the file holds, if there is one.

        Raises:
            UsageError: it cannot be read, or is damaged; it stays as it is.
        """
        if self.path is None:
            return
        try:
            data = self._disk.read(self.path, FILE_LIMIT)
        except FileNotFoundError:
            return
        except OSError as error:
            raise UsageError(
                "{path}: {reason}", path=self.path, reason=reason_of(error)
            ) from error
        try:
            self._take_kept(json.loads(data))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise UsageError(
                "{path}: expected a list of a club, got a damaged file", path=self.path
            ) from error
        self._written = data
        until_s = time.time() - EVENING_S
        self.results = [result for result in self.results if result.at_s >= until_s]

    def _take_kept(self, kept: Json) -> None:
        if kept["v"] != VERSION:
            raise ValueError("expected another version")
        players, told = kept["list"], [GameResult(**each) for each in kept["results"]]
        found = None
        if players is not None:
            rounds = [
                Round([Pair(**pair) for pair in each["pairs"]], float(each["since_s"]))
                for each in players["rounds"]
            ]
            found = PlayerList(list(players["names"]), players["system"], players["total"], rounds)
            check_players(found.names, found.system, found.total)
            _check_rounds(found)
        self.players, self.results = found, told

    def save(self) -> None:
        """Write everything, or leave the file as it was.

        Raises:
            OSError: it cannot be written.
        """
        if self.path is None:
            return
        kept = {
            "v": VERSION,
            "list": asdict(self.players) if self.players is not None else None,
            "results": [asdict(result) for result in self.results],
        }
        data = json.dumps(kept, ensure_ascii=False, indent=1).encode("utf-8")
        if data != self._written:
            write_whole(self._disk, self.path, data)
            self._written = data

    def follow_file(self) -> bool:
        """Take what somebody else has written into the file; return whether anybody has."""
        if self.path is None:
            return False
        try:
            data = self._disk.read(self.path, FILE_LIMIT)
        except OSError:
            return False
        if data == self._written:
            return False
        try:
            self.load()
        except UsageError:
            # It is not looked at again, and written over once something changes.
            self._written = data
            return False
        self.number += 1
        return True

    # The list

    def begin(self, players: Sequence[str], system: str, total: int) -> None:
        """Begin a list.

        Raises:
            UsageError: it cannot be paired, or another one is under way.
        """
        if self.players is not None and not self.players.is_over:
            raise UsageError(
                "a list is under way in {path}: go on without --players, or name another --state",
                path=self.path,
            )
        check_players(players, system, total)
        self.players = PlayerList(list(players), system, total)
        self.go_on()

    def go_on(self) -> None:
        """Pair the next round if the last one is done, and tell each table who sits there.

        Raises:
            UsageError: what pairs is not installed.
        """
        players = self.players
        if players is None:
            return
        current = players.current
        is_done = current is None or not any(pair.is_open for pair in current.pairs)
        if is_done and len(players.rounds) < players.total and not self.trouble:
            pairs = next_pairs(players)
            if pairs:
                players.rounds.append(Round(pairs, time.time()))
            else:
                self.trouble = tr("No pairing is possible in which nobody meets again.")
            self.number += 1
        self.seat()

    def seat(self) -> None:
        """Give each pair that is to play a table that is there, and tell the tables."""
        players = self.players
        current = players.current if players is not None else None
        pairs = [pair for pair in current.pairs if pair.is_open] if current is not None else []
        for pair in pairs:
            if pair.table and not self._there.get(pair.table, False):
                pair.table = ""
        taken = {pair.table for pair in pairs}
        free = [
            table for table, is_there in self._there.items() if is_there and table not in taken
        ]
        for pair, table in zip((pair for pair in pairs if not pair.table), free, strict=False):
            pair.table = table
            self.number += 1
        number = len(players.rounds) if players is not None else 0
        seatings = {
            pair.table: Seating(number, (pair.first, pair.second)) for pair in pairs if pair.table
        }
        for table in self._there:
            wanted = seatings.get(table)
            if table not in self._told or self._told[table] != wanted:
                self._told[table] = wanted
                self.seats(table, wanted)

    def know(self, tables: Mapping[str, bool]) -> None:
        """Take which tables there are, in order, and which of them are there now."""
        if dict(tables) != self._there or list(tables) != list(self._there):
            self._there = dict(tables)
            self.seat()

    def enter(self, first: str, second: str, result: str) -> None:
        """Enter a result by hand, over one that there is.

        Raises:
            UsageError: the two do not play in the round that is under way.
        """
        found = self._pair_of(first, second)
        if found is None:
            raise UsageError(
                "expected two who play in this round, got {first!r} and {second!r}",
                first=first,
                second=second,
            )
        pair, is_turned = found
        pair.result, pair.match = _turned(result) if is_turned else result, ""
        self.number += 1

    def _pair_of(self, first: str, second: str) -> tuple[Pair, bool] | None:
        current = self.players.current if self.players is not None else None
        wanted = (first.casefold(), second.casefold())
        for pair in current.pairs if current is not None else ():
            names = (pair.first.casefold(), pair.second.casefold())
            if names in (wanted, wanted[::-1]):
                return pair, names != wanted
        return None

    # What tables tell

    def take(self, table: str, state: TableState) -> bool:
        """Take what is played at *table*; return whether a result has come or gone."""
        if not state.match:
            return False
        is_over = state.activity in ("won", "lost", "draw")
        before = next((each for each in self.results if each.match == state.match), None)
        if is_over == (before is not None) and (before is None or before.winner == state.winner):
            return False
        if before is not None:
            self.results.remove(before)
        if is_over:
            names = [name[:SHOWN_NAME] for name in state.names]
            at_s = min(state.at_s, time.time())
            self.results.append(
                GameResult(state.match, table, state.title, names, state.winner, at_s)
            )
            del self.results[:-MOST_RESULTS]
        self._count(state, is_over)
        self.number += 1
        return True

    def _count(self, state: TableState, is_over: bool) -> None:
        """Have a game of two who play in this round count, or no longer."""
        current = self.players.current if self.players is not None else None
        if current is None or any(len(people) != 1 for people in state.players):
            return
        if len(state.players) != 2:
            return
        found = self._pair_of(state.players[0][0], state.players[1][0])
        if found is None:
            return
        pair, is_turned = found
        if not is_over:
            if pair.match == state.match:
                pair.result = pair.match = ""
            return
        if (pair.result and pair.match != state.match) or (state.at_s < current.since_s - EARLY_S):
            # The first game counts, and none of another round.
            return
        result = HALF_EACH
        if state.winner is not None:
            result = FIRST_WON if state.winner == 0 else SECOND_WON
        pair.result, pair.match = _turned(result) if is_turned else result, state.match

    # As the page shows it

    def data(self) -> Json:
        """Return results, standings and the round that is played, as JSON."""
        players = self.players
        return {
            "results": [
                {"table": each.table, "title": each.title, "names": each.names,
                 "winner": each.winner}
                for each in reversed(self.results)
            ],
            "trouble": self.trouble,
            "list": _list_data(players) if players is not None else None,
        }  # fmt: skip


def _list_data(players: PlayerList) -> Json:
    current = players.current
    return {
        "heading": tr("Round {number} of {total}").format(
            number=len(players.rounds), total=players.total
        ),
        "pairs": [
            {"first": pair.first, "second": pair.second, "table": pair.table,
             "result": pair.result}
            for pair in (current.pairs if current is not None else ())
        ],
        "standings": [
            {"name": line.name, "points": _halves(line.points), "played": line.played,
             "tieBreak": _quarters(line.tie_break)}
            for line in standings(players)
        ],
        "tieBreak": "Buchholz" if players.system == SWISS else "Sonneborn-Berger",
    }  # fmt: skip


def _halves(count: int) -> str:
    whole, half = divmod(count, 2)
    return f"{whole or ('' if half else 0)}{'½' * half}"


def _quarters(count: int) -> str:
    return f"{count / 4:.2f}".rstrip("0").rstrip(".")


def read_result(text: str) -> tuple[str, str, str]:
    """Return who played, and between them the result, that somebody has typed as *text*.

    Raises:
        UsageError: it is none.
    """
    plain = text.replace("1/2", "½").replace("–", "-")
    found = re.fullmatch(rf"(.+?)\s+({'|'.join(POINTS)})\s+(.+)", plain.strip())
    if found is None:
        raise UsageError("expected a result such as 'Anna 1-0 Ben', got {text!r}", text=text)
    return found[1], found[2], found[3]


def _turned(result: str) -> str:
    return {FIRST_WON: SECOND_WON, SECOND_WON: FIRST_WON}.get(result, result)


def _check_rounds(players: PlayerList) -> None:
    """Hold rounds that were read against the players.

    Raises:
        ValueError: they are others.
    """
    if players.system not in (ROUND_ROBIN, SWISS) or len(players.rounds) > players.total:
        raise ValueError("expected a system and its rounds")
    for each in players.rounds:
        named = [name for pair in each.pairs for name in (pair.first, pair.second) if name]
        if sorted(named) != sorted(players.names):
            raise ValueError("expected each player once")
        if any(pair.result and pair.result not in POINTS for pair in each.pairs):
            raise ValueError("expected a result")
