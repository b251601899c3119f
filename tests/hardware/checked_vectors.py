"""The lines of tests/data/wire/checked.txt, for the tests of both ends of the wire."""

from pathlib import Path

FILE = Path(__file__).parents[1] / "data" / "wire" / "checked.txt"


def vectors(what):
    """Return the fields after the first one of each line that begins with *what*."""
    lines = [line for line in FILE.read_text().splitlines() if not line.startswith("#")]
    rows = [[part.strip() for part in line.split("|")] for line in lines]
    found = [row[1:] for row in rows if row[0] == what]
    assert found, what
    return found
