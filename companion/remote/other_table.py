"""The other table as the program knows it: paired, spoken with, left; kept over a restart."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from companion.clock import parse_clock
from companion.contract import Board, Hands, Move, Side
from companion.errors import CompanionError
from companion.match.entries import Entry, Header, PlyEntry, board_mark, to_json
from companion.match.match import Match, NewMatch
from companion.match.question import Answer
from companion.match.seats import PERSON, is_name
from companion.plugins import find_game
from companion.remote.bus import BusState, Opener, Standing
from companion.remote.link import GameOffer, Link, Questions
from companion.remote.pairing import Guest, Host, Pairing, PairingFile, Role
from companion.storage.disk import Disk, write_whole
from companion.storage.journal import SIZE_LIMIT, line_of, parse_journal
from companion.storage.library import Library
from companion.storage.saves import match_in

ENDED_NAME: Final = "ended.journal"
BOTH: Final = frozenset((0, 1))


class Found(NamedTuple):
    """The move that the other table has played."""

    move: Move


class EndedMatch:
    """A match that has ended and is filed here, for another table that lacks its end."""

    def __init__(self, folder: Path, disk: Disk | None = None) -> None:
        self._path = folder / ENDED_NAME
        self._disk = disk or Disk()

    def write(self, match: Match) -> None:
        """Keep all of *match*; where that cannot be done it is lost with the program's end."""
        checksum, data = 0, b""
        for entry in (match.header, *match.entries):
            line, checksum = line_of(entry, checksum)
            data += line
        with contextlib.suppress(OSError):
            write_whole(self._disk, self._path, data)

    def read(self, boards: Mapping[str, Board]) -> Match | None:
        """Return the match that was kept, closed; None where there is none."""
        try:
            contents = parse_journal(self._disk.read(self._path, SIZE_LIMIT))
            match = match_in(contents, boards)[0] if contents.entries else None
        except (OSError, CompanionError):
            return None
        if match is not None:
            match.close()
        return match

    def remove(self) -> None:
        """Keep nothing any more."""
        with contextlib.suppress(OSError):
            self._disk.remove(self._path)


