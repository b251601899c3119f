"""One press out of many bounces: a pure function of levels and times; knows no pin or clock.

A contact bounces for up to 20 ms when it closes and when it opens.  A line
beside lamps and motors also catches spikes of microseconds.  Edges may come
late, and some never come.
"""

from __future__ import annotations

from companion.ports import ButtonName, Press

CONFIRM_S = 0.005
"""A contact that stays closed this long between two edges is pressed; a spike is shorter."""

SETTLE_S = 0.025
"""A contact that stays open this long is released; bounces, up to 20 ms, are shorter."""


class Debouncer:
    """Turns edges and level samples of one button into presses, one for each press.

    A button without a long press reports on the way down: at the first sample
    that finds it down, or at the next edge if it went up again in between.
    One with a long press reports the long press when the time is reached, and
    the short one on release.

    Give it the edges in their order, and after them a sample of the level, at
    every turn of the main loop: the samples heal edges that were lost.  Times
    that go back are taken as the latest time known.

    Args:
        button: what the reported presses say.
        long_press_s: how long to hold for a long press, or None where the button has none.
        is_down: the level at the start; a button that is down then must first be released,
            so that a stuck or wrongly wired button confirms nothing.
    """

    def __init__(
        self, button: ButtonName, long_press_s: float | None = None, is_down: bool = False
    ) -> None:
        self._button = button
        self._long_press_s = long_press_s
        self._now_s = float("-inf")
        self._is_down = is_down
        self._since_s = float("-inf")
        self._down_at_s: float | None = self._now_s if is_down else None
        self._is_held = is_down
        self._is_reported = is_down

    @property
    def held_since_s(self) -> float | None:
        """Return since when the button has been down, minus infinity from the start, or None."""
        return self._down_at_s if self._is_held else None

    @property
    def is_at_rest(self) -> bool:
        """Return whether the button is up and nothing is left to be concluded from that."""
        return not (self._is_down or self._is_held) and self._down_at_s is None

    def edge(self, is_down: bool, at_s: float) -> list[Press]:
        """Return the presses that become known by the contact changing to *is_down*."""
        at_s = self._advance(at_s)
        presses = self._settle(at_s)
        self._take_level(is_down, at_s)
        return presses

    def sample(self, is_down: bool, now_s: float) -> list[Press]:
        """Return the presses that become known by the contact being *is_down* at *now_s*."""
        now_s = self._advance(now_s)
        if is_down and not self._is_down and self._is_held:
            # The edge that brought it down was lost, so the one before proves no release.
            self._take_level(is_down, now_s)
        presses = self._settle(now_s)
        self._take_level(is_down, now_s)
        if is_down:
            presses += self._hold()
        return presses + self._report_long(now_s)

    def _advance(self, at_s: float) -> float:
        self._now_s = max(self._now_s, at_s)
        return self._now_s

    def _settle(self, now_s: float) -> list[Press]:
        """Draw the conclusions from the level having stayed as it is until *now_s*."""
        lasted_s = now_s - self._since_s
        if self._is_down:
            presses = self._hold() if lasted_s >= CONFIRM_S else []
            return presses + self._report_long(now_s)
        return self._release() if lasted_s >= SETTLE_S else []

    def _take_level(self, is_down: bool, at_s: float) -> None:
        if is_down == self._is_down:
            return
        self._is_down = is_down
        self._since_s = at_s
        if is_down and self._down_at_s is None:
            self._down_at_s = at_s

    def _hold(self) -> list[Press]:
        self._is_held = True
        return self._report(is_long=False) if self._long_press_s is None else []

    def _report_long(self, now_s: float) -> list[Press]:
        if self._long_press_s is None or not (self._is_held and self._is_down):
            return []
        assert self._down_at_s is not None
        if now_s - self._down_at_s < self._long_press_s:
            return []
        return self._report(is_long=True)

    def _release(self) -> list[Press]:
        """End the press, or forget the spike, that the contact has settled after."""
        presses = self._report(is_long=False) if self._is_held else []
        self._is_held = self._is_reported = False
        self._down_at_s = None
        return presses

    def _report(self, is_long: bool) -> list[Press]:
        if self._is_reported:
            return []
        assert self._down_at_s is not None
        self._is_reported = True
        return [Press(self._button, is_long, self._down_at_s)]
