"""Reads a PDF back: every line, area and text that is painted, in millimeters on its page."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from typing import NamedTuple

from pypdf import PdfReader
from pypdf.generic import ContentStream

MM = 25.4 / 72
EVERYWHERE = (-math.inf, -math.inf, math.inf, math.inf)


class Painted(NamedTuple):
    """One path: its points (of curves the control points as well), and how it is painted."""

    points: list
    is_curved: bool
    fill: tuple | None
    stroke: tuple | None
    width: float
    dash: tuple
    clip: tuple

    @property
    def box(self):
        xs, ys = zip(*self.points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def center(self):
        left, bottom, right, top = self.box
        return (left + right) / 2, (bottom + top) / 2

    @property
    def size(self):
        left, bottom, right, top = self.box
        return right - left, top - bottom

    @property
    def seen(self):
        """What is seen of its box, half the line included; None where all is cut off."""
        edge = self.width / 2 if self.stroke else 0.0
        left, bottom, right, top = self.box
        return overlap((left - edge, bottom - edge, right + edge, top + edge), self.clip)


class Written(NamedTuple):
    """One text: its box, from well below the base line to above the capitals."""

    box: tuple
    clip: tuple

    @property
    def seen(self):
        return overlap(self.box, self.clip)


@dataclass(frozen=True)
class Page:
    width: float
    height: float
    paths: list
    texts: list
    pdf_page: object

    @cached_property
    def text(self):
        return self.pdf_page.extract_text()


def overlap(one, other):
    left, bottom = max(one[0], other[0]), max(one[1], other[1])
    right, top = min(one[2], other[2]), min(one[3], other[3])
    return (left, bottom, right, top) if left <= right and bottom <= top else None


def read_pdf(data):
    """Return the pages of the file *data*."""
    forms = {}
    return [_read_page(page, forms) for page in PdfReader(BytesIO(data)).pages]


def _read_page(page, forms):
    reading = _Reading(page.pdf, forms)
    reading.run(page.get_contents(), page["/Resources"])
    width, height = float(page.mediabox.width) * MM, float(page.mediabox.height) * MM
    return Page(width, height, reading.paths, reading.texts, page)


def _times(one, other):
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (
        a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j,
        e * g + f * i + k, e * h + f * j + m,
    )  # fmt: skip


class _State(NamedTuple):
    matrix: tuple = (MM, 0, 0, MM, 0, 0)
    fill: tuple = (0, 0, 0)
    stroke: tuple = (0, 0, 0)
    width: float = 1.0
    dash: tuple = ()
    clip: tuple = EVERYWHERE


@dataclass
class _Reading:
    pdf: object
    forms: dict
    state: _State = field(default_factory=_State)
    kept: list = field(default_factory=list)
    points: list = field(default_factory=list)
    is_curved: bool = False
    is_clip: bool = False
    paths: list = field(default_factory=list)
    texts: list = field(default_factory=list)
    font: object = None
    font_size: float = 0.0
    text_matrix: tuple = (1, 0, 0, 1, 0, 0)

    def run(self, stream, resources):
        for words, operator in ContentStream(stream, self.pdf).operations:
            self.do(operator.decode(), words, resources)

    def run_form(self, form):
        # Parsing takes most of the time, and pages share their forms.
        key = form.indirect_reference.idnum
        if key not in self.forms:
            self.forms[key] = ContentStream(form, self.pdf).operations
        for words, operator in self.forms[key]:
            self.do(operator.decode(), words, form["/Resources"])

    def at(self, x, y):
        a, b, c, d, e, f = self.state.matrix
        x, y = float(x), float(y)
        return a * x + c * y + e, b * x + d * y + f

    def do(self, operator, words, resources):
        numbers = [float(word) for word in words if isinstance(word, (int, float))]
        if operator == "q":
            self.kept.append(self.state)
        elif operator == "Q":
            self.state = self.kept.pop()
        elif operator == "cm":
            self.state = self.state._replace(matrix=_times(tuple(numbers), self.state.matrix))
        elif operator == "rg":
            self.state = self.state._replace(fill=tuple(numbers))
        elif operator == "RG":
            self.state = self.state._replace(stroke=tuple(numbers))
        elif operator == "w":
            self.state = self.state._replace(width=numbers[0])
        elif operator == "d":
            self.state = self.state._replace(dash=tuple(float(n) for n in words[0]))
        elif operator in ("m", "l"):
            self.points.append(self.at(*numbers))
        elif operator == "c":
            self.is_curved = True
            self.points += [self.at(*numbers[i : i + 2]) for i in (0, 2, 4)]
        elif operator in ("W", "W*"):
            self.is_clip = True
        elif operator in ("S", "s", "f", "f*", "B", "B*", "b", "b*", "n"):
            self.paint(operator)
        elif operator == "Do":
            self.show(resources["/XObject"][words[0]])
        else:
            self.do_text(operator, words, numbers, resources)

    def paint(self, operator):
        assert self.points or operator == "n"
        state = self.state
        if operator != "n":
            self.paths.append(
                Painted(
                    self.points,
                    self.is_curved,
                    state.fill if operator[0] in "fBb" else None,
                    state.stroke if operator[0] in "SsBb" else None,
                    state.width * state.matrix[0],
                    state.dash,
                    state.clip,
                )
            )
        if self.is_clip:
            xs, ys = zip(*self.points, strict=True)
            box = overlap((min(xs), min(ys), max(xs), max(ys)), state.clip)
            self.state = state._replace(clip=box or (0, 0, 0, 0))
        self.points, self.is_curved, self.is_clip = [], False, False

    def show(self, form):
        self.kept.append(self.state)
        matrix = tuple(float(n) for n in form.get("/Matrix", (1, 0, 0, 1, 0, 0)))
        self.state = self.state._replace(matrix=_times(matrix, self.state.matrix))
        left, bottom, right, top = (float(n) for n in form["/BBox"])
        box = (*self.at(left, bottom), *self.at(right, top))
        clip = overlap(box, self.state.clip) or (0, 0, 0, 0)
        self.state = self.state._replace(clip=clip)
        self.run_form(form)
        self.state = self.kept.pop()

    def do_text(self, operator, words, numbers, resources):
        if operator == "Tf":
            self.font, self.font_size = resources["/Font"][words[0]], float(words[1])
        elif operator == "Tm":
            self.text_matrix = tuple(numbers)
        elif operator == "Tj":
            self.write(words[0])
        else:
            known = ("h", "BT", "ET", "T*", "TL", "J", "j", "gs", "BMC", "EMC")
            assert operator in known, operator

    def write(self, text):
        codes = getattr(text, "original_bytes", None) or bytes(text)
        first, widths = int(self.font["/FirstChar"]), self.font["/Widths"]
        length = sum(float(widths[code - first]) for code in codes) / 1000 * self.font_size
        _, _, _, _, x, y = self.text_matrix
        left, bottom = self.at(x, y - self.font_size * 0.22)
        right, top = self.at(x + length, y + self.font_size * 0.72)
        self.texts.append(Written((left, bottom, right, top), self.state.clip))
