"""Positions as pictures in files, and courses as animated GIFs, drawn without a screen.

The only module that knows Pillow, which does the encoding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Final, NamedTuple

import pygame
from PIL import Image

from companion.art.theme import DARK, Theme
from companion.contract import Board, Placement, Position
from companion.errors import RecordError
from companion.storage.playback import Course, Playback
from companion.ui.board.board_geometry import BoardGeometry
from companion.ui.board.board_painter import BoardPainter
from companion.ui.board.marks import BoardPicture
from companion.ui.board.pictures import line_outlines, playback_picture, sizes_in_play
from companion.ui.widgets.fonts import Fonts
from companion.words.records import caption_text
from companion.words.timing import clock_names, time_text
from companion.words.voice import PLAIN

# pygame 2.1, which Debian 12 ships, has tostring alone; pygame-ce deprecates it.
_tobytes: Final = getattr(pygame.image, "tobytes", None) or pygame.image.tostring


def rgb_of(surface: pygame.Surface) -> bytes:
    """Return red, green and blue of each pixel, row by row from the top; opacity left out."""
    data: bytes = _tobytes(surface, "RGB")
    return data


BOARD_PX = 480
CAPTION_PX = 40
CLOCKS_PX = 36
"""A bar under the caption, where the record has times."""

TEXT_SIZES_PX = range(12, 23)

MOST_FRAMES = 400
"""Pillow holds all frames until the last one is there, a quarter of a megabyte each."""

LEG_MS = 400
PLY_MS = 900
FIRST_MS = 1500
LAST_MS = 3000

PALETTE_COLORS = 256
PALETTE_SAMPLES = 4
"""So many frames, spread over the game, give the colors that all frames share."""

Progress = Callable[[int, int], None]
"""Is told how many frames are done, and of how many; what it raises ends the work."""


class _Frame(NamedTuple):
    """Where a playback stands for one frame."""

    ply: int
    leg: int
    time_ms: int


def gif_of(
    course: Course, progress: Progress = lambda done, count: None, theme: Theme = DARK
) -> bytes:
    """Return *course* as the bytes of a GIF file that runs for ever.

    A frame is a leg, or a whole ply where there are too many legs.  It may take
    minutes; another thread than the main loop's may call it.

    Raises:
        RecordError: there are more than `MOST_FRAMES` plies.
    """
    frames = _frames(course)
    film = _Film(course, theme)
    palette = film.palette(frames[:: max(1, len(frames) // PALETTE_SAMPLES)])
    images = _counted(film, frames, palette, progress)
    file = BytesIO()
    next(images).save(
        file,
        "GIF",
        save_all=True,
        append_images=images,
        duration=[frame.time_ms for frame in frames],
        loop=0,
        optimize=False,
    )
    return file.getvalue()


def _counted(
    film: _Film, frames: list[_Frame], palette: Image.Image, progress: Progress
) -> Iterator[Image.Image]:
    for number, frame in enumerate(frames):
        progress(number, len(frames))
        # Dithering would change every frame everywhere, and the file would be huge.
        yield film.image(frame).quantize(palette=palette, dither=Image.Dither.NONE)


def _frames(course: Course) -> list[_Frame]:
    count = len(course.moves)
    if count >= MOST_FRAMES:
        raise RecordError(
            "expected fewer than {most_frames} plies for a GIF, got {count}",
            most_frames=MOST_FRAMES,
            count=count,
        )
    by_legs = sum(len(move.touches) or 1 for move in course.moves) < MOST_FRAMES
    playback = Playback(course)
    playback.by_legs = by_legs
    frames = [_Frame(0, 0, FIRST_MS)]
    while playback.forward():
        is_leg = playback.leg > 0
        frames.append(_Frame(playback.ply, playback.leg, LEG_MS if is_leg else PLY_MS))
    frames[-1] = frames[-1]._replace(time_ms=LAST_MS)
    return frames


class _Film:
    """Draws the frames of one course."""

    def __init__(self, course: Course, theme: Theme = DARK) -> None:
        self._theme = theme
        self._playback = Playback(course)
        self._fonts = Fonts()
        first, rect = course.positions[0], (0, 0, BOARD_PX, BOARD_PX)
        geometry = BoardGeometry(first.board, rect, sizes_in_play=sizes_in_play(first))
        self._painter = BoardPainter(geometry, theme, self._fonts)
        self._names = clock_names(course.record.players, first.game.name, PLAIN)
        self._has_times = any(ply.clock for ply in course.record.plies)
        height = BOARD_PX + CAPTION_PX + CLOCKS_PX * self._has_times
        self._surface = pygame.Surface((BOARD_PX, height))

    def palette(self, samples: list[_Frame]) -> Image.Image:
        """Return an image whose palette suits all *samples*."""
        height = self._surface.get_height()
        sheet = Image.new("RGB", (BOARD_PX, height * len(samples)))
        for number, frame in enumerate(samples):
            sheet.paste(self.image(frame), (0, number * height))
        return sheet.quantize(PALETTE_COLORS)

    def image(self, frame: _Frame) -> Image.Image:
        """Return the picture of *frame*."""
        playback = self._playback
        playback.show(frame.ply, frame.leg)
        self._surface.fill(self._theme.table)
        self._painter.paint(self._surface, playback_picture(playback))
        fitted = self._fonts.fit(caption_text(playback), BOARD_PX - 24, TEXT_SIZES_PX, True)
        text = self._fonts.render(fitted.text, fitted.size_px, self._theme.text, True)
        middle = (BOARD_PX // 2, BOARD_PX + CAPTION_PX // 2)
        self._surface.blit(text, text.get_rect(center=middle))
        self._draw_clocks()
        return Image.frombytes("RGB", self._surface.get_size(), rgb_of(self._surface))

    def _draw_clocks(self) -> None:
        """Draw what both sides have left, the first at the left; whose turn it is stands out."""
        theme, both = self._theme, self._playback.left if self._has_times else None
        if both is None:
            return
        half, top = BOARD_PX // 2, BOARD_PX + CAPTION_PX
        running = self._playback.position.side if self._playback.outcome is None else None
        for side, (name, left) in enumerate(zip(self._names, both, strict=True)):
            box = pygame.Rect(side * half + 8, top, half - 16, CLOCKS_PX - 6)
            pygame.draw.rect(self._surface, theme.choice if side == running else theme.panel, box)
            time = self._fonts.render(time_text(left.ms), 18, theme.text, True)
            self._surface.blit(time, time.get_rect(midright=(box.right - 10, box.centery)))
            room = box.w - time.get_width() - 30
            fitted = self._fonts.fit(name, room, TEXT_SIZES_PX, False)
            label = self._fonts.render(fitted.text, fitted.size_px, theme.text, False)
            self._surface.blit(label, label.get_rect(midleft=(box.x + 10, box.centery)))


PICTURE_PX = 800


def position_png(position: Position) -> bytes:
    """Return a picture of *position* as the bytes of a PNG file."""
    lines = line_outlines(position.lines())
    picture = BoardPicture(placement=position.pieces(), outlines=lines)
    return png_of(position, picture)


def png_of(position: Position, picture: BoardPicture, theme: Theme = DARK) -> bytes:
    """Return *picture* of *position*, `PICTURE_PX` pixels each way, as the bytes of a PNG file."""
    return _png(position.board, picture, sizes_in_play(position), theme)


def board_png(board: Board, placement: Placement) -> bytes:
    """Return a picture of *board* with *placement* on it as the bytes of a PNG file."""
    return _png(board, BoardPicture(placement=placement), None, DARK)


def _png(board: Board, picture: BoardPicture, sizes: int | None, theme: Theme) -> bytes:
    surface = pygame.Surface((PICTURE_PX, PICTURE_PX))
    surface.fill(theme.table)
    rect = (0, 0, PICTURE_PX, PICTURE_PX)
    geometry = BoardGeometry(board, rect, sizes_in_play=sizes)
    BoardPainter(geometry, theme, Fonts()).paint(surface, picture)
    file = BytesIO()
    # By an open file: pygame would choose the format by the name's ending.
    pygame.image.save(surface, file, "position.png")
    return file.getvalue()
