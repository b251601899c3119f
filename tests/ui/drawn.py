"""What a scene draws, as lines of text: boxes, texts, pieces, boards, by place and role of color.

Nothing in it comes from the library that paints, so it is equal with every build of pygame.
How boards, pieces, signs and letters look is not in it: pictures of their own hold that.
"""

from __future__ import annotations

import difflib
import fcntl
import functools
import itertools
import os
import re
from contextlib import contextmanager

import pygame
import pytest

from companion.art import theme
from companion.art.dominoes import DominoState
from companion.art.on_screen import Canvas, DominoPictures
from companion.ui.board.board_painter import BoardPainter
from companion.ui.board.marks import OutlineKind
from companion.ui.board.piece_pictures import PiecePictures
from companion.ui.widgets import button_row
from companion.ui.widgets.fonts import Fonts
from companion.ui.widgets.pen import Pen
from tests.golden_images import GOLDEN, REGENERATE

KEPT = GOLDEN / "screens"

DRAWS = ("polygon", "circle", "ellipse", "arc", "line", "lines", "aaline", "aalines")


class RoleColor(tuple):
    """A color of a theme that knows its role."""

    def __new__(cls, color, role):
        made = super().__new__(cls, color)
        made.role = role
        return made


class Part:
    """Something drawn, and what lies on it: each part by its place there, right and down."""

    def __init__(self, rect, what, *details):
        self.rect = pygame.Rect(rect)
        self.what = what
        self.details = details
        self.parts = []

    def line_on(self, ground):
        x, y = self.rect.x - ground.x, self.rect.y - ground.y
        return f"{x} {y} {self.rect.w}x{self.rect.h} {self.what}"

    def lines(self, ground, indent=""):
        """Yield it, then what lies on it from the top down."""
        yield f"{indent}{self.line_on(ground)}"
        yield from (f"{indent}  {detail}" for detail in self.details)
        for part in sorted(self.parts, key=lambda part: (part.rect.y, part.rect.x, part.what)):
            yield from part.lines(self.rect, f"{indent}  ")


class Drawn(pygame.Surface):
    """A surface that keeps no picture, but what is drawn on it, within what clips it.

    Attributes:
        covered: the texts that lie under something drawn after them.
    """

    def __init__(self, size):
        super().__init__(size, 0, 32)
        self._clip = self.get_rect()
        self._grounds = [Part(self._clip, "screen")]
        self._texts = []
        self.covered = []
        super().set_clip((0, 0, 0, 0))

    def set_clip(self, rect):
        self._clip = self.get_rect() if rect is None else self.get_rect().clip(rect)

    def get_clip(self):
        return self._clip.copy()

    def note(self, rect, what, *details, is_ground=False):
        """Note it on what was drawn last of all that has room for it."""
        seen = pygame.Rect(rect).clip(self._clip)
        if not (seen.w and seen.h):
            return
        part = Part(seen, what, *details)
        ground = next(each for each in reversed(self._grounds) if each.rect.contains(seen))
        ground.parts.append(part)
        if is_ground:
            self._grounds.append(part)
            self.covered += [text.what for text in self._texts if seen.colliderect(text.rect)]
        elif what.startswith("text"):
            self._texts.append(part)

    def note_line(self, rect, what):
        """Note a line along the edge of what has just been drawn there, or of nothing."""
        last = self._grounds[-1]
        if last.rect == pygame.Rect(rect).clip(self._clip):
            last.what += f", {what}"
        else:
            self.note(rect, what)

    def fill(self, color, rect=None, special_flags=0):
        how = " multiplied" if special_flags else ""
        self.note(
            rect or self.get_rect(), f"box {role_of(color)}{how}", is_ground=not special_flags
        )

    def blit(self, source, dest, *rest, **more):
        where = source.get_rect(topleft=tuple(dest)[:2])
        self.note(where, *Recorder.at_work.text_of(source))
        return where

    def text(self):
        parts = (part.lines(self.get_rect()) for part in self._grounds[0].parts)
        return "\n".join(itertools.chain(*parts)) + "\n"


