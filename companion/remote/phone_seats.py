"""The seats whose moves are made at phones: which phone has which seat, and what they ask for.

What phones send comes through the mirror, a process that is believed nothing: each line carries
the token that its phone was given for the code that the table showed, and what of it may be done
is decided here and by the match.  What it sends is taken up to a size and a rate, and looked at
a few lines in each turn of the main loop, so that nothing out there holds that up.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections import Counter, deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.contract import Token, Touch
from companion.match.entries import to_json
from companion.match.match import Match
from companion.storage.disk import Disk, write_synced

CODE_DIGITS: Final = 8
CODE_S: Final = 600.0
"""After so long a code is good for nothing; where it is still shown, another one stands there."""

MOST_WRONG: Final = 20
"""After so many wrong guesses, of whomever, other codes are shown."""

MOST_WRONG_OF_ONE: Final = 5
"""So many wrong guesses of one machine; it is heard again when other codes are shown."""

GUESS_S: Final = 0.5
"""Codes are not compared more often."""

MOST_WAITING: Final = 64
"""Lines that wait for the main loop; what comes on top of it is lost."""

LINES_A_TURN: Final = 4
"""How many of them one turn of the main loop looks at."""

MOST_ANSWERS: Final = 256
MOST_CLIENTS: Final = 256

SEATS_NAME: Final = "phones.json"
SIZE_LIMIT: Final = 4096

LOOK, PAIR = "look", "pair"
ACTS: Final = frozenset({"touch", "back", "confirm", "yes", "no", "take-back", "draw", "resign"})
"""What a phone may ask for, beside being told what its seat may see."""

DONE, BAD, REFUSED, UNKNOWN, TOO_OFTEN = 200, 400, 409, 403, 429
"""What is answered, as the numbers of HTTP that it becomes."""


class Asked(NamedTuple):
    """One line from the mirror.

    Attributes:
        number: by which the mirror finds who is answered.
        client: the address of the phone, as the mirror says it.
        code: what was typed to get a seat.
        token: what a phone was given for it.
        act: `LOOK`, `PAIR`, or one of `ACTS`.
        touch: the place or token of a ``touch``.
        stamp: what the page saw when it was asked for.
    """

    number: int
    client: str
    code: str
    token: str
    act: str
    touch: Touch | None
    stamp: str


class SeatAct(NamedTuple):
    """What a phone that holds *seat* asks for; see `Asked`."""

    seat: int
    act: str
    touch: Touch | None
    stamp: str


def asked_from(data: object) -> Asked | None:
    """Return what the mirror has sent, or None where it is nothing of the kind."""
    if not isinstance(data, Mapping):
        return None
    number = data.get("id")
    texts = [data.get(name, "") for name in ("client", "code", "token", "act", "stamp")]
    if type(number) is not int or not all(isinstance(text, str) for text in texts):
        return None
    if not all(map(str.isascii, texts)):
        return None
    client, code, token, act, stamp = (text[:64] for text in texts)
    touch = _touch_from(data.get("touch"))
    is_known = act in (LOOK, PAIR) or act in ACTS
    if not is_known or (touch is None) is (act == "touch"):
        return None
    return Asked(number, client, code, token, act, touch, stamp)


def _touch_from(value: object) -> Touch | None:
    if type(value) is int:
        return value
    if not isinstance(value, list) or not 1 <= len(value) <= 5 or not isinstance(value[0], str):
        return None
    kind, *numbers = value
    is_plain = len(kind) <= 20 and all(type(each) is int for each in numbers)
    return Token(kind, tuple(numbers)) if is_plain else None


def touch_data(touch: Touch) -> int | list[Any]:
    """Return *touch* as it stands in what pages are told and send."""
    return touch if isinstance(touch, int) else [touch.kind, *touch.values]


def shown_code(code: str) -> str:
    """Return *code* as people read it out: in groups of four."""
    return " ".join(code[at : at + 4] for at in range(0, len(code), 4))


def _digest(text: str) -> str:
    # Here and in what follows: the first picture does without what makes and compares secrets.
    import hashlib

    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _is_same(one: str, other: str) -> bool:
    """Return whether both are the same text; how long that takes tells nothing of them."""
    import hmac

    return hmac.compare_digest(one.encode("utf-8"), other.encode("utf-8"))


def _new_code() -> str:
    import secrets

    return f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}d}"


def _new_token() -> str:
    import secrets

    return secrets.token_urlsafe(32)


class _Kept(NamedTuple):
    """What lasts over a restart.

    Attributes:
        match: the digest of the header of the match that the seats belong to.
        tokens: the digest of the token of each seat that a phone has.
        taken: the seats that are played at the table after all.
    """

    match: str = ""
    tokens: Mapping[int, str] = {}
    taken: frozenset[int] = frozenset()


class SeatsFile:
    """Which phone has which seat, in the state folder: no token, only what one is known by."""

    def __init__(self, folder: Path, disk: Disk | None = None) -> None:
        self._path = folder / SEATS_NAME
        self._disk = disk or Disk()

    def read(self) -> _Kept:
        """Return what is kept; nothing where there is none, or it cannot be read."""
        try:
            data = json.loads(self._disk.read(self._path, SIZE_LIMIT))
            tokens = {int(seat): str(digest) for seat, digest in data["tokens"].items()}
            return _Kept(str(data["match"]), tokens, frozenset(map(int, data["taken"])))
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return _Kept()

    def write(self, kept: _Kept) -> None:
        """Keep *kept*; where that cannot be done phones ask for new codes after a restart."""
        tokens = {str(seat): digest for seat, digest in kept.tokens.items()}
        text = json.dumps({"match": kept.match, "tokens": tokens, "taken": sorted(kept.taken)})
        new = self._path.with_name(self._path.name + ".new")
        with contextlib.suppress(OSError):
            descriptor = self._disk.create(new, is_new=False)
            os.fchmod(descriptor, 0o600)
            write_synced(self._disk, descriptor, text.encode("ascii"))
            self._disk.rename(new, self._path)
            self._disk.sync_dir(self._path.parent)


class PhoneSeats:
    """The seats of one match that are played at phones.

    `hear`, `has_news`, `answers`, `begin_again` may be called by any thread, all else by
    the main loop.

    Attributes:
        codes: what each seat without a phone is to be paired with, while that is shown.
        has_new_codes: those shown before were used up by wrong guesses, or too old.
        has_guests: phones of the game before have seats in this one, which nobody has said yet
            is right.
        watched: the seats whose phones are told what they may see.
        outbox: what the mirror has not been told yet.
        present: the seats whose phones the mirror has a connection to, as it says.
    """

    def __init__(self, folder: Path, disk: Disk | None = None) -> None:
        self.codes: dict[int, str] = {}
        self.has_new_codes = self.has_guests = False
        self.watched: frozenset[int] = frozenset()
        self.present: frozenset[int] = frozenset()
        self._lock = threading.Lock()
        self._file = SeatsFile(folder, disk)
        self._kept: _Kept | None = None
        self._match: Match | None = None
        self._codes_at_s = self._guessed_at_s = float("-inf")
        self._wrong: Counter[str] = Counter()
        self._inbox: deque[Asked] = deque()
        self._shown_present: frozenset[int] = frozenset()
        self.outbox: deque[Mapping[str, Any]] = deque(maxlen=MOST_ANSWERS)

    # Between the threads

    def hear(self, data: object) -> None:
        """Take a line from the mirror, unless it is malformed or too much."""
        asked = asked_from(data)
        if asked is not None and len(self._inbox) < MOST_WAITING:
            self._inbox.append(asked)
        elif isinstance(data, Mapping) and type(data.get("id")) is int:
            status = BAD if asked is None else TOO_OFTEN
            self.outbox.append({"answer": {"id": data["id"], "status": status}})

    def has_news(self) -> bool:
        """Return whether `update` has something to look at."""
        return bool(self._inbox) or self.present != self._shown_present

    def answers(self) -> list[Mapping[str, Any]]:
        """Return what the mirror has not been told yet."""
        waiting = []
        with contextlib.suppress(IndexError):
            while True:
                waiting.append(self.outbox.popleft())
        return waiting

    def begin_again(self) -> None:
        """Take it that another mirror is there, which has shown no token yet."""
        with self._lock:
            self._inbox.clear()
            self.outbox.clear()
            self.watched = self.present = frozenset()

    # Which phone has which seat

    def follow(self, match: Match) -> None:
        """Have *match* be the one that is played; its seats are those of before where it goes on.

        In another match the phones of before have the seats of phones, in their order.
        """
        if match is self._match or not match.seats.phones:
            return
        kept, digest = self._file.read(), _digest(to_json(match.header))
        self._match = match
        if kept.match != digest:
            tokens = [kept.tokens[seat] for seat in sorted(kept.tokens)]
            kept = _Kept(digest, dict(zip(sorted(match.seats.phones), tokens, strict=False)))
            self.has_guests = bool(kept.tokens)
            for seat in self.watched:
                self._end(seat)
            self._file.write(kept)
        self._kept = kept
        for seat in kept.taken & match.seats.phones:
            match.take_seat(seat)

    def is_played(self, match: Match) -> bool:
        """Return whether *match* is the one whose seats these are."""
        return match is self._match

    def is_paired(self, seat: int) -> bool:
        """Return whether a phone has *seat*."""
        return self._kept is not None and seat in self._kept.tokens

    def unpaired(self) -> list[int]:
        """Return the seats that wait for a phone."""
        phones = self._match.seats.phones if self._match is not None else ()
        return [seat for seat in sorted(phones) if not self.is_paired(seat)]

    def wants_somebody(self) -> bool:
        """Return whether phones have to be paired, or looked at."""
        return self.has_guests or bool(self.unpaired())

    def show_codes(self, now_s: float) -> None:
        """Have a good code for each seat without a phone, as long as this is called."""
        is_old = not 0 <= now_s - self._codes_at_s < CODE_S
        if is_old or sum(self._wrong.values()) >= MOST_WRONG:
            self.has_new_codes = bool(self.codes)
            self.codes, self._codes_at_s = {}, now_s
            self._wrong.clear()
        for seat in self.unpaired():
            if seat not in self.codes:
                self.codes[seat] = _new_code()

    def hide_codes(self) -> None:
        """Have no code any more: none is on screen, and who plays has been seen there."""
        self.codes, self.has_new_codes, self.has_guests = {}, False, False

    def part(self, seat: int) -> None:
        """Have the phone of *seat* have it no more."""
        if self._kept is not None and seat in self._kept.tokens:
            self._keep({own: each for own, each in self._kept.tokens.items() if own != seat})
            self._end(seat)

    def take(self, seat: int) -> None:
        """Have the moves of *seat* be made at the table from now on."""
        match, kept = self._match, self._kept
        if match is None or kept is None or seat not in match.seats.phones:
            return
        self.codes.pop(seat, None)
        self._kept = kept._replace(taken=kept.taken | {seat})
        self.part(seat)
        self._file.write(self._kept)
        match.take_seat(seat)

    def _keep(self, tokens: Mapping[int, str]) -> None:
        assert self._kept is not None, "a match is played"
        self._kept = self._kept._replace(tokens=tokens)
        self._file.write(self._kept)

    def _end(self, seat: int) -> None:
        with self._lock:
            self.watched -= {seat}
        self.outbox.append({"ended": seat})

    # What is asked

    def update(self, now_s: float, carry_out: Callable[[SeatAct], bool]) -> bool:
        """Look at what has come; return whether something has changed that is shown.

        *carry_out* does what a phone that holds a seat may ask for, and says whether it did.
        """
        present = self.present
        is_changed, self._shown_present = present != self._shown_present, present
        for _ in range(LINES_A_TURN):
            try:
                asked = self._inbox.popleft()
            except IndexError:
                break
            answer = self._answer(asked, now_s, carry_out)
            self.outbox.append({"answer": {"id": asked.number, **answer}})
            is_changed = True
        return is_changed

    def _answer(
        self, asked: Asked, now_s: float, carry_out: Callable[[SeatAct], bool]
    ) -> dict[str, Any]:
        if asked.act == PAIR:
            return self._paired(asked, now_s)
        seat = self._seat_of(asked.token)
        if seat is None:
            return {"status": UNKNOWN}
        if asked.act == LOOK:
            with self._lock:
                self.watched |= {seat}
            return {"status": DONE, "seat": seat}
        is_done = carry_out(SeatAct(seat, asked.act, asked.touch, asked.stamp))
        return {"status": DONE if is_done else REFUSED}

    def _seat_of(self, token: str) -> int | None:
        if self._kept is None:
            # The game is not gone on with as yet; its phones wait for that.
            self._kept = self._file.read()
        digest, found = _digest(token), None
        for seat, own in self._kept.tokens.items():
            # Each of them is compared.
            if _is_same(own, digest):
                found = seat
        return found

    def _paired(self, asked: Asked, now_s: float) -> dict[str, Any]:
        """Return the token for the seat whose code was typed, once."""
        is_late = not 0 <= now_s - self._codes_at_s < CODE_S
        is_fast = 0 <= now_s - self._guessed_at_s < GUESS_S
        if is_fast or self._wrong[asked.client] >= MOST_WRONG_OF_ONE:
            return {"status": TOO_OFTEN}
        self._guessed_at_s, found = now_s, None
        for seat, code in self.codes.items():
            if _is_same(code, asked.code):
                found = seat
        if found is None or is_late:
            if len(self._wrong) < MOST_CLIENTS:
                self._wrong[asked.client] += 1
            return {"status": UNKNOWN}
        del self.codes[found]
        token = _new_token()
        self.part(found)
        assert self._kept is not None, "a match is played"
        self._keep({**self._kept.tokens, found: _digest(token)})
        return {"status": DONE, "seat": found, "token": token}
