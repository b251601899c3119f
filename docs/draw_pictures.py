"""Draws the pictures of docs/building.md from the boards and the default settings.

``make pictures`` runs it; a test holds the kept pictures to what it draws.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

from gpiozero import pi_info

from companion.config.values import ButtonConfig
from companion.plugins import load_board
from companion.ui.lamps import Panel

PICTURES = Path(__file__).parent / "pictures"
INK, PAPER, BOX, PALE = "#222", "#fff", "#f3efe6", "#c9c9c9"
FIVE_VOLT, GROUND, DATA, USB = "#b3261e", "#222", "#1b7a3d", "#1f5fa8"

BOARDS = {
    "alquerque": "Alquerque",
    "mini-quincala": "Mini Quincala Knocking",
    "quincala": "Quincala Mixing",
    "quincy": "Quincy",
    "querni": "Querni",
}
"""The boards in the order of the picture, by the names of their games."""

FORTY_PINS = "a02082"
"""The revision of a Raspberry Pi 3B, whose header all later ones have."""


class Picture:
    """An SVG picture of *width* by *height*, called *title* by programs that read it out."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self._lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
            'aria-labelledby="title" font-family="sans-serif" font-size="15">',
            f'<title id="title">{escape(title)}</title>',
        ]
        self.box(0, 0, width, height, fill=PAPER, stroke="none", round_by=0)

    def box(
        self, x: float, y: float, w: float, h: float,
        fill: str = BOX, stroke: str = INK, round_by: float = 6,
    ) -> None:  # fmt: skip
        """Add a rectangle."""
        self._lines.append(
            f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{round_by:g}" '
            f'fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>'
        )

    def text(
        self, x: float, y: float, text: str,
        anchor: str = "middle", color: str = INK, size: int = 15, bold: bool = False,
    ) -> None:  # fmt: skip
        """Add a line of *text*; the anchor is ``start``, ``middle`` or ``end``."""
        weight = ' font-weight="bold"' if bold else ""
        self._lines.append(
            f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{color}" '
            f'font-size="{size}"{weight}>{escape(text)}</text>'
        )

    def wire(self, path: str, color: str, width: float = 2.5) -> None:
        """Add a line along *path*, in SVG's own words."""
        self._lines.append(
            f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{width:g}" '
            'stroke-linejoin="round"/>'
        )

    def dot(self, x: float, y: float, color: str, radius: float = 4) -> None:
        """Add a disc, such as a joint of wires."""
        self._lines.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{color}"/>')

    def as_text(self) -> str:
        """Return the file."""
        return "\n  ".join(self._lines) + "\n</svg>\n"


def table() -> Picture:
    """Return all parts and what joins them."""
    picture = Picture(860, 370, "The parts of a table and the cables between them")
    boxes = (
        (30, 30, "Raspberry Pi", "with a touchscreen"),
        (30, 170, "Four buttons", "Back, Next, Hint, Confirm"),
        (330, 30, "Controller", "WLED or Arduino"),
        (630, 30, "Panel of lamps", "16×16, under the board"),
        (630, 170, "Power supply, 5 V", "for the lamps alone"),
        (30, 280, "Power supply", "of the Raspberry Pi"),
    )
    for x, y, name, what in boxes:
        picture.box(x, y, 200, 70)
        picture.text(x + 100, y + 30, name, bold=True)
        picture.text(x + 100, y + 52, what, size=14)
    picture.wire("M230 65 H330", USB)
    picture.text(280, 55, "USB", color=USB)
    picture.wire("M530 65 H630", DATA)
    picture.text(580, 55, "data", color=DATA)
    picture.text(580, 88, "level shifter,", size=13, color=DATA)
    picture.text(580, 105, "resistor", size=13, color=DATA)
    picture.wire("M130 100 V170", INK)
    picture.text(142, 141, "4 pins and ground", "start", size=14)
    picture.wire("M30 65 H12 V315 H30", FIVE_VOLT)
    picture.wire("M690 170 V100", FIVE_VOLT)
    picture.text(680, 141, "5 V", "end", FIVE_VOLT)
    picture.wire("M770 170 V100", GROUND)
    picture.text(780, 141, "ground", "start", GROUND)
    picture.wire("M630 205 H430 V100", GROUND)
    picture.text(442, 196, "the same ground", "start", GROUND)
    return picture


