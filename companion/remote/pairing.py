"""How two tables come to share a key by a short code, and how they sign what they say with it.

The code is nine digits: the first three name the topics on which the tables meet, all nine are
the password of SPAKE2, which gives both a key of 256 bits that nobody else can work out, however
long they try: each try takes a table that shows a code, and uses that code up.
docs/two-tables.md says what this protects against, and what not.
"""

from __future__ import annotations

import contextlib
import enum
import hashlib
import hmac
import json
import os
import secrets
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from companion.contract import SEED_LIMIT, Side
from companion.match.seats import is_name
from companion.remote.bus import Bus, BusMessage, Opener, Standing
from companion.storage.disk import Disk, write_synced

VERSION: Final = 1
"""Of all that tables say to each other; tables of two versions cannot play."""

CODE_DIGITS, ROOM_DIGITS = 9, 3
AGAIN_S: Final = 2.0
"""What is not answered is said again so often."""

NOBODY_S: Final = 20.0
"""After so long without an answer whoever typed a code is told that no table shows it."""

PAIRING_NAME: Final = "current.pairing"
SIZE_LIMIT: Final = 4096
MAC_DIGITS: Final = 64


class Role(enum.StrEnum):
    """Which of both tables one is: the one that showed the code, or the one it was typed at."""

    HOST = "host"
    GUEST = "guest"

    @property
    def other(self) -> Role:
        """Return what the other table is."""
        return Role.GUEST if self is Role.HOST else Role.HOST


def new_code() -> str:
    """Return a code that nobody can guess before it is used up."""
    return f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}d}"


def shown_code(code: str) -> str:
    """Return *code* as people read it out: in groups of three."""
    return " ".join(code[at : at + 3] for at in range(0, len(code), 3))


def typed_code(text: str) -> str | None:
    """Return the code that somebody has typed as *text*, or None where it is none."""
    digits = "".join(sign for sign in text if not sign.isspace() and sign not in "-.")
    is_code = len(digits) == CODE_DIGITS and digits.isascii() and digits.isdigit()
    return digits if is_code else None


def sealed(key: bytes, topic: str, body: dict[str, object]) -> bytes:
    """Return *body* with its signature under *key*, good for this *topic* alone."""
    text = json.dumps(body, separators=(",", ":")).encode("ascii")
    return _mac(key, topic, text).encode("ascii") + b" " + text


def _mac(key: bytes, topic: str, text: bytes) -> str:
    return hmac.new(key, topic.encode() + b"\n" + text, hashlib.sha256).hexdigest()


def opened(key: bytes, message: BusMessage) -> dict[str, Any] | None:
    """Return the body of *message*, or None where it is not signed with *key*."""
    mac, text = message.payload[:MAC_DIGITS], message.payload[MAC_DIGITS + 1 :]
    if not hmac.compare_digest(mac, _mac(key, message.topic, text).encode("ascii")):
        return None
    return plain(text)


def plain(text: bytes) -> dict[str, Any] | None:
    """Return the JSON object that *text* is, or None where it is none."""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return body if isinstance(body, dict) else None


def derived(key: bytes, purpose: str) -> bytes:
    """Return the key for *purpose* that *key* gives.

    Source: HKDF-Expand of RFC 5869, for one block.
    """
    return hmac.new(key, purpose.encode() + b"\x01", hashlib.sha256).digest()


