"""Four targets to be touched, and what the touches tell about the touchscreen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.art.on_screen import Canvas, blit_centered
from companion.art.shapes import Disc, Ring, Stroke
from companion.config.values import Settings
from companion.ports import ButtonName, Press
from companion.ui.desk import Desk
from companion.ui.lamps.mounting import PxPoint, TouchAxes, mounting_of
from companion.ui.scene import Scene
from companion.ui.scenes.menu import Choice, MenuScene
from companion.ui.targets import TouchTarget
from companion.ui.view import NOTHING, Labels
from companion.ui.widgets.button_row import draw_buttons
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.ui.widgets.touch_fit import TouchAt, targets, verdict_on
from companion.words.scenes import touch as words

PATIENCE_S = 30.0
"""After this time without a touch the test ends: without buttons nothing else can end it."""

SETTLED_S = 2.0
"""A finger that stays anywhere this long has the right axes set, where no button is in reach."""

TARGET_RADIUS = 26


@dataclass(frozen=True)
class _ScreenTarget(TouchTarget):
    """The whole screen."""

    touch: Callable[[float, float], None]
    let_go: Callable[[], None] = lambda: None

    def down(self, x: float, y: float) -> bool:
        self.touch(x, y)
        return True

    def up(self, x: float, y: float) -> None:
        self.let_go()


class TouchTestScene(Scene):
    """One target after the other; a touch may arrive anywhere, so there is nothing else."""

    name = "touch test"

    def __init__(self, stage: Desk) -> None:
        super().__init__(stage)
        self.touches: list[TouchAt] = []
        self._until_s = stage.now_s + PATIENCE_S
        self._left_s = 0

    def takes_every_touch(self) -> bool:
        """Return True: a touch that is meant for a target may arrive on any button."""
        return True

    def targets(self) -> tuple[TouchTarget, ...]:
        return (_ScreenTarget(self.take_touch),)

    def aims(self) -> tuple[PxPoint, PxPoint, PxPoint, PxPoint]:
        """Return where the four targets are that are to be touched."""
        layout = self.stage.layout
        return targets((layout.width, layout.height), layout.banner.bottom)

    def lay_out(self) -> None:
        """Begin anew: touches before the screen changed tell nothing."""
        self.touches = []

    def banner(self) -> Banner:
        """Return which target is meant."""
        return Banner(words.ask_text(len(self.touches)))

    def note(self) -> str:
        return words.WAY_OUT(left=max(0, self._left_s))

    def labels(self) -> Labels:
        return (ButtonLabel(words.LEAVE.verb()), NOTHING, NOTHING, NOTHING)

    def press(self, press: Press) -> None:
        if press.button is ButtonName.BACK:
            self.stage.pop()

    def is_waiting(self) -> bool:
        """Return that the seconds are counted."""
        return True

    def update(self, now_s: float) -> None:
        """Count down, and leave when nobody touches anything."""
        left_s = int(self._until_s - now_s) + 1
        if left_s != self._left_s:
            self._left_s = left_s
            self.stage.redraw()
        if now_s >= self._until_s:
            self.stage.pop()

    def take_touch(self, x: float, y: float) -> None:
        """Take a touch of the present target, wherever it arrived."""
        self._until_s = self.stage.now_s + PATIENCE_S
        self.touches.append(TouchAt(self.aims()[len(self.touches)], (x, y)))
        if len(self.touches) == 4:
            self.stage.pop()
            self.stage.push(TouchVerdictScene(self.stage, self.touches))

    def draw(self, pen: Pen) -> None:
        """Draw the targets, the present one lit, and how to leave in the middle."""
        for index, place in enumerate(self.aims()):
            role = "amber" if index == len(self.touches) else "muted"
            if index >= len(self.touches):
                _draw_target(pen, place, role)
        layout = pen.layout
        w, h = round(layout.width * 0.6), layout.px(200 if layout.is_large else 90)
        box = Box((layout.width - w) // 2, (layout.height + layout.banner.bottom - h) // 2, w, h)
        pen.paragraph(f"{words.ask_text(len(self.touches))}\n{self.note()}", box, 18)


def _draw_target(pen: Pen, place: PxPoint, role: str) -> None:
    reach = pen.layout.px(TARGET_RADIUS) * 1.5
    canvas = Canvas(reach, reach, pen.layout.px(TARGET_RADIUS))
    lines = [Stroke(((-1.4, 0.0), (1.4, 0.0)), 0.08), Stroke(((0.0, -1.4), (0.0, 1.4)), 0.08)]
    canvas.draw(
        [Ring((0.0, 0.0), 0.9, 0.12), Disc((0.0, 0.0), 0.2), *lines], pen.theme.color(role)
    )
    blit_centered(pen.surface, canvas.finished(), *place)


class TouchVerdictScene(MenuScene):
    """How far off the touches were, and the settings that put it right where there are such."""

    name = "touch verdict"

    def __init__(self, stage: Desk, touches: list[TouchAt]) -> None:
        super().__init__(stage)
        self.touches = touches
        layout, mounting = stage.layout, mounting_of(stage.config.screen)
        self.verdict = verdict_on(touches, mounting, (layout.width, layout.height))
        self._held_since_s: float | None = None

    def takes_every_touch(self) -> bool:
        """Return whether touches arrive anywhere, so that no line can be touched."""
        return self.verdict.code == "axes"

    def changes(self) -> dict[str, bool]:
        """Return the keys of the configuration that have to change."""
        right, now = self.verdict.axes, mounting_of(self.stage.config.screen).axes
        if self.verdict.code != "axes":
            return {}
        return {
            f"touch_{name}": value
            for name, value in vars(right).items()
            if value != getattr(now, name)
        }

    def title(self) -> str:
        return words.VERDICTS[self.verdict.code]()

    def make_choices(self) -> list[Choice]:
        """Return what can be done now, the most sensible first."""
        verdict = words.verdict_text(self.verdict.code, self.changes())
        verdict += "\n" + words.offsets_text([touch.off_px for touch in self.touches])
        leave = Choice.of(words.LEAVE, self.stage.pop, verdict)
        again = Choice.of(words.AGAIN, self._again, verdict)
        if self.verdict.code == "fine":
            return [leave, again]
        if self.verdict.code != "axes":
            return [again, leave]
        put_right = Choice.of(words.PUT_RIGHT, self._put_right, f"{verdict}\n{words.HOLD()}")
        return [put_right, again, leave]

    def _again(self) -> None:
        self.stage.pop()
        self.stage.push(TouchTestScene(self.stage))

    def _put_right(self) -> None:
        self.stage.change(_as_settings(self.verdict.axes))
        self._again()

    def draw(self, pen: Pen) -> None:
        """Draw the list, and the four buttons also where they cannot be touched."""
        super().draw(pen)
        if self.takes_every_touch():
            draw_buttons(pen, self.labels())

    def targets(self) -> tuple[TouchTarget, ...]:
        if self.takes_every_touch():
            return (_ScreenTarget(self._hold, self._let_go),)
        return super().targets()

    def _hold(self, x: float, y: float) -> None:
        self._held_since_s = self.stage.now_s

    def _let_go(self) -> None:
        self._held_since_s = None

    def is_waiting(self) -> bool:
        return self._held_since_s is not None

    def update(self, now_s: float) -> None:
        """Set the right axes when the finger has stayed."""
        if self._held_since_s is not None and now_s - self._held_since_s >= SETTLED_S:
            self._put_right()


def _as_settings(axes: TouchAxes) -> Settings:
    return Settings(
        touch_inverted_x=axes.inverted_x,
        touch_inverted_y=axes.inverted_y,
        touch_swapped_xy=axes.swapped_xy,
    )