class Recorder:
    """Knows what is on the pictures that are blitted."""

    at_work: Recorder | None = None

    def __init__(self):
        # The pictures are kept, so that no other one gets the number of one of them.
        self._texts = {}

    def know(self, picture, *text):
        self._texts[id(picture)] = (picture, text)
        return picture

    def text_of(self, picture):
        assert id(picture) in self._texts, "expected a picture that is known, got another one"
        return self._texts[id(picture)][1]

    def render(self, render, fonts, text, size_px, color, is_bold=False):
        picture = render(fonts, text, size_px, color, is_bold)
        weight = " bold" if is_bold else ""
        return self.know(picture.copy(), f"text {size_px}px{weight} {role_of(color)}: {text}")

    def board(self, _, painter, surface, picture):
        geometry, names = painter.geometry, painter.geometry.board.name_of
        lines = sorted(board_lines(picture, names, geometry.board.colors))
        if isinstance(surface, Drawn):
            surface.note(geometry.rect, board_text(geometry), *lines, is_ground=True)
        else:
            self.know(surface, board_text(geometry), *lines)

    def piece(self, draw, pieces, surface, center, radius, piece, *rest, **more):
        text = f"piece {piece_text(piece, pieces.colors)}"
        if not self.round(surface, center, radius, text):
            draw(pieces, surface, center, radius, piece, *rest, **more)

    def missing(self, draw, pieces, surface, center, radius):
        if not self.round(surface, center, radius, "missing piece"):
            draw(pieces, surface, center, radius)

    def round(self, surface, center, radius, text):
        """Note it where *surface* keeps no picture; return whether it does not."""
        if not isinstance(surface, Drawn):
            return False
        half = round(radius)
        surface.note((round(center[0]) - half, round(center[1]) - half, 2 * half, 2 * half), text)
        return True

    def domino(self, _, pictures, surface, rect, low, high, state=DominoState.OPEN):
        numbers = "" if state is DominoState.HIDDEN else f" {low}-{high}"
        surface.note(rect, f"domino {state.value}{numbers}")

    def drawing(self, finished, canvas):
        return self.know(finished(canvas), "drawing")

    def sign(self, draw, icon, size, color):
        picture = draw(icon, size, color).copy()
        return self.know(picture, f"sign {icon.value} {size}px {role_of(color)}")

    def disc(self, _, pen, center, radius, color):
        self.round(pen.surface, center, radius, f"disc {role_of(color)}")

    def tick(self, _, pen, center, radius):
        self.round(pen.surface, center, radius, "tick")


def role_of(color):
    """Return the role of *color*, or for one that is mixed its red, green and blue."""
    return getattr(color, "role", None) or "#" + bytes(color[:3]).hex()


def piece_text(piece, colors):
    return f"{colors[piece.side]} {piece.value}"


def board_text(geometry):
    turned = " turned" if geometry.is_turned else ""
    labels = f", names {geometry.label_px}px" if geometry.label_px else ""
    return f"board {geometry.board.name}{turned}, cell {geometry.cell:.2f}px{labels}"


def board_lines(picture, name, colors):
    """Yield a line for each place with a piece or mark, and for all that joins places."""
    for site in {*picture.placement, *picture.marks}:
        pieces = ", ".join(piece_text(each, colors) for each in picture.placement.get(site, ()))
        marks = ", ".join(sorted(mark.value for mark in picture.marks.get(site, ())))
        if pieces or marks:
            yield f"{name(site)}: {pieces}" + (f" [{marks}]" if marks else "")
    for start, end, *how in picture.arrows:
        kinds = zip(("harmful", "strong", "hint"), how, strict=True)
        yield " ".join(
            (f"arrow {name(start)}-{name(end)}", *(kind for kind, is_so in kinds if is_so))
        )
    if picture.last_move:
        yield "last move " + "-".join(map(name, picture.last_move))
    for site, piece in picture.gone.items():
        yield f"gone {name(site)}: {piece_text(piece, colors)}"
    if picture.lifted:
        pieces = ", ".join(piece_text(each, colors) for each in picture.lifted.pieces)
        yield f"lifted {name(picture.lifted.site)}: {pieces}"
    for site, value in picture.immune:
        yield f"immune {name(site)}: {value}"
    for sites, kind in picture.outlines:
        joined = sorted(map(name, sites)) if kind is OutlineKind.AREA else map(name, sites)
        yield f"{kind.value} " + " ".join(joined)
    for flight in picture.flights:
        yield f"flight {name(flight.start)}-{name(flight.end)} {flight.part:.2f}"
    if picture.shaking:
        yield f"shaking {name(picture.shaking[0])} {picture.shaking[1]:.2f}"