class OtherTable:
    """The way to another table, and what goes on with it.

    Attributes:
        pairing: the pairing that is being made, or None.
        link: what goes on with the other table, or None.
        is_leaving: nobody plays on here; the other table still hears how the game has ended.
        concerns: what of it needs somebody here.

    Args:
        folder: the state folder.
        opener: opens a bus.
        prefix: what all topics begin with.
        name: who plays at this table, as others see it.
    """

    def __init__(
        self,
        folder: Path,
        opener: Opener,
        prefix: str = "board-companion",
        name: str = "",
        disk: Disk | None = None,
    ) -> None:
        self.pairing: Host | Guest | None = None
        self.link: Link | None = None
        self._file = PairingFile(folder, disk)
        self._ended = EndedMatch(folder, disk)
        self._opener = opener
        self._prefix = prefix
        self._name = name
        self.is_leaving = False
        self.concerns = Concerns(self)
        self._new: NewMatch | None = None
        self._own_side: Side = 0

    def has_news(self) -> bool:
        """Return whether `update` has something to look at."""
        pairing, link = self.pairing, self.link
        return bool(pairing and pairing.has_news()) or bool(link and link.has_news())

    def update(self, now_s: float) -> bool:
        """Let everything go on; return whether something has changed that is shown."""
        is_changed = False
        if self.pairing is not None:
            before = (self.pairing.code, self.pairing.fault, self.pairing.standing)
            self.pairing.update(now_s)
            is_changed = before != (self.pairing.code, self.pairing.fault, self.pairing.standing)
        link = self.link
        if link is None:
            return is_changed
        match = link.match
        if match is not None and match.is_closed and match.outcome is None:
            # Another game was begun here in its place.
            self._part(link)
            return True
        is_changed |= link.update(now_s)
        if self.is_leaving and (link.is_settled or link.has_left):
            self._part(link)
        return is_changed

    # Coming together

    def host(self, new: NewMatch, own_side: Side) -> Host:
        """Show a code for a *new* game, in which the people here play *own_side*."""
        self.stop_pairing()
        self._new, self._own_side = new, own_side
        self.pairing = Host(self._opener, self._prefix, self._name)
        return self.pairing

    def join(self, code: str) -> Guest:
        """Look for the table that shows *code*."""
        self.stop_pairing()
        self.pairing = Guest(self._opener, self._prefix, code, self._name)
        return self.pairing

    def stop_pairing(self) -> None:
        """Show or look for a code no longer."""
        if self.pairing is not None:
            self.pairing.close()
            self.pairing = None

    def hosted(self, library: Library) -> Match | None:
        """Return the game begun at this table once somebody has typed its code; else None.

        Raises:
            OptionError: it cannot be begun.
        """
        host, new = self.pairing, self._new
        if not isinstance(host, Host) or host.made is None or new is None:
            return None
        pairing = host.made
        players = _seated(new.players, self._own_side, (self._name, host.their_name))
        new = _dealt(new, pairing, 1)
        match = library.start(new._replace(players=players))
        seats = (self._own_side,)
        offer = GameOffer(1, _told(match.header, new), seats, host.throw.hex())
        self._link(pairing, match, offer)
        self.stop_pairing()
        return match

    def joined(self, library: Library) -> Match | None:
        """Return the game of the table that was found, once it is told; None before.

        Raises:
            CompanionError: it cannot be played here.
        """
        guest = self.pairing
        if not isinstance(guest, Guest) or guest.made is None:
            return None
        if self.link is not None and self.link.pairing.key != guest.made.key:
            self._part(self.link)
        if self.link is None:
            self.link = Link(guest.made, self._opener)
        offer = self.link.offer
        if offer is None:
            return None
        pairing = guest.dealt(offer.throw)
        if pairing is None:
            raise CompanionError("expected what the other table had thrown, got something else")
        self.link.pairing = pairing
        match = self._begun(library, pairing, offer)
        self.stop_pairing()
        return match

    def _link(self, pairing: Pairing, match: Match, offer: GameOffer) -> None:
        if self.link is not None and self.link.pairing.key != pairing.key:
            self._part(self.link)
        link = self.link if self.link is not None else Link(pairing, self._opener)
        self.link, self.is_leaving = link, False
        # Kept before anything is told: what was told must not be forgotten.
        elsewhere = offer.elsewhere(pairing.role)
        kept = replace(pairing, number=offer.number, elsewhere=elsewhere)
        self._file.write(replace(kept, digest=_digest(match.header)))
        link.begin(match, offer)

    def _begun(self, library: Library, pairing: Pairing, offer: GameOffer) -> Match:
        """Return the game that *offer* tells, begun here.

        Raises:
            CompanionError: it cannot be played here.
        """
        new = _dealt(_new_of(offer.parsed(), library), pairing, offer.number)
        match = library.start(new)
        if _told(match.header, new) != offer.header:
            library.finish(match)
            raise CompanionError("expected the header of the other table, got one that differs")
        self._link(pairing, match, offer)
        return match

    # The next game

    def wish(self, library: Library, new: NewMatch, *, is_swapped: bool) -> None:
        """Ask the other table for a *new* game, with changed sides where it *is_swapped*."""
        link = self.link
        assert link is not None, "there is another table"
        pairing, number = link.pairing, link.pairing.number + 1
        new = _dealt(new, pairing, number)
        header = Match.start(library.fitting(new), started=library.time_text()).header
        own = BOTH - pairing.elsewhere
        host = own if pairing.role is Role.HOST else pairing.elsewhere
        host = BOTH - host if is_swapped else host
        link.wish = GameOffer(number, _told(header, new), tuple(sorted(host)))

    def accepts(self, library: Library) -> Match:
        """Return the game that the other table wants, begun here.

        Raises:
            CompanionError: it cannot be played here.
        """
        link = self.link
        assert link is not None and link.offer is not None, "it wants one"
        return self._begun(library, link.pairing, link.offer)

    @property
    def is_begun_there(self) -> bool:
        """Return whether the game that is wanted here has been begun at the other table."""
        link = self.link
        if link is None or link.offer is None or link.wish is None:
            return False
        is_ours = link.offer.header == link.wish.header
        # Both want one: the guest takes that of the host.
        return (link.offer.is_begun and is_ours) or (
            link.pairing.role is Role.GUEST and not is_ours
        )

    # Over a restart

    def take_up_ended(self, library: Library) -> None:
        """Have the other table hear of the end of the last game, if it has not."""
        match = library.ended or self._ended.read(library.boards)
        if match is None:
            return
        self.take_up(match)
        if self.link is not None:
            self._ended.write(match)
            self.is_leaving = True

    def take_up(self, match: Match) -> None:
        """Go on with the other table if *match*, which was resumed, is a game with one."""
        pairing = self._file.read()
        if self.link is not None or pairing is None:
            return
        if pairing.digest != _digest(match.header):
            return
        pairing = replace(pairing, epoch=pairing.epoch + 1)
        self._file.write(pairing)
        self.link = Link(pairing, self._opener, match)

    def leave(self) -> None:
        """Play with the other table no more; what is here can be played on at this one.

        It still hears how a game has ended.
        """
        link = self.link
        if link is None:
            self._file.remove()
            return
        match = link.match
        if match is None or match.outcome is None or link.is_settled or link.has_left:
            self._part(link)
            return
        self._ended.write(match)
        self.is_leaving = True

    def _part(self, link: Link) -> None:
        self.link, self.is_leaving = None, False
        self._file.remove()
        self._ended.remove()
        link.leave()
        if link.match is not None and not link.match.is_closed:
            link.match.sit(frozenset())

    def close(self) -> None:
        """End the program; the next start goes on."""
        self.stop_pairing()
        if self.link is not None:
            self.link.close()

    # As a player

    def player(self, match: Match) -> RemotePlayer | None:
        """Return the other table as a player of *match*, None where it plays no part in it."""
        return RemotePlayer(self, match) if self.plays(match) else None

    def plays(self, match: Match) -> bool:
        """Return whether *match* is the game with the other table."""
        return not self.is_leaving and self.link is not None and self.link.match is match