def lamps() -> Picture:
    """Return how the panel is wired to its supply and its controller."""
    picture = Picture(860, 470, "Wiring of the lamps: supply, capacitor, level shifter, resistor")
    picture.box(30, 60, 180, 150)
    picture.text(120, 88, "Controller", bold=True)
    picture.text(120, 108, "ESP32, 3.3 V", size=14)
    picture.text(200, 145, "data", "end", DATA)
    picture.text(200, 185, "ground", "end")
    picture.wire("M120 60 V28 H140", USB)
    picture.text(146, 33, "USB to the Raspberry Pi", "start", USB, 14)
    picture.box(310, 60, 180, 150)
    picture.text(400, 88, "74AHCT125", bold=True)
    picture.text(400, 108, "level shifter", size=14)
    for y, pin in ((145, "2 1A"), (170, "1 1OE"), (195, "7 GND")):
        picture.text(320, y, pin, "start", size=14)
    for y, pin in ((145, "1Y 3"), (170, "VCC 14")):
        picture.text(480, y, pin, "end", size=14)
    picture.box(660, 60, 170, 150)
    picture.text(745, 88, "Panel", bold=True)
    picture.text(745, 108, "lamp 0 here", size=14)
    picture.text(670, 145, "DIN", "start", DATA)
    picture.text(700, 200, "5 V", color=FIVE_VOLT)
    picture.text(785, 200, "GND")
    picture.box(30, 280, 140, 110)
    picture.text(95, 332, "Supply", bold=True)
    picture.text(95, 354, "5 V", size=14)
    picture.text(160, 305, "−", "end")
    picture.text(160, 376, "+", "end", FIVE_VOLT)

    picture.wire("M210 140 H310", DATA)
    picture.text(260, 130, "3.3 V", color=DATA, size=14)
    picture.wire("M490 140 H540 M610 140 H660", DATA)
    picture.text(515, 130, "5 V", color=DATA, size=14)
    picture.box(540, 130, 70, 20, fill=PAPER, stroke=DATA, round_by=2)
    picture.text(575, 120, "330 Ω", color=DATA, size=14)

    picture.wire("M170 300 H785 V210", GROUND)
    picture.wire("M210 180 H240 V300", GROUND)
    picture.wire("M310 165 H280 V300 M310 190 H280", GROUND)
    for x, y in ((240, 300), (280, 300), (280, 190), (610, 300)):
        picture.dot(x, y, GROUND)
    # The hops where 5 V passes ground without touching it.
    picture.wire("M170 370 H200 M250 370 H700 V308 A8 8 0 0 1 700 292 V210", FIVE_VOLT)
    picture.wire("M490 165 H520 V292 A8 8 0 0 1 520 308 V370", FIVE_VOLT)
    picture.box(200, 361, 50, 18, fill=PAPER, stroke=FIVE_VOLT, round_by=2)
    picture.text(225, 398, "fuse", color=FIVE_VOLT, size=14)
    picture.dot(520, 370, FIVE_VOLT)
    picture.dot(610, 370, FIVE_VOLT)
    picture.wire("M610 300 V331 M592 331 H628", GROUND)
    picture.wire("M610 370 V341 M592 341 H628", FIVE_VOLT)
    picture.text(640, 341, "+", "start", FIVE_VOLT, 14)
    picture.text(584, 341, "1000 µF", "end", size=14)
    picture.text(430, 430, "A controller of 5 V (Uno, Nano) needs no level shifter:", size=14)
    picture.text(430, 450, "its data pin goes straight to the resistor.", size=14)
    return picture


