"""The table's end of its club: a slot for what is seen, and a thread that tells it.

As with phones, a newer sight replaces one that has not left yet, and whatever a relay or a
broker does or does not do, nobody at the table waits for it.
"""

from __future__ import annotations

import logging
import secrets
import socket
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from companion import version
from companion.club import tree
from companion.club.tree import (
    BOARD,
    CLAIM,
    EVENT,
    KEPT,
    OFFLINE,
    ONLINE,
    OWNER,
    PRESENCE,
    SEATING,
    STATE,
    Json,
)
from companion.config.values import ClubConfig
from companion.errors import unexpected
from companion.mirror.seen import Seen, Watcher
from companion.ports import Club, ClubState
from companion.remote.bus import Bus, BusMessage, BusState, Opener

if TYPE_CHECKING:
    from companion.ui.stage import Stage

CLAIM_S: Final = 1.0
"""For so long another table may answer that it is called so, before anything is told."""

AGAIN_S: Final = 30.0
"""So often a table whose name is taken asks whether it still is."""

CLOSE_S: Final = 0.5
NAME_TAKEN: Final = "name-taken"

_log = logging.getLogger(__name__)


def table_name(club: ClubConfig) -> str:
    """Return what this table is called in the club."""
    return club.table or socket.gethostname().partition(".")[0][:40]


