"""What the screen does while nobody is at the table: it dims and shows games, or goes dark.

The scene in front stays what it is; what is shown here stands before it and changes nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pygame

from companion.config.values import Config
from companion.storage.library import sample_names, sample_path
from companion.storage.playback import Course, Playback
from companion.ui.board.motion import Motion, halves_of, legs_of
from companion.ui.board.pictures import playback_picture, sizes_in_play
from companion.ui.desk import Desk
from companion.ui.view import View
from companion.ui.widgets.background import Background, Tell
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Pen
from companion.words.game_words import game_title
from companion.words.screens import TOUCH_TO_GO_ON

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

    def __init__(self, stage: Desk, first: int) -> None:
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

    def _read(self, path: Path, tell: Tell) -> Course:
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

    def __init__(self, stage: Desk) -> None:
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