@contextmanager
def recording():
    """Have all that is drawn on a `Drawn` from now on be noted there."""
    recorder = Recorder()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Recorder, "at_work", recorder)
        for each in theme.THEMES.values():
            for role, color in vars(each).copy().items():
                if isinstance(color, tuple):
                    patched.setitem(vars(each), role, RoleColor(color, role))
        for owner, name, note in (
            (Fonts, "render", recorder.render),
            (BoardPainter, "paint", recorder.board),
            (PiecePictures, "draw_piece", recorder.piece),
            (PiecePictures, "draw_plain", recorder.piece),
            (PiecePictures, "draw_missing", recorder.missing),
            (DominoPictures, "draw_domino", recorder.domino),
            (Pen, "disc", recorder.disc),
            (Pen, "tick", recorder.tick),
            (Canvas, "finished", recorder.drawing),
        ):
            patched.setattr(owner, name, noted_by(note, getattr(owner, name)))
        patched.setattr(BoardPainter, "paint_still", lambda self, *still: still[-1]())
        patched.setattr(
            button_row, "_picture", functools.partial(recorder.sign, button_row._picture)
        )
        patched.setattr(pygame.draw, "rect", rect_noted(pygame.draw.rect))
        for name in DRAWS:
            patched.setattr(pygame.draw, name, refused(getattr(pygame.draw, name)))
        yield


def noted_by(note, original):
    def noted(self, *how, **more):
        return note(original, self, *how, **more)

    return noted


def rect_noted(draw):
    def noted(surface, color, rect, width=0, border_radius=-1):
        if not isinstance(surface, Drawn):
            return draw(surface, color, rect, width, border_radius)
        corner = f" round {border_radius}px" if border_radius > 0 else ""
        if width:
            surface.note_line(rect, f"line {width}px {role_of(color)}")
        else:
            surface.note(rect, f"box {role_of(color)}{corner}", is_ground=True)
        return pygame.Rect(rect)

    return noted


def refused(draw):
    def painted(surface, *how, **more):
        assert not isinstance(surface, Drawn), f"expected a note of pygame.draw.{draw.__name__}"
        return draw(surface, *how, **more)

    return painted


def file_of(scene, folder=KEPT):
    """The file with all screens whose names begin alike: so git has little to keep of a change."""
    return folder / f"{scene.partition('-')[0]}.txt"


def kept_screens(path):
    """The text of each screen in the file, by its name and size."""
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    names, texts = re.findall(r"^[a-z].*$", text, re.M), re.split(r"^[a-z].*\n", text, flags=re.M)
    return dict(zip(names, texts[1:], strict=True))


def assert_kept(text, scene, size, folder=KEPT):
    """Fail unless *text* is kept for the scene in that size, and say which lines differ.

    With `REGENERATE` in the environment it is kept instead.
    """
    path, name = file_of(scene, folder), f"{scene} {size[0]}x{size[1]}"
    if os.environ.get(REGENERATE) == "1":
        keep(text, path, name)
        return
    kept = kept_screens(path).get(name, "")
    lines = difflib.unified_diff(kept.splitlines(), text.splitlines(), "kept", "drawn", "", "", 0)
    assert kept == text, "\n".join((f"{name} in {path}; {REGENERATE}=1 replaces it", *lines))


def keep(text, path, name):
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        # Tests in several processes may do so at once.
        fcntl.flock(file, fcntl.LOCK_EX)
        screens = kept_screens(path) | {name: text}
        path.write_text("".join(f"{each}\n{screens[each]}" for each in sorted(screens)), "utf-8")