class ClubTeller(Club):
    """What is seen of a table, on its way to the club while its owner wants that.

    Args:
        open_with: returns what opens a bus, given what to call when something has come.
        club: the names of topics and of the table.
        wake: has the main loop look at `state`.
    """

    def __init__(
        self,
        open_with: Callable[[Callable[[], None]], Opener],
        club: ClubConfig,
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        self._bell = threading.Event()
        self._opener = open_with(self._bell.set)
        self._club, self._table = club, table_name(club)
        self._wake_loop = wake
        self._watcher: Watcher | None = None
        self._lock = threading.Lock()
        self._slot: Seen | None = None
        self._latest: Seen | None = None
        self._is_on = self._is_closing = False
        self._state = ClubState(self._table)
        self._thread: threading.Thread | None = None

    def state(self) -> ClubState:
        return self._state

    def follow(self, stage: Stage) -> None:
        """Take what *stage* shows now, and whether its settings want that to be told.

        Never waits, and looks at nothing while they don't.
        """
        is_on = stage.config.club.show_in_club
        if is_on != self._is_on:
            self._is_on, self._latest = is_on, None
            if is_on and self._thread is None:
                self._thread = threading.Thread(target=self._run, name="club", daemon=True)
                self._thread.start()
            self._bell.set()
        if not is_on:
            return
        if self._watcher is None:
            self._watcher = Watcher()
        seen = self._watcher.look(stage)
        if self._latest is not None and seen.is_as(self._latest):
            return
        with self._lock:
            self._latest = self._slot = seen
        self._bell.set()

    def close(self) -> None:
        if self._is_closing:
            return
        self._is_closing = True
        self._bell.set()
        if self._thread is not None:
            self._thread.join(CLOSE_S)

    # The thread

    def _run(self) -> None:
        telling: Telling | None = None
        while not self._is_closing:
            try:
                if self._is_on and telling is None:
                    telling = Telling(self._opener, self._club, self._table)
                elif not self._is_on and telling is not None:
                    telling.forget()
                    telling = None
                if telling is not None:
                    with self._lock:
                        seen, self._slot = self._slot, None
                    telling.go_on(seen)
                self._tell(telling.state() if telling is not None else ClubState(self._table))
            except Exception as error:  # noqa: BLE001 - the game goes on, whatever it is
                _log.info("the club is not told: %r", error)
                self._tell(ClubState(self._table, False, BusState.NO_RELAY, unexpected(error)))
            self._bell.wait(telling.wait_s() if telling is not None else None)
            self._bell.clear()
        if telling is not None:
            telling.leave()

    def _tell(self, state: ClubState) -> None:
        if state != self._state:
            self._state = state
            self._wake_loop()


class Telling:
    """What one table tells as long as its owner wants that.

    Of two tables called alike the one that has told longer goes on; the other one tells nothing
    until that one has left.
    """

    def __init__(self, opener: Opener, club: ClubConfig, table: str) -> None:
        self._prefix, self._table, self._discovery = club.topic, table, club.discovery
        self._own = (tree.now_s(), secrets.token_hex(8))
        self._number = 0
        self._is_telling = self._is_taken = False
        self._asked_at_s: float | None = None
        self._pairing: bytes = b""
        self._seen: Seen | None = None
        self._told: Json | None = None
        self._board = ""
        self._opener = opener
        self._bus = self._open()

    def _topic(self, what: str) -> str:
        return tree.topic_of(self._prefix, self._table, what)

    def _open(self) -> Bus:
        topics = [self._topic(what) for what in (PRESENCE, OWNER, CLAIM, SEATING)]
        return self._opener(topics, BusMessage(self._topic(PRESENCE), OFFLINE, True))

    def state(self) -> ClubState:
        """Return how it stands."""
        standing = self._bus.standing()
        trouble, reason = "", standing.reason
        if standing.state not in (BusState.CONNECTED, BusState.CONNECTING):
            trouble = standing.state.value
        elif self._is_taken:
            trouble, reason = NAME_TAKEN, self._table
        try:
            seating = tree.read_seating(self._pairing) if self._pairing else None
        except ValueError:
            seating = None
        is_told = self._is_telling and not trouble
        return ClubState(self._table, is_told, trouble, reason, seating)

    def wait_s(self) -> float | None:
        """Return when to go on though nothing has come."""
        return CLAIM_S if not self._is_telling else None

    def go_on(self, seen: Seen | None) -> None:
        """Take what has come, and tell what is *seen* now, where that is new."""
        is_connected = self._bus.standing().state is BusState.CONNECTED
        for message in self._bus.messages():
            self._take(message)
        if seen is not None:
            self._seen = seen
        if self._is_telling:
            if seen is not None:
                self._tell_state(seen)
        elif not is_connected:
            self._asked_at_s, self._is_taken = None, False
        elif self._asked_at_s is None or self._now() - self._asked_at_s > AGAIN_S:
            self._asked_at_s, self._is_taken = self._now(), False
            self._bus.publish(BusMessage(self._topic(CLAIM), self._owner()))
        elif not self._is_taken and self._now() - self._asked_at_s >= CLAIM_S:
            self._begin()

    def _now(self) -> float:
        return time.monotonic()

    def _owner(self) -> bytes:
        language = self._seen.language if self._seen is not None else ""
        return tree.packed(tree.owner_data(self._own[1], self._own[0], language, version()))

    def _begin(self) -> None:
        self._own = (tree.now_s(), self._own[1])
        self._is_telling, self._told, self._board = True, None, ""
        self._tell_all()

    def _tell_all(self) -> None:
        """Tell everything, in an order in which each part is understood."""
        self._publish(OWNER, self._owner())
        if self._discovery:
            config = tree.discovery_of(self._prefix, self._table, version())
            topic = tree.discovery_topic(self._discovery, self._table)
            self._bus.publish(BusMessage(topic, tree.packed(config), True))
        self._board = ""
        if self._seen is not None:
            self._tell_state(self._seen)
        self._publish(PRESENCE, ONLINE)

    def _tell_state(self, seen: Seen) -> None:
        state = tree.state_of(seen)
        if seen.board is not None and state["board"] not in ("", self._board):
            self._board = state["board"]
            self._publish(BOARD, seen.board.text.encode("utf-8"))
        event = tree.event_of(self._told, state)
        self._told, self._number = state, self._number + 1
        told = {"v": tree.VERSION, "id": self._own[1], "number": self._number, "at": tree.now_s()}
        self._publish(STATE, tree.packed({**told, **state}))
        if event is not None:
            self._bus.publish(BusMessage(self._topic(EVENT), tree.packed(event)))

    def _publish(self, what: str, payload: bytes) -> None:
        self._bus.publish(BusMessage(self._topic(what), payload, True))

    def _take(self, message: BusMessage) -> None:
        what = message.topic.rpartition("/")[2]
        if what == PRESENCE:
            self._take_presence(message.payload)
        elif what == SEATING:
            self._pairing = message.payload
        elif not message.retain:
            # What is retained may be the word of a table that has gone since.
            try:
                other = tree.read_owner(message.payload)
            except ValueError:
                return
            if other[1] != self._own[1]:
                self._meet(other, is_claim=what == CLAIM)

    def _take_presence(self, payload: bytes) -> None:
        if self._is_telling and payload != ONLINE:
            # The last word of a table that was called so.
            self._publish(PRESENCE, ONLINE)
        elif self._is_taken and payload != ONLINE:
            self._asked_at_s = None

    def _meet(self, other: tuple[float, str], *, is_claim: bool) -> None:
        """Go on where the *other* table called so began later; else be silent."""
        if not self._is_telling:
            self._is_taken |= not is_claim
        elif is_claim:
            self._publish(OWNER, self._owner())
        elif self._own < other:
            self._tell_all()
        else:
            self._is_telling, self._is_taken, self._asked_at_s = False, True, self._now()
            # Closed without a last will: that would be the other table's.
            self._bus.close()
            self._bus = self._open()

    def forget(self) -> None:
        """Tell no more, and leave nothing behind at the broker."""
        if self._is_telling:
            if self._discovery:
                topic = tree.discovery_topic(self._discovery, self._table)
                self._bus.publish(BusMessage(topic, b"", True))
            for what in reversed(KEPT):
                self._publish(what, b"")
        self._bus.close()

    def leave(self) -> None:
        """Tell no more as the program ends: the table is away, what it told stays."""
        if self._is_telling:
            self._publish(PRESENCE, OFFLINE)
        self._bus.close()
