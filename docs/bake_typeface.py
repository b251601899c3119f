"""Makes the files of companion/ui/fonts from the typeface as it is published.

``make typeface`` runs it where fontTools is: digits get their tabular forms and a zero
without a slash, since SDL cannot switch on a feature of a font; the advances and the
kerning of all letters go into spacing.json, since SDL sets letters at whole pixels only.
Run on files that it has made it changes nothing.  FONTLOG.txt there tells it to others.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates

FAMILY = "AtkinsonHyperlegibleNext-"
FONTS = Path(__file__).parent.parent / "companion" / "ui" / "fonts"
DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def main(folder: Path) -> None:
    """Bake the fonts in *folder* into the repository."""
    spacing = {}
    for weight in ("Regular", "Bold"):
        font = TTFont(folder / f"{FAMILY}{weight}.ttf", recalcTimestamp=False)
        for name in ("zero", "zero.tf"):
            open_zero(font, name)
        tabular = {ord("0") + digit: f"{name}.tf" for digit, name in enumerate(DIGITS)}
        for table in font["cmap"].tables:
            table.cmap.update(tabular)
        font.save(FONTS / f"{FAMILY}{weight}.ttf")
        spacing[weight] = spacing_of(font)
    text = json.dumps(spacing, ensure_ascii=False, separators=(",", ":"))
    (FONTS / "spacing.json").write_text(text.replace("],", "],\n") + "\n", encoding="utf-8")


def open_zero(font: TTFont, name: str) -> None:
    """Give the zero one hole in place of two: a quarter of their outer edge, mirrored."""
    glyph = font["glyf"][name]
    glyph.expand(font["glyf"])
    if glyph.numberOfContours != 3:
        return  # It is open, or made from the other one.
    outer, left_hole, _ = glyph.endPtsOfContours
    points = [*glyph.coordinates]
    middle, bottom = points[outer + 1]
    (left, center), *bends = points[left_hole - 3 : left_hole + 1]
    half, height = middle - left, center - bottom
    side = [(middle - x, center - y) for x, y in bends]
    # Counterclockwise from the bottom.
    hole = [
        (0, -height), *((x, -y) for x, y in side[::-1]),
        (half, 0), *side,
        (0, height), *((-x, y) for x, y in side[::-1]),
        (-half, 0), *((-x, -y) for x, y in side),
    ]  # fmt: skip
    moved = [(middle + x, center + y) for x, y in hole]
    glyph.coordinates = GlyphCoordinates([*points[: outer + 1], *moved])
    glyph.flags = bytearray([*glyph.flags[: outer + 1], *(int(0 in one) for one in hole)])
    glyph.endPtsOfContours = [outer, outer + len(hole)]
    glyph.numberOfContours = 2


def spacing_of(font: TTFont) -> dict[str, object]:
    """Return how far each letter takes the pen, and the kerning of each two.

    In units of the font.  A letter has its advance, its ink from and to, and the row and
    the column of *kerning* that tell what is added between it and the next, and the last.
    """
    # What the typeface has not is drawn as its box, and stands where U+FFFD would.
    names = {**font.getBestCmap(), 0xFFFD: ".notdef"}
    kerning = {first: kerning_after(font, first, names.values()) for first in names.values()}
    rows = {first: tuple(kerning[first]) for first in kerning}
    kinds = [*dict.fromkeys(rows.values())]
    columns = {name: tuple(row[n] for row in kinds) for n, name in enumerate(names.values())}
    others = [*dict.fromkeys(columns.values())]
    letters = {
        chr(code): [
            font["hmtx"][name][0], *ink(font, name),
            kinds.index(rows[name]), others.index(columns[name]),
        ]
        for code, name in names.items()
    }  # fmt: skip
    return {"letters": letters, "kerning": [[*row] for row in zip(*others, strict=True)]}


def ink(font: TTFont, name: str) -> tuple[int, int]:
    """Return from where to where the glyph has ink."""
    glyph = font["glyf"][name]
    return (glyph.xMin, glyph.xMax) if glyph.numberOfContours else (0, 0)


def kerning_after(font: TTFont, first: str, names: list[str]) -> list[int]:
    """Return what is added between *first* and each of *names*."""
    gpos = font["GPOS"].table
    features = [one.Feature for one in gpos.FeatureList.FeatureRecord if one.FeatureTag == "kern"]
    lookups = sorted({number for one in features for number in one.LookupListIndex})
    return [
        sum(_pair(gpos.LookupList.Lookup[number], first, second) for number in lookups)
        for second in names
    ]


def _pair(lookup: object, first: str, second: str) -> int:
    """Return what the first table that has both says."""
    for table in lookup.SubTable:
        table = getattr(table, "ExtSubTable", table)
        if first not in table.Coverage.glyphs:
            continue
        if table.Format == 2:
            row = table.Class1Record[table.ClassDef1.classDefs.get(first, 0)]
            record = row.Class2Record[table.ClassDef2.classDefs.get(second, 0)]
            return record.Value1.XAdvance if record.Value1 else 0
        for record in table.PairSet[table.Coverage.glyphs.index(first)].PairValueRecord:
            if record.SecondGlyph == second:
                return record.Value1.XAdvance if record.Value1 else 0
    return 0


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FONTS)
