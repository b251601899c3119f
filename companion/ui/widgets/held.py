"""What buttons mean that stay down: a long press, Next that walks on, Back that switches off."""

from __future__ import annotations

from collections.abc import Mapping

from companion.ports import WITH_LONG_PRESS, ButtonName

SPENT_S = float("inf")
"""Since when a button is held whose long press was taken."""

NEXT_REPEATS_AFTER_S = 1.0
NEXT_REPEATS_S = 0.12
"""Next that stays down walks on by itself: a touch may allow 81 squares."""


STUCK_S = 30.0
"""Nobody holds a button for so long: it is stuck."""


class HeldButtons:
    """The buttons that are down: those beside the board or their keys, and one under a finger.

    Presses of the buttons beside the board come from their device; those under a
    finger are made here.

    Attributes:
        beside: the buttons beside the board that are held.
        stuck: those that were found down, or are for longer than anybody holds one.
    """

    def __init__(self) -> None:
        self.beside: frozenset[ButtonName] = frozenset()
        self.stuck: frozenset[ButtonName] = frozenset()
        self._finger: tuple[ButtonName, float] | None = None
        self._back_down_s: float | None = None
        self._next_due_s: float | None = None

    @property
    def under_finger(self) -> ButtonName | None:
        """Return the button of the screen under a finger, or None."""
        return self._finger[0] if self._finger else None

    @property
    def all(self) -> frozenset[ButtonName]:
        """Return every button that is down."""
        return self.beside | ({self._finger[0]} if self._finger else frozenset())

    def not_stuck(
        self, since_s: Mapping[ButtonName, float], now_s: float
    ) -> frozenset[ButtonName]:
        """Return the buttons beside the board that are down, except those that seem stuck."""
        stuck = (button for button, at_s in since_s.items() if now_s - at_s >= STUCK_S)
        self.stuck = frozenset(stuck)
        return frozenset(since_s) - self.stuck

    def hold_beside(self, buttons: frozenset[ButtonName], now_s: float) -> bool:
        """Note which buttons beside the board are held; return whether Back has just gone down."""
        self.beside = buttons
        if ButtonName.BACK not in buttons:
            self._back_down_s = None
            return False
        if self._back_down_s is not None:
            return False
        self._back_down_s = now_s
        return True

    def is_back_held(self, for_s: float, now_s: float) -> bool:
        """Return, once, that Back beside the board has been down *for_s* seconds."""
        if self._back_down_s is None or now_s - self._back_down_s < for_s:
            return False
        self._back_down_s = SPENT_S
        return True

    def put_finger(self, button: ButtonName, at_s: float) -> bool:
        """Put a finger on *button*; return whether that presses it already."""
        self._finger = (button, at_s)
        return button not in WITH_LONG_PRESS

    def lift_finger(self) -> tuple[ButtonName | None, bool]:
        """Return the button that the finger leaves, and whether letting go presses it."""
        finger, self._finger = self._finger, None
        if finger is None:
            return None, False
        button, since_s = finger
        return button, button in WITH_LONG_PRESS and since_s != SPENT_S

    def forget_finger(self) -> None:
        """Ignore the finger that is down until it goes up."""
        self._finger = None

    def long_press(self, after_s: float, now_s: float) -> ButtonName | None:
        """Return, once, the button that a finger has held for *after_s* seconds."""
        if self._finger is None:
            return None
        button, since_s = self._finger
        if button not in WITH_LONG_PRESS or now_s - since_s < after_s:
            return None
        # It stays held: a hidden hand shows as long as the finger is there.
        self._finger = (button, SPENT_S)
        return button

    def is_next_repeated(self, now_s: float) -> bool:
        """Return whether Next, held for long, is to be pressed once more."""
        if ButtonName.NEXT not in self.all:
            self._next_due_s = None
        elif self._next_due_s is None:
            self._next_due_s = now_s + NEXT_REPEATS_AFTER_S
        elif now_s >= self._next_due_s:
            self._next_due_s = now_s + NEXT_REPEATS_S
            return True
        return False