@dataclass(frozen=True)
class Pairing:
    """What a table keeps of another one with which it plays.

    Attributes:
        prefix: what all topics begin with.
        role: which of both this table is.
        key: what both have and nobody else.
        deal: decides, with the number of a game, how hidden hands are dealt: thrown by both,
            and of use to nobody without the key.
        number: of the game that is played, from 1; 0 before the first.
        digest: of that game's header, which tells it from others in the state folder.
        elsewhere: the sides whose people sit at the other table.
        epoch: how often this table has begun to talk; what it said before is older.
    """

    prefix: str
    role: Role
    key: bytes
    deal: bytes
    number: int = 0
    digest: str = ""
    elsewhere: frozenset[Side] = frozenset()
    epoch: int = 0

    def topic(self, role: Role, what: str) -> str:
        """Return where the table in *role* says *what*."""
        name = derived(self.key, "topic").hex()[:24]
        return f"{self.prefix}/{VERSION}/{name}/{role}/{what}"

    def key_of(self, role: Role) -> bytes:
        """Return what the table in *role* signs with: what one says is never the other's."""
        return derived(self.key, f"sign {role}")

    def seed(self, number: int) -> int:
        """Return the seed of game *number*, which neither table could choose."""
        data = hashlib.sha256(self.deal + str(number).encode("ascii")).digest()
        return int.from_bytes(data[:8], "big") % SEED_LIMIT

    def to_text(self) -> str:
        """Return it as the state folder keeps it."""
        data = {
            "board-companion-pairing": VERSION,
            "prefix": self.prefix,
            "role": self.role.value,
            "key": self.key.hex(),
            "deal": self.deal.hex(),
            "number": self.number,
            "digest": self.digest,
            "elsewhere": sorted(self.elsewhere),
            "epoch": self.epoch,
        }
        return json.dumps(data) + "\n"

    @classmethod
    def of_text(cls, data: bytes) -> Pairing | None:
        """Return the pairing that *data* tells, or None where it tells none."""
        try:
            told = json.loads(data)
            if told["board-companion-pairing"] != VERSION:
                return None
            return cls(
                str(told["prefix"]),
                Role(told["role"]),
                bytes.fromhex(told["key"]),
                bytes.fromhex(told["deal"]),
                int(told["number"]),
                str(told["digest"]),
                frozenset(side for side in (0, 1) if side in told["elsewhere"]),
                int(told["epoch"]),
            )
        except (ValueError, TypeError, KeyError, RecursionError):
            return None


class PairingFile:
    """The pairing in the state folder *folder*, beside the journal of its game.

    Whoever can read it can speak as this table, so nobody else may.
    """

    def __init__(self, folder: Path, disk: Disk | None = None) -> None:
        self._path = folder / PAIRING_NAME
        self._disk = disk or Disk()

    def read(self) -> Pairing | None:
        """Return what is kept, or None."""
        try:
            return Pairing.of_text(self._disk.read(self._path, SIZE_LIMIT))
        except OSError:
            return None

    def write(self, pairing: Pairing) -> None:
        """Keep *pairing*; where that cannot be done it is lost with the end of the program."""
        new = self._path.with_name(self._path.name + ".new")
        with contextlib.suppress(OSError):
            descriptor = self._disk.create(new, is_new=False)
            os.fchmod(descriptor, 0o600)
            write_synced(self._disk, descriptor, pairing.to_text().encode("ascii"))
            self._disk.rename(new, self._path)
            self._disk.sync_dir(self._path.parent)

    def remove(self) -> None:
        """Keep nothing any more."""
        with contextlib.suppress(OSError):
            self._disk.remove(self._path)


class PairingFault(enum.StrEnum):
    """Why two tables did not come together."""

    NOBODY = "nobody"
    WRONG_CODE = "wrong-code"
    USED = "used"
    OTHER_VERSION = "other-version"
    NO_LIBRARY = "no-library"


class Handshake:
    """What both sides of a pairing have in common; each talks only as it is looked after.

    Attributes:
        made: the pairing, once it is made.
        fault: why none will be made, or None.
        their_name: who sits at the other table, where they have said so.
    """

    def __init__(self, opener: Opener, prefix: str, code: str, name: str) -> None:
        self.code = code
        self.made: Pairing | None = None
        self.fault: PairingFault | None = None
        self.their_name = ""
        self._prefix = prefix
        self._name = name
        self._opener = opener
        self._bus: Bus | None = None
        self._said_s = float("-inf")

    @property
    def standing(self) -> Standing | None:
        """Return how the way to the broker stands, None where it is closed."""
        return self._bus.standing() if self._bus is not None else None

    def has_news(self) -> bool:
        """Return whether `update` has something to look at."""
        return self._bus is not None and self._bus.has_news()

    def _topic(self, what: str) -> str:
        return f"{self._prefix}/pairing/{self.code[:ROOM_DIGITS]}/{what}"

    def _say(self, what: str, body: dict[str, object], *, retain: bool = False) -> None:
        if self._bus is not None:
            text = json.dumps(body, separators=(",", ":")).encode("ascii")
            self._bus.publish(BusMessage(self._topic(what), text, retain))

    def _take_name(self, body: dict[str, Any]) -> None:
        name = body.get("name")
        self.their_name = name if isinstance(name, str) and is_name(name) else ""

    def close(self) -> None:
        """Stop; may be called twice."""
        if self._bus is not None:
            self._bus.close()
            self._bus = None


