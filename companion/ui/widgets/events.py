"""Turns pygame's queue into what a player did.  The only module that reads the queue.

Panels, drivers and keyboards lose releases all the time, so nothing here waits for one
without an end.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple, TypeAlias

import pygame

from companion.ports import ButtonName, Press, Previous
from companion.ui.lamps import UPRIGHT, Mounting


class PointerDown(NamedTuple):
    """A finger or the mouse went down at a place, in pixels."""

    x: float
    y: float
    at_s: float


class PointerMove(NamedTuple):
    """The finger or mouse that is down moved to a place."""

    x: float
    y: float


class PointerUp(NamedTuple):
    """The finger or mouse went up at a place, or `NOWHERE`."""

    x: float
    y: float
    at_s: float


NOWHERE: Final = (math.nan, math.nan)
"""Where a touch ends whose end nobody saw: in no box, so that it covers, and chooses nothing."""

SAME_HAND_S: Final = 0.25
"""What touches so soon after the pointer was heard of is the rest of the same hand."""

SILENT_S: Final = 30.0
"""A finger or key that has not been heard of for so long is taken for let go.

A hidden hand closes after as long by itself.
"""


class Wheel(NamedTuple):
    """The wheel turned by so many notches, positive away from the player."""

    notches: int


class TextInput(NamedTuple):
    """What was typed while the scene takes text; `ERASE` and `END` are keys of their own."""

    text: str


class Resized(NamedTuple):
    """The window has another size now."""

    width: int
    height: int


class WindowKey(NamedTuple):
    """A key for how the window is: to the next value of that option, as in the settings."""

    option: str


class WindowClosed(NamedTuple):
    """The window was closed."""


class SoundDevice(NamedTuple):
    """A sound device has come, or the one in use is lost."""

    is_lost: bool


Event: TypeAlias = (
    PointerDown
    | PointerMove
    | PointerUp
    | Wheel
    | Press
    | Previous
    | TextInput
    | Resized
    | SoundDevice
    | WindowKey
    | WindowClosed
)

KEY_PRESSES = {
    pygame.K_ESCAPE: (ButtonName.BACK, False),
    pygame.K_BACKSPACE: (ButtonName.BACK, False),
    pygame.K_m: (ButtonName.BACK, True),
    pygame.K_TAB: (ButtonName.NEXT, False),
    pygame.K_RIGHT: (ButtonName.NEXT, False),
    pygame.K_DOWN: (ButtonName.NEXT, False),
    pygame.K_h: (ButtonName.HINT, False),
    pygame.K_l: (ButtonName.HINT, True),
    pygame.K_RETURN: (ButtonName.CONFIRM, False),
    pygame.K_KP_ENTER: (ButtonName.CONFIRM, False),
    pygame.K_SPACE: (ButtonName.CONFIRM, False),
}
"""The four buttons on a keyboard; M is the long press of Back, L that of Hint."""

WHEN_LET_GO = frozenset({pygame.K_h})
"""Keys that act when they go up: held, they show a hidden hand."""

ERASE = "\b"
"""Erases the last character."""

END = "\n"
"""The text is as it should be."""

TEXT_KEYS = {pygame.K_BACKSPACE: ERASE, pygame.K_RETURN: END, pygame.K_KP_ENTER: END}

TEXT_KEY_PRESSES = {
    pygame.K_ESCAPE: (ButtonName.BACK, True),
    pygame.K_TAB: (ButtonName.NEXT, False),
}
"""What keys mean while text is typed: Escape leaves, as the long press of Back does."""

PREVIOUS_KEYS = frozenset({pygame.K_LEFT, pygame.K_UP})

WINDOW_KEYS = {pygame.K_F9: "table_panel", pygame.K_F11: "fullscreen"}
"""Those by which desktops switch a side panel and full screen; the same while text is typed."""

_FINGERS = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)
_DOWN = (pygame.FINGERDOWN, pygame.MOUSEBUTTONDOWN)
_UP = (pygame.FINGERUP, pygame.MOUSEBUTTONUP)
_POINTING = (*_FINGERS, *_DOWN, *_UP, pygame.MOUSEMOTION)


class _Pointer(NamedTuple):
    """What is down: the mouse, or a finger by the numbers of its device and its own.

    Attributes:
        heard_at_s: when it last moved.
        is_listed: SDL has it among the fingers that are down.
    """

    name: tuple[int, int] | None
    heard_at_s: float
    is_listed: bool = False

    def may_be_lost(self, other: tuple[int, int] | None, now_s: float) -> bool:
        """Return whether this one may have gone up unseen, now that *other* comes down."""
        is_other_device = self.name and other and self.name[0] != other[0]
        is_again = other == self.name
        return bool(is_again or is_other_device) or now_s - self.heard_at_s >= SAME_HAND_S


class EventReader:
    """Reads the queue; follows one pointer, so that the palm behind a finger does nothing."""

    def __init__(self) -> None:
        self._pointer: _Pointer | None = None
        self._keys: dict[int, float] = {}
        self._waiting: list[pygame.event.Event] = []
        self._mounting = UPRIGHT

    def held(self) -> dict[ButtonName, float]:
        """Return since when the buttons have been held whose keys are down."""
        keys = [(*KEY_PRESSES[key], since_s) for key, since_s in self._keys.items()]
        return {button: since_s for button, is_long, since_s in keys if not is_long}

    def has_news(self) -> bool:
        """Return whether `read` will find anything."""
        # Not by pygame's peek: without types it hands out an event that stays in the queue as
        # well, and its attributes are freed twice.
        self._waiting += pygame.event.get()
        return bool(self._waiting)

    def read(
        self,
        now_s: float,
        size: tuple[int, int],
        wants_text: bool = False,
        mounting: Mounting = UPRIGHT,
    ) -> list[Event]:
        """Return what happened since the last call, oldest first, at places of the picture.

        Args:
            now_s: the time of the main loop.
            size: of the display.
            wants_text: the keyboard types instead of standing for the four buttons.
            mounting: how the picture lies on the display.
        """
        self._mounting = mounting
        events: list[Event] = []
        waiting, self._waiting = self._waiting, []
        for raw in waiting + pygame.event.get():
            if raw.type == pygame.KEYDOWN and raw.key in WINDOW_KEYS:
                event: Event | None = WindowKey(WINDOW_KEYS[raw.key])
            elif wants_text and raw.type in (pygame.KEYDOWN, pygame.TEXTINPUT):
                event = _text_event(raw, now_s)
            elif raw.type in _POINTING:
                events += self._point(raw, now_s, size)
                continue
            else:
                event = self._translate(raw, now_s)
            if event is not None:
                events.append(event)
            if raw.type == pygame.WINDOWFOCUSLOST:
                # Another window gets to know when finger and keys are let go.
                self._keys.clear()
                events += self._let_go(now_s)
        self._keys = {
            key: since_s for key, since_s in self._keys.items() if now_s - since_s < SILENT_S
        }
        return events + (self._let_go(now_s) if self._is_lost(now_s) else [])

    def _translate(self, raw: pygame.event.Event, now_s: float) -> Event | None:
        kind = raw.type
        if kind == pygame.MOUSEWHEEL:
            return Wheel(raw.y)
        was_down = kind == pygame.KEYUP and raw.key in self._keys
        self._follow_keys(raw, now_s)
        if kind == pygame.KEYDOWN and raw.key not in WHEN_LET_GO:
            return _key_event(raw.key, raw.mod, now_s)
        if was_down and raw.key in WHEN_LET_GO:
            return _key_event(raw.key, raw.mod, now_s)
        if kind == pygame.VIDEORESIZE:
            return Resized(raw.w, raw.h)
        if kind in (pygame.AUDIODEVICEADDED, pygame.AUDIODEVICEREMOVED) and not raw.iscapture:
            return _sound_device(raw)
        return WindowClosed() if kind == pygame.QUIT else None

    def _follow_keys(self, raw: pygame.event.Event, now_s: float) -> None:
        if raw.type == pygame.KEYDOWN and raw.key in KEY_PRESSES:
            if not _is_previous(raw.key, raw.mod):
                self._keys[raw.key] = now_s
        elif raw.type == pygame.KEYUP:
            self._keys.pop(raw.key, None)

    # Mouse and fingers

    def _point(self, raw: pygame.event.Event, now_s: float, size: tuple[int, int]) -> list[Event]:
        """Return what a finger or the mouse did, the end of a touch that it proves lost first."""
        if getattr(raw, "touch", False) or getattr(raw, "button", 1) != 1:
            # What SDL makes of a touch, or another button.
            return []
        name = (getattr(raw, "touch_id", 0), raw.finger_id) if raw.type in _FINGERS else None
        held, place = self._pointer, self._place(raw, size)
        if raw.type in _DOWN:
            if held is not None and not held.may_be_lost(name, now_s):
                return []
            lost = self._let_go(now_s)
            self._pointer = _Pointer(name, now_s, _is_listed(name))
            return [*lost, PointerDown(*place, now_s)]
        if held is None or held.name != name:
            return []
        if raw.type in _UP:
            self._pointer = None
            return [PointerUp(*place, now_s)]
        if name is None and not raw.buttons[0]:
            # Its button was let go where nobody saw it.
            return self._let_go(now_s)
        self._pointer = held._replace(heard_at_s=now_s)
        return [PointerMove(*place)]

    def _place(self, raw: pygame.event.Event, size: tuple[int, int]) -> tuple[float, float]:
        if raw.type in _FINGERS:
            return self._mounting.finger_to_picture(raw.x, raw.y, size)
        x, y = raw.pos
        return self._mounting.to_picture(x, y, size)

    def _is_lost(self, now_s: float) -> bool:
        """Return whether the pointer has gone up unseen: silent, or unknown to SDL by now."""
        held = self._pointer
        if held is None:
            return False
        is_gone = held.is_listed and not _is_listed(held.name)
        return is_gone or now_s - held.heard_at_s >= SILENT_S

    def _let_go(self, now_s: float) -> list[Event]:
        """End the touch of the pointer, if there is one, without a place."""
        held, self._pointer = self._pointer, None
        return [] if held is None else [PointerUp(*NOWHERE, now_s)]


def _is_listed(name: tuple[int, int] | None) -> bool:
    """Return whether SDL takes any finger to be down on the device of *name*."""
    if name is None:
        return False
    try:
        from pygame._sdl2 import touch

        return bool(touch.get_num_fingers(name[0]) > 0)
    except (ImportError, pygame.error):
        # There is no such device, or not any more.
        return False


def _sound_device(raw: pygame.event.Event) -> SoundDevice | None:
    if raw.type == pygame.AUDIODEVICEADDED:
        return SoundDevice(is_lost=False)
    # SDL tells of each device that goes; one that nothing plays on has no number.
    return SoundDevice(is_lost=True) if raw.which else None


def _is_previous(key: int, mod: int) -> bool:
    return key in PREVIOUS_KEYS or (key == pygame.K_TAB and bool(mod & pygame.KMOD_SHIFT))


def _key_event(key: int, mod: int, now_s: float) -> Event | None:
    if _is_previous(key, mod):
        return Previous(now_s)
    if key in KEY_PRESSES:
        button, is_long = KEY_PRESSES[key]
        return Press(button, is_long, now_s)
    return None


def _text_event(raw: pygame.event.Event, now_s: float) -> Event | None:
    if raw.type == pygame.TEXTINPUT:
        return TextInput(raw.text)
    if raw.key in TEXT_KEYS:
        return TextInput(TEXT_KEYS[raw.key])
    if raw.key == pygame.K_TAB and raw.mod & pygame.KMOD_SHIFT:
        return Previous(now_s)
    if raw.key in TEXT_KEY_PRESSES:
        button, is_long = TEXT_KEY_PRESSES[raw.key]
        return Press(button, is_long, now_s)
    return None