class Concerns:
    """What of the other table the people here have to know, or to decide."""

    def __init__(self, table: OtherTable) -> None:
        self._table = table
        self._asked_about: tuple[GameOffer | None, int | None] = (None, None)

    @property
    def _link(self) -> Link | None:
        """Return what goes on in a game, None where none does."""
        link = self._table.link
        is_on = link is not None and link.match is not None and not self._table.is_leaving
        return link if is_on else None

    def standing(self) -> Standing | None:
        """Return how the way to the broker stands; None where nobody is on it."""
        link, pairing = self._table.link, self._table.pairing
        if link is not None:
            return link.standing()
        return pairing.standing if pairing is not None else None

    def trouble(self) -> str:
        """Return what is wrong with the way to the other table, as a code; empty for nothing."""
        link = self._link
        if link is None:
            return ""
        if link.fault:
            return link.fault
        if link.fork is not None:
            return "differs"
        if link.has_left:
            return "left"
        if link.standing().state is not BusState.CONNECTED:
            return "unreached"
        return "" if link.is_there else "away"

    def wants_somebody(self) -> bool:
        """Return whether something waits for the people here."""
        link = self._link
        if link is None or link.match is None:
            return False
        question, elsewhere = link.match.question, link.match.seats.elsewhere
        is_asked = question is not None and question.awaiting[0] not in elsewhere
        return link.pending is not None or is_asked or self._is_new(link)

    def is_parted(self) -> bool:
        """Return whether no move can follow before both tables agree on where to go on."""
        link = self._link
        return link is not None and (link.offer is not None or link.fork is not None)

    def has_question(self) -> bool:
        """Return, once for each, whether both tables have to agree on something."""
        link = self._link
        if link is None or not self._is_new(link):
            return False
        self._asked_about = (link.offer, link.fork)
        return True

    def _is_new(self, link: Link) -> bool:
        about = (link.offer, link.fork)
        is_new = about != (None, None) and about != self._asked_about and link.wish is None
        return self._table.is_begun_there or is_new