def _exchange(role: Role, code: str) -> Any:  # noqa: ANN401 - the library has no types
    """Return one side of a SPAKE2 exchange with the password *code*.

    Raises:
        ImportError: the library is not installed.
    """
    from spake2 import SPAKE2_A, SPAKE2_B

    kind = SPAKE2_A if role is Role.GUEST else SPAKE2_B
    return kind(code.encode("ascii"), idA=b"guest", idB=b"host")


def _key_of(exchange: Any, data: object) -> bytes | None:  # noqa: ANN401
    """Return the key that *exchange* gives with the other side's *data*; None for nonsense."""
    try:
        return bytes(exchange.finish(bytes.fromhex(str(data))))
    except Exception:  # noqa: BLE001 - the library raises its own and built-in errors
        return None


class Host(Handshake):
    """Shows a code, and waits for the table at which it is typed.

    Attributes:
        has_new_code: the code was used up by somebody who did not know it, or two tables
            had the same, and another one shows.
    """

    has_new_code = False

    def __init__(self, opener: Opener, prefix: str, name: str = "") -> None:
        super().__init__(opener, prefix, new_code(), name)
        self._begin()

    def _begin(self) -> None:
        self._nonce = secrets.token_hex(8)
        self._throw = secrets.token_bytes(16)
        self._key: bytes | None = None
        self._guest = ""
        self._guest_s: float | None = None
        self._reply: dict[str, object] = {}
        gone = BusMessage(self._topic("open"), b"", True)
        self._bus = self._opener([self._topic("open"), self._topic("host")], gone)
        self._said_s = float("-inf")

    def _start_again(self) -> None:
        """Show another code."""
        self._withdraw()
        self.close()
        self.code, self.has_new_code = new_code(), True
        self._begin()

    def _withdraw(self) -> None:
        if self._bus is not None:
            self._bus.publish(BusMessage(self._topic("open"), b"", True))

    def update(self, now_s: float) -> None:
        """Look at what has come, and say again that this table waits."""
        if self._bus is None or self.fault is not None:
            return
        for message in self._bus.messages():
            body = plain(message.payload)
            if body is None or self._bus is None:
                continue
            if message.topic == self._topic("open"):
                if isinstance(body.get("nonce"), str) and body["nonce"] != self._nonce:
                    # Another table has the same room; both look for another one.
                    self._start_again()
                    return
            elif not self._heard(body):
                self._start_again()
                return
        if self._guest and self._guest_s is None:
            self._guest_s = now_s
        if self._guest_s is not None and now_s - self._guest_s > NOBODY_S and not self.made:
            # Whoever had begun is gone, and has used the code up.
            self._start_again()
        if now_s - self._said_s >= AGAIN_S:
            self._said_s = now_s
            self._say("open", {"version": VERSION, "nonce": self._nonce}, retain=True)

    def _heard(self, body: dict[str, Any]) -> bool:
        """Take what a guest says; return False where it does not know the code."""
        guest = body.get("guest")
        if not isinstance(guest, str) or body.get("nonce") != self._nonce:
            return True
        if body.get("version") != VERSION:
            self._say("guest", {"version": VERSION, "guest": guest, "fault": "version"})
            return True
        if self._guest and guest != self._guest:
            self._say("guest", {"version": VERSION, "guest": guest, "fault": "used"})
            return True
        if "throw" in body:
            return self._finish(body)
        if not self._guest and "exchange" in body:
            return self._answer(guest, body["exchange"])
        if self._reply:
            self._say("guest", self._reply)
        return True

    def _answer(self, guest: str, data: object) -> bool:
        try:
            exchange = _exchange(Role.HOST, self.code)
        except ImportError:
            self.fault = PairingFault.NO_LIBRARY
            return True
        ours = exchange.start()
        self._key = _key_of(exchange, data)
        if self._key is None:
            return False
        self._guest = guest
        commit = hashlib.sha256(self._throw).hexdigest()
        proof = _mac(derived(self._key, "host"), guest, commit.encode("ascii"))
        self._reply = {
            "version": VERSION,
            "guest": guest,
            "exchange": ours.hex(),
            "commit": commit,
            "proof": proof,
        }
        self._say("guest", self._reply)
        return True

    def _finish(self, body: dict[str, Any]) -> bool:
        throw, proof = body["throw"], body.get("proof")
        if self._key is None or not isinstance(throw, str) or not isinstance(proof, str):
            return True
        name = str(body.get("name", ""))
        expected = _mac(derived(self._key, "guest"), self._guest, f"{throw} {name}".encode())
        if not hmac.compare_digest(proof.encode(), expected.encode()):
            return False
        self._take_name(body)
        deal = derived(self._key, f"deal {self._throw.hex()} {throw}")
        self.made = Pairing(self._prefix, Role.HOST, self._key, deal)
        self._withdraw()
        return True

    @property
    def throw(self) -> bytes:
        """Return what this table has thrown, which it shows once the other has thrown as well."""
        return self._throw

    def close(self) -> None:
        self._withdraw()
        super().close()


