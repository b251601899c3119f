"""The lines of tests/data/wire, for the tests of both ends of the wire."""

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "data" / "wire"


def vectors(what, file="checked.txt"):
    """Return the fields after the first one of each line of *file* that begins with *what*."""
    text = (FOLDER / file).read_text()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    rows = [[part.strip() for part in line.split("|")] for line in lines]
    fields = [row[1:] for row in rows if row[0] == what]
    assert fields, what
    return fields
