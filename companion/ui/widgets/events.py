"""Turns pygame's queue into what a player did.  The only module that reads the queue."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import pygame

from companion.ports import ButtonName, Press, Previous
from companion.ui.lamps.mounting import UPRIGHT, Mounting


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
    """The finger or mouse went up at a place."""

    x: float
    y: float
    at_s: float


class Wheel(NamedTuple):
    """The wheel turned by so many notches, positive away from the player."""

    notches: int


class Typed(NamedTuple):
    """What was typed while the scene takes text; `ERASE` and `END` are keys of their own."""

    text: str


class Resized(NamedTuple):
    """The window has another size now."""

    width: int
    height: int


class Closed(NamedTuple):
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
    | Typed
    | Resized
    | SoundDevice
    | Closed
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


class EventReader:
    """Reads the queue; follows the first finger only, so that a resting palm does nothing."""

    def __init__(self) -> None:
        self._finger: int | None = None
        self._keys: set[int] = set()
        self._waiting: list[pygame.event.Event] = []
        self._mounting = UPRIGHT

    def held(self) -> frozenset[ButtonName]:
        """Return the buttons whose keys are down."""
        return frozenset(KEY_PRESSES[key][0] for key in self._keys if not KEY_PRESSES[key][1])

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
        events = []
        waiting, self._waiting = self._waiting, []
        for raw in waiting + pygame.event.get():
            if wants_text and raw.type in (pygame.KEYDOWN, pygame.TEXTINPUT):
                event = _text_event(raw, now_s)
            else:
                event = self._translate(raw, now_s, size)
            if event is not None:
                events.append(event)
        return events

    def _translate(
        self, raw: pygame.event.Event, now_s: float, size: tuple[int, int]
    ) -> Event | None:
        kind = raw.type
        if kind in (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP):
            return self._finger_event(raw, now_s, size)
        if kind == pygame.MOUSEBUTTONDOWN and raw.button == 1 and not _is_touch(raw):
            return PointerDown(*self._pixel(raw, size), now_s)
        if kind == pygame.MOUSEBUTTONUP and raw.button == 1 and not _is_touch(raw):
            return PointerUp(*self._pixel(raw, size), now_s)
        if kind == pygame.MOUSEMOTION and raw.buttons[0] and not _is_touch(raw):
            return PointerMove(*self._pixel(raw, size))
        if kind == pygame.MOUSEWHEEL:
            return Wheel(raw.y)
        was_down = kind == pygame.KEYUP and raw.key in self._keys
        self._follow_keys(raw)
        if kind == pygame.KEYDOWN and raw.key not in WHEN_LET_GO:
            return _key_event(raw.key, raw.mod, now_s)
        if was_down and raw.key in WHEN_LET_GO:
            return _key_event(raw.key, raw.mod, now_s)
        if kind == pygame.VIDEORESIZE:
            return Resized(raw.w, raw.h)
        if kind in (pygame.AUDIODEVICEADDED, pygame.AUDIODEVICEREMOVED) and not raw.iscapture:
            return _sound_device(raw)
        return Closed() if kind == pygame.QUIT else None

    def _pixel(self, raw: pygame.event.Event, size: tuple[int, int]) -> tuple[float, float]:
        x, y = raw.pos
        return self._mounting.to_picture(x, y, size)

    def _follow_keys(self, raw: pygame.event.Event) -> None:
        if raw.type == pygame.KEYDOWN and raw.key in KEY_PRESSES:
            if not _is_previous(raw.key, raw.mod):
                self._keys.add(raw.key)
        elif raw.type == pygame.KEYUP:
            self._keys.discard(raw.key)
        elif raw.type == pygame.WINDOWFOCUSLOST:
            # Another window gets to know when the keys are let go.
            self._keys.clear()

    def _finger_event(
        self, raw: pygame.event.Event, now_s: float, size: tuple[int, int]
    ) -> Event | None:
        if raw.type == pygame.FINGERDOWN and self._finger is None:
            self._finger = raw.finger_id
        if raw.finger_id != self._finger:
            return None
        x, y = self._mounting.finger_to_picture(raw.x, raw.y, size)
        if raw.type == pygame.FINGERDOWN:
            return PointerDown(x, y, now_s)
        if raw.type == pygame.FINGERMOTION:
            return PointerMove(x, y)
        self._finger = None
        return PointerUp(x, y, now_s)


def _is_touch(raw: pygame.event.Event) -> bool:
    return bool(getattr(raw, "touch", False))


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
        return Typed(raw.text)
    if raw.key in TEXT_KEYS:
        return Typed(TEXT_KEYS[raw.key])
    if raw.key == pygame.K_TAB and raw.mod & pygame.KMOD_SHIFT:
        return Previous(now_s)
    if raw.key in TEXT_KEY_PRESSES:
        button, is_long = TEXT_KEY_PRESSES[raw.key]
        return Press(button, is_long, now_s)
    return None