class Guest(Handshake):
    """Somebody has typed *code* here; the table that shows it is looked for."""

    def __init__(self, opener: Opener, prefix: str, code: str, name: str = "") -> None:
        super().__init__(opener, prefix, code, name)
        self._guest = secrets.token_hex(8)
        self._throw = secrets.token_hex(16)
        self._nonce = ""
        self._hello: dict[str, object] = {}
        self._last: dict[str, object] = {}
        self._began_s: float | None = None
        self.commit = ""
        try:
            self._exchange = _exchange(Role.GUEST, code)
        except ImportError:
            self.fault = PairingFault.NO_LIBRARY
            return
        self._ours = self._exchange.start().hex()
        self._bus = opener([self._topic("open"), self._topic("guest")], None)

    def update(self, now_s: float) -> None:
        """Look at what has come, and say again what was not answered."""
        if self._bus is None or self.fault is not None:
            return
        if self._began_s is None:
            self._began_s = now_s
        for message in self._bus.messages():
            body = plain(message.payload)
            if body is None:
                continue
            if message.topic == self._topic("open"):
                self._found(body)
            elif body.get("guest") == self._guest:
                self._answered(body)
        if not self._last and now_s - self._began_s > NOBODY_S:
            self.fault = PairingFault.NOBODY if not self._nonce else PairingFault.WRONG_CODE
        saying = self._last or self._hello
        if saying and now_s - self._said_s >= AGAIN_S:
            self._said_s = now_s
            self._say("host", saying)

    def _found(self, body: dict[str, Any]) -> None:
        if type(body.get("version")) is not int:
            return
        if body["version"] != VERSION:
            self.fault = PairingFault.OTHER_VERSION
        elif not self._nonce and isinstance(body.get("nonce"), str):
            self._nonce = body["nonce"]
            self._hello = {
                "version": VERSION,
                "nonce": self._nonce,
                "guest": self._guest,
                "exchange": self._ours,
            }
            self._said_s = float("-inf")
        elif not self._last and body.get("nonce") != self._nonce:
            # The code was used up: by this attempt, or by somebody else's.
            self.fault = PairingFault.WRONG_CODE

    def _answered(self, body: dict[str, Any]) -> None:
        if "fault" in body:
            is_version = body["fault"] == "version"
            self.fault = PairingFault.OTHER_VERSION if is_version else PairingFault.USED
            return
        if self._last:
            return
        key, commit = _key_of(self._exchange, body.get("exchange")), body.get("commit")
        if key is None or not isinstance(commit, str):
            self.fault = PairingFault.WRONG_CODE
            return
        expected = _mac(derived(key, "host"), self._guest, commit.encode())
        is_right = hmac.compare_digest(str(body.get("proof")).encode(), expected.encode())
        text = f"{self._throw} {self._name}".encode()
        # A wrong proof is answered with one, so that the host shows another code.
        proof = _mac(derived(key, "guest"), self._guest, text)
        self._last = {
            "version": VERSION,
            "nonce": self._nonce,
            "guest": self._guest,
            "throw": self._throw,
            "name": self._name,
            "proof": proof,
        }
        self._said_s = float("-inf")
        if is_right:
            self.commit = commit
            # What the host has thrown comes with its first game.
            self.made = Pairing(self._prefix, Role.GUEST, key, b"")
        else:
            self._say("host", self._last)
            self.fault = PairingFault.WRONG_CODE

    def dealt(self, thrown: str) -> Pairing | None:
        """Return the pairing with what the host has *thrown*; None where it had thrown other."""
        try:
            throw = bytes.fromhex(thrown)
        except ValueError:
            return None
        if self.made is None or hashlib.sha256(throw).hexdigest() != self.commit:
            return None
        deal = derived(self.made.key, f"deal {throw.hex()} {self._throw}")
        return replace(self.made, deal=deal)
