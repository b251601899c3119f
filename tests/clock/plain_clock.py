"""A clock as a mechanic would build it: a millisecond at a time, nothing calculated."""

from companion.clock import ClockKind


class PlainClock:
    """Counts down for one side after the other, a tick for each millisecond."""

    def __init__(self, setting):
        self.setting = setting
        self.main = [self._at_first(control) for control in setting]
        self.periods = [control.periods for control in setting]
        self.fallen = [False, False]

    def _at_first(self, control):
        if control.kind is ClockKind.MOVE:
            return control.extra_ms
        if control.kind in (ClockKind.FISCHER, ClockKind.BRONSTEIN):
            return control.main_ms + control.extra_ms
        return control.main_ms

    def turn(self, side, used_ms):
        """Let *side* think for so long and press its lever."""
        control = self.setting[side]
        kind, extra = control.kind, control.extra_ms
        self.wait, self.period, self.spent = extra, extra, 0
        self.look(side)
        for _ in range(used_ms):
            if not self.fallen[side]:
                self.tick(side, kind, extra)
                self.look(side)
        if self.fallen[side]:
            self.main[side] = self.periods[side] = 0
        elif kind is ClockKind.FISCHER:
            self.main[side] += extra
        elif kind is ClockKind.BRONSTEIN:
            self.main[side] += min(self.spent, extra)
        elif kind is ClockKind.MOVE:
            self.main[side] = extra

    def tick(self, side, kind, extra):
        self.spent += 1
        if kind is ClockKind.DELAY and self.wait > 0:
            self.wait -= 1
            return
        if self.main[side] > 0:
            self.main[side] -= 1
            if kind is ClockKind.HOURGLASS and not self.fallen[1 - side]:
                self.main[1 - side] += 1
            return
        self.period -= 1
        if self.period == 0:
            self.periods[side] -= 1
            self.period = extra

    def look(self, side):
        """See whether the flag has fallen."""
        waits = self.setting[side].kind is ClockKind.DELAY and self.wait > 0
        if self.main[side] <= 0 and self.periods[side] <= 0 and not waits:
            self.fallen[side] = True
