"""One game at two tables: both have the same journal, line by line, in the end.

There is always one table that may enter something next: that of who is to move.  What it enters
it tells as the line of its journal, with the checksum that all lines before it are part of; the
other table enters just that.  Lines may be lost, come twice or late: each table says how many it
has, and gets those that it lacks.  What is asked and answered is part of that state as well, and
said again until it is settled.  A line that does not follow on what is here shows that one of the
journals has been changed, and from where on.

Knows neither screen nor network; time is passed in.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.contract import Side
from companion.errors import CompanionError, JournalError
from companion.match.entries import (
    Entry,
    Header,
    PlyEntry,
    ResultEntry,
    TakeBackEntry,
    from_json,
    to_json,
)
from companion.match.match import Match
from companion.match.question import Answer, Question, QuestionKind
from companion.remote.bus import Bus, BusMessage, BusState, Opener, Standing
from companion.remote.pairing import VERSION, Pairing, Role, opened, plain, sealed
from companion.storage.journal import LINE_LIMIT, line_of

AGAIN_S: Final = 2.0
"""What the other table has not taken is said again so often."""

LONGEST_S: Final = 60.0
"""At last it is said only so often: the other table may be switched off for a week."""

BATCH: Final = 50
"""So many lines are sent at once to a table that lacks them."""

MOST_AHEAD: Final = 20_000
"""Lines that are kept until those before them come; a journal has no more."""


@dataclass(frozen=True)
class GameOffer:
    """A game that one table has begun, or wants to.

    Attributes:
        number: of the game between both tables.
        header: its first line, as JSON.
        host: the sides whose people sit at the table that showed the code.
        throw: what the host has thrown, for the first game.
        is_begun: the other table is at it, and waits.
    """

    number: int
    header: str
    host: tuple[Side, ...]
    throw: str = ""
    is_begun: bool = False

    def told(self) -> dict[str, object]:
        """Return it as the other table is told."""
        return {
            "number": self.number,
            "header": self.header,
            "host": list(self.host),
            "throw": self.throw,
        }

    def elsewhere(self, role: Role) -> frozenset[Side]:
        """Return the sides whose people do not sit at the table in *role*."""
        host = frozenset(self.host)
        return frozenset((0, 1)) - host if role is Role.HOST else host

    def parsed(self) -> Header:
        """Return the header.

        Raises:
            JournalError: it is none.
        """
        entry = from_json(self.header)
        if not isinstance(entry, Header):
            raise JournalError("expected one header, as the first line")
        return entry


class Ledger:
    """The lines of one journal, as they are entered here and as they come from elsewhere.

    Attributes:
        lines: those that are entered.
        sums: the checksum of each.
        ahead: lines that have come and are not entered, by their numbers.
        fork: the number of the first line that is another elsewhere, or None.
    """

    def __init__(self, match: Match) -> None:
        self.lines: list[bytes] = []
        self.sums: list[int] = []
        self.ahead: dict[int, bytes] = {}
        self.fork: int | None = None
        self.follow(match)

    @property
    def head(self) -> tuple[int, int]:
        """Return how many lines are entered, and the checksum of the last one."""
        return len(self.lines), self.sums[-1]

    @property
    def got(self) -> int:
        """Return how many lines are here without a gap, those that wait for a person too."""
        got = len(self.lines)
        while got in self.ahead:
            got += 1
        return got

    def follow(self, match: Match) -> bool:
        """Make lines of what was entered in *match*; what is not safe yet waits.

        Returns:
            Whether there are new ones.
        """
        if not self.lines:
            self._add(match.header)
        count = len(match.entries) - match.is_saving
        new = match.entries[len(self.lines) - 1 : count]
        for entry in new:
            self._add(entry)
        return bool(new)

    def _add(self, entry: Entry) -> None:
        line, checksum = line_of(entry, self.sums[-1] if self.sums else 0)
        at = len(self.lines)
        self.lines.append(line)
        self.sums.append(checksum)
        if self.ahead.pop(at, line) != line:
            self.part(at)

    def part(self, at: int) -> None:
        """Note that line *at* is another elsewhere."""
        self.fork = at if self.fork is None else min(at, self.fork)

    def take(self, at: int, line: bytes) -> bool:
        """Take a *line* of elsewhere; return whether it was here already."""
        if at >= len(self.lines):
            self.ahead[at] = line
            return False
        if line == self.lines[at]:
            return True
        if self.fits(at, line):
            self.part(at)
        return False

    def fits(self, at: int, line: bytes) -> bool:
        """Return whether *line* follows on our line before number *at*."""
        return line[:9] == b"%08x " % zlib.crc32(line[9:-1], self.sums[at - 1])

    def next_entry(self, match: Match) -> Entry | None:
        """Return what the next line tells that has come; None where it cannot be entered."""
        at = len(self.lines)
        line = self.ahead[at]
        if not self.fits(at, line):
            return None
        try:
            entry = from_json(line[9:-1].decode("ascii", "replace"))
            match.check(entry)
        except CompanionError:
            self.part(at)
            return None
        return entry


@dataclass(frozen=True)
class OpenQuestion:
    """A question that is open between both tables, and after how many entries it was asked."""

    name: str
    entries: int
    is_ours: bool
    question: Question

    def told(self) -> dict[str, object]:
        """Return it as the other table is told, with the side that it has to answer for."""
        question = self.question
        return {
            "name": self.name,
            "agreed": not self.is_ours,
            "kind": question.kind.value,
            "asker": question.asker,
            "awaiting": [question.awaiting[0]],
            "entry": to_json(question.entry),
        }


class Questions:
    """What is asked between both tables in one match; both say it as part of their states.

    Attributes:
        open: the question that is open, or None.
        declined: the name of the last one of the other table that was declined here.
        news: what has happened to questions, as codes.
        answers: what the match has answered to what the other table has agreed to.

    Args:
        prefix: tells the names of our questions from all others.
    """

    def __init__(self, match: Match, prefix: str) -> None:
        self.open: OpenQuestion | None = None
        self.declined = ""
        self.news: list[str] = []
        self.answers: list[Answer] = []
        self._match = match
        self._prefix = prefix
        self._count = 0

    def follow(self) -> bool:
        """Notice what was asked or answered here; return whether that is new."""
        match, now = self._match, self.open
        question = match.question
        if now is not None and len(match.entries) != now.entries:
            self.open = now = None
        if question is None:
            if now is not None and not now.is_ours:
                self.declined = now.name
            self.open = None
            return now is not None
        if now is not None and question is now.question:
            return False
        self._count += now is None
        name = now.name if now is not None else f"{self._prefix}.{self._count}"
        is_ours = now is None or now.is_ours
        self.open = OpenQuestion(name, len(match.entries), is_ours, question)
        return True

    def close(self, code: str) -> None:
        """Ask no more, and tell why by *code*."""
        self.open = None
        self._match.put_question(None)
        self.news.append(code)

    def played_on(self) -> None:
        """Close a question that the other table has answered by a ply."""
        if self._match.question is not None and not self._match.is_ours_to_write:
            is_ours = self.open is not None and self.open.is_ours
            self.close("declined" if is_ours else "withdrawn")

    def left(self) -> None:
        """Close a question that nobody is there to answer any more."""
        asked = self._match.question
        if asked is not None and asked.awaiting[0] in self._match.seats.elsewhere:
            self.close("declined")

    def take(self, state: dict[str, Any]) -> bool:
        """Take what the other table asks now, and what it has declined, as its *state* says.

        Returns:
            Whether it has to be told again what became of it.
        """
        match, now, data = self._match, self.open, state.get("ask")
        if now is not None and state.get("declined") == now.name:
            self.close("declined")
            return False
        if not isinstance(data, dict):
            if now is not None and not now.is_ours and match.question is now.question:
                self.close("withdrawn")
            return False
        name = str(data.get("name"))
        if now is not None and now.is_ours:
            if name == now.name and data.get("agreed") is True:
                self._agree(now)
                return False
            if match.is_ours_to_write:
                # The question of who is to move comes first.
                return False
        if name == self.declined:
            return True
        if now is None or now.name != name:
            self._put(name, data)
        return False

    def _agree(self, now: OpenQuestion) -> None:
        match, question = self._match, self._match.question
        if question is now.question and question.awaiting[0] in match.seats.elsewhere:
            self.answers.append(match.answer(True, match.stamp))

    def _put(self, name: str, data: dict[str, Any]) -> None:
        match = self._match
        try:
            kind = QuestionKind(data.get("kind"))
            entry = from_json(str(data.get("entry")))
            match.check(entry)
        except (ValueError, CompanionError):
            return
        asker, awaiting = data.get("asker"), data.get("awaiting")
        is_known = asker is None or asker in (0, 1)
        if not is_known or awaiting not in ([0], [1]) or awaiting[0] in match.seats.elsewhere:
            return
        if not isinstance(entry, ResultEntry | TakeBackEntry):
            return
        outcome = entry.outcome if isinstance(entry, ResultEntry) else None
        if kind is QuestionKind.RESIGN:
            # Nobody has to agree to that, and nobody else can give a side up.
            if outcome is not None and outcome.winner == awaiting[0]:
                self.answers.append(match.accept(entry))
            return
        plies = entry.plies if isinstance(entry, TakeBackEntry) else 0
        claims = [claim for claim in match.position.claims() if claim.outcome == outcome]
        claim = claims[0] if claims and kind is QuestionKind.CLAIM else None
        if kind is QuestionKind.CLAIM and claim is None:
            return
        match.put_question(Question(kind, asker, tuple(awaiting), plies, outcome, claim))
        assert match.question is not None, "it has just been put"
        self.open = OpenQuestion(name, len(match.entries), False, match.question)


def offer_of(data: object, number: int, game: int) -> GameOffer | None:
    """Return the offer of game *number* that *data* tells, by a table at *game*; None for none."""
    match data:
        case {
            "number": int(told),
            "header": str(header),
            "host": list(host),
            "throw": str(throw),
        } if told == number and all(side in (0, 1) for side in host):
            return GameOffer(number, header, tuple(host), throw, is_begun=game == number)
    return None


def is_of_newer_version(message: BusMessage) -> bool:
    """Return whether *message* is one of a version that signs in another way.

    What it says is not believed.
    """
    body = plain(message.payload.partition(b" ")[2])
    version = body.get("v") if body is not None else None
    return type(version) is int and version > VERSION


def alive(pairing: Pairing, *, is_here: bool) -> dict[str, object]:
    """Return the body that tells whether a table is there."""
    return {"v": VERSION, "epoch": pairing.epoch, "here": is_here}


class Link:
    """What goes on with one other table.

    Attributes:
        pairing: the key and the rest of what is kept.
        match: the game, None before the first.
        pending: the other table's ply, which a person makes here; None while none has come.
        offer: a game that the other table has begun or wants, or None.
        wish: a game that is wanted here, until it begins.
        fault: why nothing of the other table can be taken: ``other-version``; or empty.
        is_there: whether the other table is switched on and can be reached.
        has_left: whether it has left the game for good.
    """

    def __init__(self, pairing: Pairing, opener: Opener, match: Match | None = None) -> None:
        self.pairing = pairing
        self.match: Match | None = None
        self.pending: PlyEntry | None = None
        self.offer: GameOffer | None = None
        self.wish: GameOffer | None = None
        self.fault = ""
        self.is_there = self.has_left = False
        self.ledger: Ledger | None = None
        self.questions: Questions | None = None
        self._begun: GameOffer | None = None
        self._own, self._other = pairing.role, pairing.role.other
        self._heard = (-1, -1)
        self._their_game, self._their_head = 0, (0, 0)
        self._sequence = self._said_lines = self._asked = self._scanned = 0
        self._told: dict[str, object] = {}
        self._must_say, self._wait_s = True, AGAIN_S
        self._said_s = self._sent_s = float("-inf")
        self._is_catching_up = self._was_connected = False
        topics = [pairing.topic(self._other, what) for what in ("state", "line", "alive")]
        self._bus: Bus = opener(topics, self._signed("alive", alive(self.pairing, is_here=False)))
        if match is not None:
            self.begin(match)

    def begin(self, match: Match, offer: GameOffer | None = None) -> None:
        """Play *match* from now on, which the *offer* tells, or which was resumed."""
        self.match, self.pending = match, None
        self.offer, self.wish, self._begun = None, None, offer
        self._their_head, self._scanned = (0, 0), 0
        self._is_catching_up = offer is None
        if offer is not None:
            elsewhere = offer.elsewhere(self._own)
            self.pairing = replace(self.pairing, number=offer.number, elsewhere=elsewhere)
        match.sit(self.pairing.elsewhere)
        self.ledger = Ledger(match)
        prefix = f"{self._own}.{self.pairing.epoch}.{self.pairing.number}"
        self.questions = Questions(match, prefix)
        # What the other table lacks of them it says.
        self._said_lines = len(self.ledger.lines)
        self._must_say = True

    # What there is to ask

    def standing(self) -> Standing:
        """Return how the way to the broker stands."""
        return self._bus.standing()

    def has_news(self) -> bool:
        """Return whether `update` has something to look at."""
        return self._bus.has_news()

    @property
    def fork(self) -> int | None:
        """Return the number of the first line that the tables do not have in common, or None."""
        return self.ledger.fork if self.ledger is not None else None

    @property
    def is_settled(self) -> bool:
        """Return whether both tables are known to have the same."""
        ledger = self.ledger
        return ledger is not None and self._their_head == ledger.head and ledger.fork is None

    # What goes on

    def update(self, now_s: float) -> bool:
        """Take what has come, and say what is new; return whether anything has changed."""
        before, was_connected = self._shown(), self._was_connected
        self._was_connected = self._bus.standing().state is BusState.CONNECTED
        self._must_say |= self._was_connected and not was_connected
        for message in self._bus.messages():
            self._take(message)
        match, ledger, questions = self.match, self.ledger, self.questions
        if match is not None and ledger is not None and questions is not None:
            self._must_say |= ledger.follow(match)
            self._advance(match, ledger, questions)
            if self.has_left:
                questions.left()
            self._must_say |= questions.follow()
            self._send_lines(ledger, now_s)
        self._say_state(now_s)
        return self._shown() != before

    def _shown(self) -> tuple[object, ...]:
        stamp = self.match.stamp if self.match is not None else None
        news = len(self.questions.news) if self.questions is not None else 0
        return (
            stamp, self.pending, self.fork, self.offer, self.fault, self.is_there, self.has_left,
            news, self._bus.standing(), self.is_settled,
        )  # fmt: skip

    def leave(self) -> None:
        """Say that this table plays no more, and be silent."""
        state = {"v": VERSION, "left": True, **self._counted()}
        self._bus.publish(self._signed("state", state))
        self.close()

    def close(self) -> None:
        """Be silent; may be called twice."""
        self._bus.publish(self._signed("alive", alive(self.pairing, is_here=False)))
        self._bus.close()

    # Taking

    def _take(self, message: BusMessage) -> None:
        what = message.topic.rpartition("/")[2]
        body = opened(self.pairing.key_of(self._other), message)
        if body is None:
            self.fault = "other-version" if is_of_newer_version(message) else self.fault
        elif body.get("v") != VERSION:
            self.fault = "other-version"
        elif what == "alive":
            epoch = body.get("epoch")
            if type(epoch) is int and epoch >= self._heard[0]:
                self.is_there = body.get("here") is True
        elif what == "line":
            self._take_line(body)
        elif what == "state":
            self._take_state(body)

    def _take_line(self, body: dict[str, Any]) -> None:
        at, line, ledger = body.get("at"), body.get("line"), self.ledger
        if ledger is None or body.get("game") != self.pairing.number or not isinstance(line, str):
            return
        if type(at) is not int or not 1 <= at < MOST_AHEAD or len(line) > LINE_LIMIT:
            return
        # One that is here already they do not know to be here.
        self._must_say |= ledger.take(at, line.encode("ascii", "replace") + b"\n")

    def _take_state(self, body: dict[str, Any]) -> None:
        numbers = [body.get(key) for key in ("epoch", "seq", "game", "has", "got", "sum")]
        if not all(type(number) is int for number in numbers):
            return
        epoch, sequence, game, has, got, checksum = (int(number or 0) for number in numbers)
        if (epoch, sequence) <= self._heard:
            return
        self._heard, self._their_game = (epoch, sequence), game
        self.is_there, self.has_left = True, body.get("left") is True
        offer = offer_of(body.get("offer"), self.pairing.number + 1, game)
        is_host = self._own is Role.HOST
        if offer is None or self.wish in (None, replace(offer, is_begun=False)) or not is_host:
            # Where both want another game at once, it is that of the host.
            self.offer = offer
        ledger, questions = self.ledger, self.questions
        if ledger is None or questions is None or game != self.pairing.number:
            return
        if (has, checksum) != self._their_head:
            self._their_head, self._wait_s = (has, checksum), AGAIN_S
        self._is_catching_up = self._is_catching_up and has > len(ledger.lines)
        self._compare(ledger, has, got, checksum)
        fork = body.get("fork")
        if type(fork) is int and 1 <= fork < len(ledger.lines):
            ledger.part(fork)
        self._must_say |= body.get("seen") != list(ledger.head)
        is_busy = self.match is None or self.match.is_saving or ledger.fork is not None
        if has == len(ledger.lines) and not is_busy:
            self._must_say |= questions.take(body)

    def _compare(self, ledger: Ledger, has: int, got: int, checksum: int) -> None:
        """Find out from which line on the other table, which tells of itself, lacks something."""
        if 1 <= has <= len(ledger.sums) and ledger.sums[has - 1] != checksum:
            # Somewhere before: back from there all is sent, and whoever sees the first line
            # that is another knows where.
            self._scanned = self._scanned - BATCH if self._scanned > BATCH else has
            self._asked = max(1, self._scanned - BATCH + 1)
        elif got < len(ledger.lines):
            self._asked = max(got, 1)

    # Entering

    def _advance(self, match: Match, ledger: Ledger, questions: Questions) -> None:
        """Enter what has come and follows on what is here; a ply waits for a person."""
        self.pending = None
        while ledger.got > len(ledger.lines) and ledger.fork is None:
            if match.is_saving or match.is_closed:
                return
            may_take = not match.is_ours_to_write or self._is_catching_up
            entry = ledger.next_entry(match) if may_take else None
            if entry is None:
                del ledger.ahead[len(ledger.lines)]
                return
            if isinstance(entry, PlyEntry):
                self.pending = entry
                questions.played_on()
                return
            questions.answers.append(match.accept(entry))
            ledger.follow(match)

    # Saying

    def _signed(self, what: str, body: dict[str, object]) -> BusMessage:
        topic = self.pairing.topic(self._own, what)
        data = sealed(self.pairing.key_of(self._own), topic, body)
        return BusMessage(topic, data, retain=what != "line")

    def _counted(self) -> dict[str, object]:
        self._sequence += 1
        ledger = self.ledger
        has, checksum = ledger.head if ledger is not None else (0, 0)
        return {
            "epoch": self.pairing.epoch,
            "seq": self._sequence,
            "game": self.pairing.number if ledger is not None else 0,
            "has": has,
            "got": ledger.got if ledger is not None else 0,
            "sum": checksum,
            "seen": list(self._their_head),
        }

    def _send_lines(self, ledger: Ledger, now_s: float) -> None:
        """Send new lines at once, and again what the other table has not got."""
        first, count = self._said_lines, len(ledger.lines)
        if self._asked and now_s - self._sent_s >= AGAIN_S / 2:
            first, self._sent_s = min(first, self._asked), now_s
        self._asked = 0
        for at in range(max(first, 1), min(count, first + BATCH)):
            line = ledger.lines[at][:-1].decode("ascii")
            body = {"v": VERSION, "game": self.pairing.number, "at": at, "line": line}
            self._bus.publish(self._signed("line", body))
        self._said_lines = max(self._said_lines, min(count, first + BATCH))

    def _say_state(self, now_s: float) -> None:
        state = self._state()
        is_open = "offer" in state or "ask" in state or not self.is_settled
        is_late = now_s - self._said_s >= self._wait_s and is_open
        is_due = self._must_say and now_s - self._said_s >= AGAIN_S / 4
        heads = self.ledger and (*self.ledger.head, self.ledger.got)
        told = {"heads": heads, **state}
        if told == self._told and not is_late and not is_due:
            return
        self._wait_s = min(2 * self._wait_s, LONGEST_S) if told == self._told else AGAIN_S
        if not self._told:
            self._bus.publish(self._signed("alive", alive(self.pairing, is_here=True)))
        self._said_s, self._must_say, self._told = now_s, False, told
        self._bus.publish(self._signed("state", {"v": VERSION, **self._counted(), **state}))

    def _state(self) -> dict[str, object]:
        """Return what is told beside counts; it is told at once where it changes."""
        state: dict[str, object] = {}
        offer, begun, questions = self.wish, self._begun, self.questions
        if offer is None and begun is not None and self._their_game != begun.number:
            offer = begun
        if offer is not None:
            state["offer"] = offer.told()
        if self.fork is not None:
            state["fork"] = self.fork
        if questions is not None and self.match is not None:
            if questions.declined:
                state["declined"] = questions.declined
            now = questions.open
            if now is not None and now.question.awaiting[0] in self.match.seats.elsewhere:
                state["ask"] = now.told()
        return state