class RemotePlayer:
    """The other table as a player of *match*, asked as the computer is.

    Attributes:
        is_by_hand: nobody makes its moves in its stead.
        fault: it has none that asking again would mend.
    """

    is_by_hand = False
    fault = ""

    def __init__(self, table: OtherTable, match: Match) -> None:
        self._table = table
        self._match = match

    @property
    def entry(self) -> Entry | None:
        """Return what the other table has played and nobody has made here yet."""
        link = self._table.link
        return link.pending if link is not None and self._table.plays(self._match) else None

    @property
    def result(self) -> Found | None:
        """Return its move, None before it has come."""
        entry = self.entry
        if not isinstance(entry, PlyEntry) or self._match.question is not None:
            return None
        return Found(self._match.position.parse(entry.text))

    def absence(self) -> str:
        """Return why nothing can come of it now, as `Concerns.trouble` does."""
        return self._table.concerns.trouble() if self._table.plays(self._match) else ""

    def enter(self) -> Answer:
        """Enter its move, which is laid out and made here."""
        entry = self.entry
        assert entry is not None, "it has come"
        return self._match.accept(entry)

    def take_answers(self) -> Sequence[Answer]:
        """Return what the match has answered to what the other table has entered."""
        questions = self._questions
        if questions is None:
            return ()
        answers, questions.answers = questions.answers, []
        return answers

    def take_news(self) -> Sequence[str]:
        """Return what has happened to questions, as codes of `Questions.news`."""
        questions = self._questions
        if questions is None:
            return ()
        news, questions.news = questions.news, []
        return news

    @property
    def _questions(self) -> Questions | None:
        link = self._table.link
        return link.questions if link is not None and self._table.plays(self._match) else None

    def is_due(self) -> bool:
        """Return whether the other table is to move or to answer."""
        match, elsewhere = self._match, self._match.seats.elsewhere
        if not elsewhere or match.is_closed:
            return False
        if match.question is not None:
            return match.question.awaiting[0] in elsewhere
        if match.outcome is not None:
            return False
        return match.position.side in elsewhere or self.entry is not None

    def look(self) -> None:
        """Do nothing: what has come is there."""

    def stop(self) -> None:
        """Do nothing: the other table goes on."""

    def ask_again(self) -> None:
        """Do nothing: it is asked all the time."""

    def agrees(self) -> bool:
        """Return False: what it answers is entered as it comes."""
        return False


def _seated(players: tuple[str, ...], own_side: Side, names: tuple[str, str]) -> tuple[str, ...]:
    """Return who plays, told alike at both tables: people of *own_side* by our name.

    *names* are that of this table and of the other one, where they have any.
    """
    here = next(filter(is_name, players), names[0])
    ours = here if is_name(here) and here != names[1] else PERSON
    theirs = names[1] or PERSON
    return tuple(ours if seat % 2 == own_side else theirs for seat in range(len(players)))


def _digest(header: Header) -> str:
    return hashlib.sha256(to_json(header).encode("ascii")).hexdigest()


def _hides_deal(new: NewMatch) -> bool:
    """Return whether the seed of the *new* match gives away what its players may not see."""
    return new.position is None and new.game.hands(new.options) is Hands.HIDDEN


def _dealt(new: NewMatch, pairing: Pairing, number: int) -> NewMatch:
    """Return *new* as game *number* of a pairing: its hidden hands dealt by what both threw."""
    return new._replace(seed=pairing.seed(number)) if _hides_deal(new) else new


def _told(header: Header, new: NewMatch) -> str:
    """Return *header* as JSON, without a seed that both tables know and nobody else may."""
    return to_json(replace(header, seed=0) if _hides_deal(new) else header)


def _new_of(header: Header, library: Library) -> NewMatch:
    """Return the match that *header* tells, to be begun here.

    Raises:
        CompanionError: the game, its options or its board are not those of this table.
    """
    game = find_game(header.game)
    options = game.complete(header.options)
    board = library.first_position(game).board
    mark = board_mark(board)
    if (header.board, header.board_mark) != (board.name, mark):
        raise CompanionError(
            "expected board {wanted}, got {got!r}",
            wanted=f"{header.board} {header.board_mark}",
            got=f"{board.name} {mark}",
        )
    position = game.from_text(header.position, board) if header.position else None
    return NewMatch(
        game,
        options,
        header.seed,
        position,
        header.players,
        header.hints,
        parse_clock(header.clock),
        started=header.started,
    )
