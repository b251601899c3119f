"""Holds the scenes, routes input to the one in front, and draws it.

While nobody is at the table it dims and shows games, or goes dark; the scene in front stays what
it is.

Input, then update, then draw: drawing changes nothing, and happens only after
something changed.  Time comes in as an argument; nothing here reads a clock,
except to tell when a picture was shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from companion.config.values import Config
from companion.ports import WITH_LONG_PRESS, ButtonName, Matrix, Press, Previous
from companion.storage.library import sample_names, sample_path
from companion.storage.playback import Course, Playback
from companion.ui import destinations as to
from companion.ui.board.motion import Motion, halves_of, legs_of
from companion.ui.board.pictures import playback_picture, sizes_in_play
from companion.ui.context import Services, UiContext
from companion.ui.destinations import Destination
from companion.ui.lamp_show import LampShow
from companion.ui.scene import Scene
from companion.ui.view import Labels, Screen, View
from companion.ui.widgets.background import Background, OnProgress
from companion.ui.widgets.button_row import draw_buttons, draw_menu_button
from companion.ui.widgets.events import (
    Event,
    PointerDown,
    PointerMove,
    PointerUp,
    Resized,
    SoundDevice,
    TextInput,
    Wheel,
    WindowClosed,
    WindowKey,
)
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Pen, Status
from companion.words import buttons
from companion.words.game_words import game_title
from companion.words.screens import TOUCH_TO_GO_ON
from companion.words.table import (
    BUTTONS_MISSING,
    CLUB_FAULT,
    LAMPS_DO_NOT_FIT,
    LINK,
    LINK_FINE,
    NOT_SAVED,
    OTHER_TABLE,
    PHONES_FAULT,
    SAVING,
    SENSORS_DO_NOT_FIT,
    STUCK,
    TOO_SMALL,
)
from companion.words.voice import NO_VOICE

if TYPE_CHECKING:
    from companion.remote.phone_seats import SeatAct

IDLE_S: Final = 300.0
"""After so long with nobody at the table the screen does not show its scene any more."""

MOVE_S: Final = 3.0
"""How long each position of a sample game is shown."""

END_S: Final = 8.0
"""How long the last one is, before the next game begins."""

DIMMED: Final = 0.5
"""How much of its light is left to what is shown meanwhile, on screen and lamps."""


class Darkness:
    """What stands before the scene while nobody is there: by itself neither screen nor lamps."""

    def show(self) -> View:
        """Return what the lamps show: nothing."""
        return View(key=id(self))

    def is_waiting(self) -> bool:
        """Return whether `update` has to look for something in every turn."""
        return False

    def update(self, now_s: float) -> bool:
        """Let time pass; return whether anything on screen changes."""
        return False

    def draw(self, pen: Pen) -> None:
        """Draw all of the screen: leave it black."""
        pen.surface.fill((0, 0, 0))


class SampleShow(Darkness):
    """The sample games one after the other, from number *first* on, move by move, dimmed."""

    def __init__(self, stage: UiContext, first: int) -> None:
        self._stage = stage
        self._number = first
        self._playback: Playback | None = None
        self._opening: Background[Course] | None = None
        self._motion: Motion | None = None
        self._due_s = 0.0

    def show(self) -> View:
        """Return the position that is shown, its last move gliding; none before it is read."""
        if self._playback is None:
            return super().show()
        picture = playback_picture(self._playback)
        if self._motion is not None:
            picture = self._motion.shown_on(picture, self._stage.now_s)
        return View(key=id(self), board=self._playback.position.board, picture=picture)

    def is_waiting(self) -> bool:
        """Return whether a game is being read, or a piece glides."""
        return self._opening is not None or self._motion is not None

    def update(self, now_s: float) -> bool:
        """Make the next move, or open the next game, when it is time to."""
        if self._opening is not None:
            return self._opened(self._opening, now_s)
        if self._motion is not None:
            self._motion = None if self._motion.is_over(now_s) else self._motion
            return True
        playback = self._playback
        if playback is not None and now_s < self._due_s:
            return False
        if playback is None or playback.is_at_end:
            self._open_next()
            return False
        self._step(playback, now_s)
        return True

    def _open_next(self) -> None:
        names = sample_names()
        path = sample_path(names[self._number % len(names)])
        self._number += 1
        self._opening = Background("idle-sample", lambda tell: self._read(path, tell))

    def _read(self, path: Path, tell: OnProgress) -> Course:
        return self._stage.services.library.course(
            path, is_lenient=True, is_hiding=False, watch=lambda ply: tell(ply, 0)
        )

    def _opened(self, opening: Background[Course], now_s: float) -> bool:
        opening.look()
        if not opening.is_over:
            return False
        self._opening = None
        # One that cannot be read leaves its time to the one before.
        self._playback = Playback(opening.made) if opening.made is not None else self._playback
        self._due_s = now_s + MOVE_S
        return True

    def _step(self, playback: Playback, now_s: float) -> None:
        before, move = playback.position, playback.course.moves[playback.ply]
        playback.forward()
        self._due_s = now_s + (END_S if playback.is_at_end else MOVE_S)
        if self._stage.config.screen.animation:
            legs = legs_of(halves_of(before.half_move(move)))
            self._motion = Motion(legs, now_s) if legs else None

    def draw(self, pen: Pen) -> None:
        """Draw the board as large as it fits, the game under it, all dimmed."""
        layout = pen.layout
        if self._playback is not None:
            text_h = layout.row_px(34, 17)
            room = Box(0, 0, layout.width, layout.height - text_h).inset(layout.px(12))
            position, sizes = (
                self._playback.position,
                sizes_in_play(self._playback.positions[0]),
            )
            painter = self._stage.painter(position.board, room, has_names=False, sizes=sizes)
            painter.paint(pen.surface, self.show().picture)
            y = layout.height - text_h // 2
            caption = f"{game_title(self._playback.game.name)} · {TOUCH_TO_GO_ON()}"
            middle, width = (layout.width // 2, y), layout.width * 0.94
            pen.text(caption, middle, 17, "text", width, anchor="center")
        part = round(255 * DIMMED)
        pen.surface.fill((part, part, part), special_flags=pygame.BLEND_RGB_MULT)


class Idle:
    """Notices that nobody is at the table, and that somebody is again.

    What wakes the screen does nothing else: it is swallowed until everything is let go.

    Attributes:
        show: what stands before the scene, or None while somebody is there.
    """

    def __init__(self, stage: UiContext) -> None:
        self.show: Darkness | None = None
        self._stage = stage
        self._active_at_s: float | None = None
        self._is_waking = self._has_finger = self._was_touched = False
        self._shown = 0

    @property
    def is_swallowing(self) -> bool:
        """Return whether input is only there to wake the screen."""
        return self.show is not None or self._is_waking

    def note(self, now_s: float) -> bool:
        """Note that somebody is there; return whether that wakes the screen."""
        self._active_at_s = now_s
        if self.show is None:
            return False
        self.show, self._is_waking, self._was_touched = None, True, False
        return True

    def touch(self, is_down: bool) -> bool:
        """Return whether a finger that goes down or up only wakes the screen."""
        if is_down and self._was_touched:
            # The touch that woke the screen is over, and so is it where its end was lost.
            self._is_waking = False
        swallowed = self._is_waking
        self._was_touched = self._was_touched or swallowed
        self._has_finger = is_down and swallowed
        return swallowed

    def let_go(self) -> None:
        """Note that no button is down: with no finger down either, the screen is awake."""
        if not self._has_finger:
            self._is_waking = False

    def falls_idle(self, now_s: float, may_rest: bool) -> bool:
        """Return whether nobody has been there for so long, and show what is set for that."""
        since_s = self._active_at_s
        if since_s is None or not may_rest or now_s < since_s:
            self._active_at_s = now_s
            return False
        if self.show is not None or now_s - since_s < IDLE_S:
            return False
        self.show = self._opened(self._stage.config)
        return self.show is not None

    def _opened(self, config: Config) -> Darkness | None:
        if config.screen.idle == "stay":
            return None
        if config.screen.idle == "dark":
            return Darkness()
        self._shown += 1
        # Another game each time, and not always the first at all tables.
        return SampleShow(self._stage, round(self._stage.now_s) + self._shown)


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


SAVING_S = 0.3
"""What is written for so long is told; it may be anything, a setting or a record."""

STATUS_S = 0.2
"""How often the devices are asked how they are."""


class Stage(UiContext):
    """The screen: a stack of scenes over the services they share.

    Attributes:
        load_screens: loads all scenes, and returns what shows that of a destination.
    """

    def __init__(
        self,
        services: Services,
        size: tuple[int, int],
        load_screens: Callable[[], Callable[[Stage, Destination], None]],
    ) -> None:
        super().__init__(services, size)
        self.load_screens = load_screens
        self._scenes: list[Scene] = []
        self._shown: tuple[object, float] = (None, 0.0)
        self._is_acted = False
        self._pressed: ButtonName | None = None
        self._held = HeldButtons()
        self._before_back: list[Scene] = []
        self._status: tuple[Status, ...] = ()
        self._status_at_s = float("-inf")
        self._idle = Idle(self)
        self._view: View | None = None
        self._matrix: Matrix | None = None

    @property
    def view(self) -> View:
        """Return what screen and lamps show: the scene in front, unless nobody is there."""
        if self._view is None:
            self._view = (self._idle.show or self.scene).show()
        return self._view

    def redraw(self) -> None:
        super().redraw()
        self._view = None

    @property
    def scene(self) -> Scene:
        """Return the scene in front."""
        return self._scenes[-1]

    @property
    def is_idle(self) -> bool:
        """Return whether something else is shown because nobody is there."""
        return self._idle.show is not None

    @property
    def game_scene(self) -> Scene | None:
        """Return the scene that shows a match, also behind others and while nobody is there."""
        return next((each for each in reversed(self._scenes) if each.table is not None), None)

    def behind(self, scene: Screen) -> Scene | None:
        at = next(number for number, other in enumerate(self._scenes) if other is scene)
        return self._scenes[at - 1] if at else None

    def go(self, there: Destination) -> None:
        self.load_screens()(self, there)

    def replace(self, scene: Scene) -> None:
        """Show *scene* instead of all others."""
        self._scenes = [scene]
        self.renew()

    def push(self, scene: Screen) -> None:
        assert isinstance(scene, Scene), "nothing else stands on a stage"
        self._scenes.append(scene)
        self.renew()

    def pop(self) -> None:
        self._scenes.pop()
        self.renew()

    def is_in_front(self, scene: Screen) -> bool:
        return self.scene is scene

    def renew(self) -> None:
        self._held.forget_finger()
        self.scene.lay_out()
        self.scene.enter()
        self.redraw()

    # Input

    def handle(self, event: Event) -> None:
        """Take one event, at once and completely; what only wakes the screen goes no further."""
        if not isinstance(event, Resized | SoundDevice | WindowClosed) and self._only_wakes(event):
            return
        match event:
            case Press():
                self._press(event)
            case Previous():
                self.scene.on(event)
            case PointerDown():
                self._pointer_down(event)
            case PointerMove(x, y):
                for target in self.view.targets:
                    target.move(x, y)
            case PointerUp(x, y, at_s):
                self._pointer_up(x, y, at_s)
            case Wheel(notches):
                for target in self.view.targets:
                    target.wheel(notches)
            case TextInput(text):
                self.scene.type_text(text)
            case Resized(width, height):
                self.resize((width, height))
            case WindowKey(option):
                if option in self.services.window_options:
                    self.change(self.config.following(option))
                    # What was under a finger is elsewhere, and the settings tell it.
                    self.renew()
            case SoundDevice(is_lost):
                self.sounds.device_changed(is_lost=is_lost)
            case WindowClosed():
                self.is_closing = True
        self._is_acted = True
        self.redraw()

    def _only_wakes(self, event: Event) -> bool:
        """Take it that somebody is there; return whether *event* does nothing but wake."""
        self.lamps.stir(self.now_s)
        if self._idle.note(self.now_s):
            self._wake()
        if isinstance(event, PointerDown | PointerUp):
            return self._idle.touch(isinstance(event, PointerDown))
        return self._idle.is_swallowing

    def _wake(self) -> None:
        """Show the scene again as it was."""
        self.lamps = LampShow(self.config)
        # What a press would confirm has not been on screen meanwhile.
        self._shown = (None, 0.0)
        self.redraw()

    def _press(self, press: Press) -> None:
        """Hand a press to the scene, or what it means to who does not look at the screen."""
        is_long = press.is_long and self.narrator.says_everything
        if is_long and press.button is ButtonName.BACK:
            self.narrator.repeat()
            return
        is_reading = is_long and press.button is ButtonName.HINT and not self.view.keeps_hint
        table = self.scene.table
        if is_reading and table is not None:
            self.go(to.ReadPosition(self.scene, table.match))
        else:
            # What holding Hint keeps showing was told when it went down.
            self._pressed = None if press.is_long and self.view.keeps_hint else press.button
            self.scene.on(press)

    def resize(self, size: tuple[int, int]) -> None:
        self.layout = self.laid_out(size)
        self._painters.clear()
        for scene in self._scenes:
            scene.lay_out()
        self.redraw()

    def hold(self, since_s: Mapping[ButtonName, float]) -> None:
        """Take since when buttons beside the board, or their keys, are down."""
        held = self._held.not_stuck(since_s, self.now_s)
        if held and self._idle.note(self.now_s):
            self._wake()
        if not held:
            self._idle.let_go()
        if self._idle.is_swallowing:
            return
        if self._held.hold_beside(held, self.now_s):
            self._before_back = list(self._scenes)

    def takes_hold_for_off(self) -> bool:
        """Return, once, that Back beside the board has been held to switch off.

        What its long press opened meanwhile is closed again.  A finger on the screen
        does not count: a palm may rest there.
        """
        after_s = self.config.buttons.switch_off_ms / 1000
        if not after_s or not self._held.is_back_held(after_s, self.now_s):
            return False
        before = self._before_back
        if before and self._scenes[: len(before)] == before:
            self._scenes = before
        return True

    @property
    def held(self) -> frozenset[ButtonName]:
        return self._held.all

    def is_stale(self, press: Press) -> bool:
        stamp, shown_at_s = self._shown
        return stamp != self._stamp() or press.at_s < shown_at_s

    def _stamp(self) -> object:
        return (self.view.key, self.view.stamp)

    def _pointer_down(self, event: PointerDown) -> None:
        x, y, at_s, view = event.x, event.y, event.at_s, self.view
        takes_all = view.takes_all
        button = None if takes_all else self._button_at(x, y)
        if button is not None:
            if self._held.put_finger(button, at_s):
                self._press(Press(button, False, at_s))
        elif not takes_all and view.has_menu and self.layout.menu.holds(x, y):
            self.scene.on(Press(ButtonName.BACK, True, at_s))
        else:
            for target in view.targets:
                if target.down(x, y):
                    return

    def _pointer_up(self, x: float, y: float, at_s: float) -> None:
        button, is_press = self._held.lift_finger()
        if button is None:
            for target in self.view.targets:
                target.up(x, y)
        elif is_press and self._button_at(x, y) is button:
            self._press(Press(button, False, at_s))

    def _button_at(self, x: float, y: float) -> ButtonName | None:
        boxes = zip(ButtonName, self.layout.buttons, strict=True)
        return next((name for name, box in boxes if box.holds(x, y)), None)

    # Update and draw

    def update(self, now_s: float) -> None:
        """Let time pass: held buttons, motions, and what the devices report."""
        self.now_s = now_s
        # Whoever has a clock in its last seconds says so in each update.
        self.lamps.is_hurried = False
        self._follow_other_table(now_s)
        seats = self.services.phone_seats
        if seats is not None and seats.update(now_s, self._take_act):
            self.redraw()
        self._follow_idle(now_s)
        if self._idle.show is not None:
            if self._idle.show.update(now_s):
                self.redraw()
            return
        button = self._held.long_press(self.config.buttons.long_press_ms / 1000, now_s)
        if button is not None:
            self._press(Press(button, True, now_s))
            self._is_acted = True
            self.redraw()
        if self._held.is_next_repeated(now_s):
            self.scene.on(Press(ButtonName.NEXT, False, now_s))
            self.redraw()
        self.sensing.update(self.view.board, now_s)
        if self.services.tables.update(now_s):
            self.redraw()
        self.scene.update(now_s)
        if self.services.compiling is not None and self.services.compiling.update(now_s):
            self.redraw()
        if now_s - self._status_at_s >= STATUS_S or now_s < self._status_at_s:
            self._status_at_s = now_s
            self.services.library.settle(now_s)
            status = self.status()
            if status != self._status:
                self._status = status
                self.redraw()
        if self.is_dirty and not self.view.is_brief:
            self.narrator.follow(self.view, by_player=self._is_acted, pressed=self._pressed)
            self._is_acted, self._pressed = False, None

    def _follow_other_table(self, now_s: float) -> None:
        """Take what another table has said, and ask what it wants; its move wakes the screen."""
        other = self.services.other_table
        if other is None:
            return
        if other.update(now_s):
            self.redraw()
            if other.concerns.wants_somebody() and self._idle.note(now_s):
                self._wake()
        if (
            self._idle.show is None
            and self.scene.hears_other_table
            and other.concerns.has_question()
        ):
            self.go(to.AboutOtherTable())

    def _take_act(self, act: SeatAct) -> bool:
        """Have the scene in front do what a phone asks for, which wakes the screen."""
        if self._idle.note(self.now_s):
            self._wake()
        phone = self.scene.phone
        return phone is not None and phone.take(act)

    def _follow_idle(self, now_s: float) -> None:
        """Notice a piece that is lifted, and that nobody has been there for long."""
        sensors = self.services.sensors
        matrix = sensors.matrix() if sensors is not None else None
        if matrix is not self._matrix:
            self._matrix = matrix
            if self._idle.note(now_s):
                self._wake()
        if self._idle.falls_idle(now_s, self._may_rest()):
            leds = self.config.leds
            dimmed = replace(leds, brightness=round(leds.brightness * DIMMED))
            self.lamps = LampShow(replace(self.config, leds=dimmed))
            self.redraw()

    def _may_rest(self) -> bool:
        """Return whether the scene only waits for somebody who may be gone."""
        if self._idle.show is not None:
            return True
        view = self.view
        has_task = self.scene.wants_text or view.single_lamp is not None or view.takes_all
        # Who doesn't look would not know that the first press only wakes it.
        return not (has_task or self.narrator.says_everything or self.is_busy())

    def is_busy(self) -> bool:
        """Return whether something goes on that `update` has to look for in every turn."""
        if self._idle.show is not None:
            return self._idle.show.is_waiting()
        asks = self.services.engine.is_busy or self.services.library.waits_s() > 0
        return asks or bool(self.held) or self.scene.is_waiting()

    def status(self) -> tuple[Status, ...]:
        """Return how the devices are, for the right of the banner, trouble first."""
        parts = [self._led_status()]
        if self.sensing.problem:
            parts.insert(0, Status(SENSORS_DO_NOT_FIT(), is_trouble=True))
        if self.narrator.has_problem():
            parts.insert(0, Status(NO_VOICE()))
        if self.services.buttons.problem():
            parts.insert(0, Status(BUTTONS_MISSING()))
        other = self.services.other_table
        if other is not None and (trouble := other.concerns.trouble()):
            parts.insert(0, Status(OTHER_TABLE[trouble](), is_trouble=True))
        if self._held.stuck:
            names = (buttons.button_title(name) for name in ButtonName if name in self._held.stuck)
            parts.insert(0, Status(STUCK(buttons=", ".join(names)), is_trouble=True))
        if self.services.library.saving_problem():
            parts.insert(0, Status(NOT_SAVED(), is_trouble=True))
        phones = self.services.phones
        if phones is not None and phones.state().fault is not None:
            parts.insert(0, Status(PHONES_FAULT(), is_trouble=True))
        club = self.services.club
        if club is not None and club.state().trouble:
            parts.insert(0, Status(CLUB_FAULT(), is_trouble=True))
        if self.services.library.waits_s() > SAVING_S:
            parts.insert(0, Status(SAVING()))
        time = self.services.wall_text()
        return (*parts, Status(time)) if time else tuple(parts)

    def _led_status(self) -> Status:
        if self.lamps.problem:
            return Status(LAMPS_DO_NOT_FIT(), is_trouble=True)
        link = self.services.leds.state()
        return Status(LINK[link](), link not in LINK_FINE)

    def show_lamps(self) -> bool:
        """Send the lamps what the scene shows; return whether that changed."""
        frame = self.lamps.changed_frame(self.view, self.now_s)
        if frame is not None:
            self.services.leds.show(frame)
        return frame is not None

    def draw(self, surface: pygame.Surface, now_s: float) -> None:
        """Draw everything; *now_s* is when it will be seen."""
        is_across = self._idle.show is None and self.view.is_across
        pen = Pen(surface, self.fonts, self.theme, self.layout, is_across)
        pen.clear()
        if self.layout.is_too_small:
            whole = Box(0, 0, self.layout.width, self.layout.height)
            pen.paragraph(TOO_SMALL(), whole.inset(4), 17)
        elif self._idle.show is not None:
            self._idle.show.draw(pen)
            self.is_dirty = False
            return
        else:
            self._draw_scene(pen)
        self.is_dirty = False
        stamp = self._stamp()
        if stamp != self._shown[0]:
            self._shown = (stamp, now_s)

    def labels(self) -> Labels:
        """Return what the four buttons do, with what holding Back does where there is a menu."""
        back, following, hint, confirm = labels = self.view.labels
        # With everything spoken, holding Back says the last sentence again.
        is_told = back.held or self.narrator.says_everything
        if is_told or not self.view.has_menu:
            return labels
        return (back._replace(held=buttons.HOLD_MENU()), following, hint, confirm)

    def _draw_scene(self, pen: Pen) -> None:
        """Draw the scene, and banner and buttons around it."""
        view = self.view
        for draw in view.panels:
            draw(pen, view)
        pen.banner(view.banner._replace(status=self.status()))
        if not view.takes_all:
            draw_buttons(pen, self.labels(), self._held.under_finger)
        if view.has_menu:
            draw_menu_button(pen, self.layout.menu)