def buttons() -> Picture:
    """Return which pins of the header the buttons join to ground."""
    picture = Picture(860, 365, "Four buttons between their pins of the header and ground")
    pins = pi_info(FORTY_PINS).headers["J8"].pins
    places = {number: (42 + 40 * ((number - 1) // 2), 50 + 36 * (number % 2)) for number in pins}
    used = {f"GPIO{pin}": name for name, pin in button_pins().items()}
    picture.text(430, 22, "the edge of the Raspberry Pi", size=14)
    picture.box(20, 30, 820, 78)
    ground = next(number for number in sorted(pins, reverse=True) if pins[number].name == "GND")
    ground_x, ground_y = places[ground]
    picture.wire(f"M130 340 H{ground_x} V{ground_y}", GROUND)
    picture.text(ground_x - 10, 308, f"pin {ground}:", "end", size=14)
    picture.text(ground_x - 10, 326, "ground", "end", size=14)
    wired = [number for number in sorted(pins) if pins[number].name in used]
    for at, number in enumerate(wired):
        (x, y), button_x = places[number], 130 + 180 * at
        picture.wire(f"M{x} {y} V{128 + 18 * at} H{button_x} V250", DATA)
        _button(picture, button_x, used[pins[number].name].title(), pins[number].name, number)
    for number, (x, y) in places.items():
        is_wired = number in wired or number == ground
        picture.dot(x, y, INK if is_wired else PALE, 13)
        picture.text(x, y + 5, str(number), color=PAPER if is_wired else INK, size=13)
    return picture


def _button(picture: Picture, x: float, name: str, gpio: str, pin: int) -> None:
    picture.text(x + 14, 218, gpio.replace("GPIO", "GPIO "), "start", DATA)
    picture.text(x + 14, 237, f"pin {pin}", "start", DATA, 14)
    picture.wire(f"M{x} 290 V340", GROUND)
    picture.wire(f"M{x - 16} 262 V278 M{x - 16} 270 H{x - 30}", INK)
    picture.dot(x, 250, INK)
    picture.dot(x, 290, INK)
    picture.wire(f"M{x - 12} 252 V288", INK)
    picture.text(x + 14, 275, name, "start", bold=True)
    picture.dot(x, 340, GROUND)


def button_pins() -> dict[str, int]:
    """Return the pin of each button by default, as the chip numbers them."""
    defaults = ButtonConfig()
    return {name: getattr(defaults, name) for name in ("back", "next", "hint", "confirm")}


def boards() -> Picture:
    """Return the lamps of one 16×16 panel that each board uses, and how the strip runs."""
    picture = Picture(860, 640, "The lamps of a 16 by 16 panel that each board uses")
    panel = Panel(16, 16)
    for at, (name, title) in enumerate(BOARDS.items()):
        left, top = _cell(picture, at, title)
        board = load_board(name)
        grid = board.lamps[panel.name]
        spots = [(grid.first[0] + f * grid.pitch, grid.first[1] + r * grid.pitch)
                 for f, r in board.places]  # fmt: skip
        for column in range(panel.width):
            for row in range(panel.height):
                is_used = (column, row) in spots
                x, y = left + 15 * column, top + 15 * (panel.height - 1 - row)
                picture.dot(x, y, USB if is_used else PALE, 5.5 if is_used else 2)
    left, top = _cell(picture, len(BOARDS), "The strip")
    strip = sorted(
        (panel.pixel_of(c, r), left + 15 * c, top + 15 * (panel.height - 1 - r))
        for c in range(panel.width) for r in range(panel.height)
    )  # fmt: skip
    picture.wire("M" + " L".join(f"{x} {y}" for _, x, y in strip), PALE, 3)
    for (number, x, y), label_y in ((strip[0], 15), (strip[-1], -7)):
        picture.dot(x, y, USB, 5.5)
        picture.text(x, y + label_y, str(number), color=USB, size=12, bold=True)
    return picture


def _cell(picture: Picture, at: int, title: str) -> tuple[float, float]:
    """Draw the frame of the panel called *title*, and return its far left lamp."""
    left, top = 20 + 280 * (at % 3), 40 + 310 * (at // 3)
    picture.text(left + 130, top - 12, title, bold=True)
    picture.box(left, top, 260, 260)
    return left + 17.5, top + 17.5


DRAWN = {
    "build-table": table,
    "build-lamps": lamps,
    "build-buttons": buttons,
    "build-boards": boards,
}
"""What draws each picture, by the name of its file."""


def main() -> None:
    """Write all pictures."""
    for name, draw in DRAWN.items():
        (PICTURES / f"{name}.svg").write_text(draw().as_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
