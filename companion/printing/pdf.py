"""Sheets as a PDF file: the one module that knows the library which writes it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import resources
from io import BytesIO
from math import ceil, floor

from reportlab.lib.colors import Color as PdfColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from companion.art.shapes import Area, Disc, Fill, Ink, Ring, Shape, Stroke
from companion.art.theme import PAPER
from companion.damage import read_typeface
from companion.errors import Message, PrintError
from companion.printing.drawing import (
    MM_PER_POINT,
    Copy,
    Dashed,
    Drawing,
    Group,
    Item,
    Sheet,
    Text,
)

REGULAR = "AtkinsonHyperlegibleNext-Regular"
BOLD = "AtkinsonHyperlegibleNext-Bold"

EVEN_ODD = 0
ROUND = 1
"""Numbers of the library: how paths are filled, how lines end and join."""

SMALLEST_TEXT = 1.9
"""A text too wide for its room is set no smaller than this, in mm, before it is cut."""

ELLIPSIS = "…"


def pdf_bytes(sheets: Iterable[Sheet], title: str) -> bytes:
    """Return a PDF file of *sheets*; the same sheets give the same bytes."""
    file = BytesIO()
    canvas = Canvas(file, invariant=True, pageCompression=1)
    canvas.setTitle(title)
    canvas.setCreator("Board Companion")
    # Tells the print dialog to begin at 100 %.
    canvas.setViewerPreference("PrintScaling", "None")
    writer = _Writer(canvas)
    for sheet in sheets:
        writer.write_sheet(sheet)
    canvas.save()
    return file.getvalue()


def text_width(text: str, size: float, is_bold: bool = False) -> float:
    """Return how wide *text* is in mm."""
    return float(pdfmetrics.stringWidth(text, _font(is_bold), size))


def fitted(text: Text) -> Text:
    """Return *text* as it fits into its room: smaller, then cut before an ellipsis."""
    if text.most_width is None:
        return text
    width = text_width(text.text, text.size, text.is_bold)
    if width <= text.most_width:
        return text
    size = max(min(SMALLEST_TEXT, text.size), text.size * text.most_width / width)
    words = text.text
    while text_width(words, size, text.is_bold) > text.most_width + 1e-6 and words != ELLIPSIS:
        words = words.removesuffix(ELLIPSIS)[:-1].rstrip() + ELLIPSIS
    return text._replace(text=words, size=size)


def _font(is_bold: bool) -> str:
    """Return the name of the bundled typeface, known to the library from now on."""
    name = BOLD if is_bold else REGULAR
    if name not in pdfmetrics.getRegisteredFontNames():
        file = resources.files("companion.ui") / "fonts" / f"{name}.ttf"
        try:
            data = read_typeface(file)
        except ValueError as error:
            message = Message(
                "expected an undamaged file, got {file!r}: {error}", file=str(file), error=error
            )
            raise PrintError(message) from error
        pdfmetrics.registerFont(TTFont(name, BytesIO(data)))
    return name


class _Writer:
    """Writes sheets into one file; a drawing shown on several pages is kept once."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.forms: dict[Drawing, str] = {}

    def write_sheet(self, sheet: Sheet) -> None:
        for item in sheet.items:
            if isinstance(item, Copy) and item.drawing not in self.forms:
                self._keep(item.drawing)
        self.canvas.setPageSize((sheet.width / MM_PER_POINT, sheet.height / MM_PER_POINT))
        self.canvas.scale(1 / MM_PER_POINT, 1 / MM_PER_POINT)
        self._write_all(sheet.items)
        self.canvas.showPage()

    def _keep(self, drawing: Drawing) -> None:
        name = f"drawing{len(self.forms) + 1}"
        left, bottom, right, top = drawing.box
        # Lines along the edge are half outside of the box; the form's own box is in whole mm.
        near, far = (floor(left) - 1, floor(bottom) - 1), (ceil(right) + 1, ceil(top) + 1)
        self.canvas.beginForm(name, *near, *far)
        self._write_all(drawing.items)
        self.canvas.endForm()
        self.forms[drawing] = name

    def _write_all(self, items: Sequence[Item]) -> None:
        self.canvas.setLineCap(ROUND)
        self.canvas.setLineJoin(ROUND)
        for item in items:
            if isinstance(item, Fill):
                self._write_shape(item.shape, item.ink)
            elif isinstance(item, Dashed):
                self._write_shape(item.line, item.ink, item.lengths)
            elif isinstance(item, Text):
                self._write_text(fitted(item))
            elif isinstance(item, Group):
                self._write_group(item)
            else:
                self._write_copy(item)

    def _path(self, shape: Shape) -> PDFPathObject:
        path = self.canvas.beginPath()
        if isinstance(shape, Disc | Ring):
            path.circle(*shape.middle, shape.radius)
            path.close()
            return path
        for points in shape.contours if isinstance(shape, Area) else (shape.points,):
            # A line that comes back to where it began has no ends.
            is_ring = points[0] == points[-1]
            path.moveTo(*points[0])
            for point in points[1 : -1 if is_ring else None]:
                path.lineTo(*point)
            if is_ring or not isinstance(shape, Stroke):
                path.close()
        return path

    def _write_shape(self, shape: Shape, ink: Ink, dashes: Sequence[float] = ()) -> None:
        color = _color(ink)
        if is_line := isinstance(shape, Ring | Stroke):
            self.canvas.setStrokeColor(color)
            self.canvas.setLineWidth(shape.width)
            self.canvas.setDash(list(dashes))
        else:
            self.canvas.setFillColor(color)
        path = self._path(shape)
        self.canvas.drawPath(path, fill=not is_line, stroke=is_line, fillMode=EVEN_ODD)

    def _write_text(self, text: Text) -> None:
        draw = {
            "start": self.canvas.drawString,
            "middle": self.canvas.drawCentredString,
            "end": self.canvas.drawRightString,
        }[text.anchor]
        self.canvas.setFillColor(_color(text.ink))
        self.canvas.setFont(_font(text.is_bold), text.size)
        draw(*text.at, text.text)

    def _write_group(self, group: Group) -> None:
        self.canvas.saveState()
        clip = self._path(group.clip)
        self.canvas.clipPath(clip, stroke=0, fill=0, fillMode=EVEN_ODD)
        self._write_all(group.items)
        self.canvas.restoreState()

    def _write_copy(self, copy: Copy) -> None:
        self.canvas.saveState()
        window = self._path(copy.window.patch)
        self.canvas.clipPath(window, stroke=0, fill=0)
        self.canvas.translate(*copy.shift)
        self.canvas.doForm(self.forms[copy.drawing])
        self.canvas.restoreState()


def _color(ink: Ink) -> PdfColor:
    red, green, blue = PAPER.rgb(ink)
    return PdfColor(red / 255, green / 255, blue / 255)
