"""What stands behind a ply of a record: the program's own tags, then the comment of a person."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from companion.clock.setting import clock_text, parse_clock
from companion.clock.times import both_text, parse_both
from companion.errors import ClockError

HINT_TAG: Final = "[hint]"

_CLOCK: Final = re.compile(r"\[clock (?:([^]\s]+) )?([^]\s]+ [^]\s]+)\]\s*", re.ASCII)


class PlyNote(NamedTuple):
    """What is noted of one ply.

    Attributes:
        clock: what both sides had left after it, as `both_text` tells it; empty without a clock.
        setting: the clock of the game, as `clock_text` names it; it stands at the first ply.
    """

    comment: str = ""
    is_hinted: bool = False
    clock: str = ""
    setting: str = ""

    def text(self) -> str:
        """Return the note as a record has it: ``[hint] [clock 10m 9:58 10:00] a comment``."""
        times = " ".join(filter(None, (self.setting, self.clock)))
        clock_tag = f"[clock {times}]" if self.clock else ""
        hint_tag = HINT_TAG if self.is_hinted else ""
        return " ".join(filter(None, (hint_tag, clock_tag, self.comment)))


def parse_note(text: str) -> PlyNote:
    """Return the note that *text* is; what looks like a tag and tells nothing is comment."""
    text = text.strip()
    is_hinted = text.startswith(HINT_TAG)
    rest = text.removeprefix(HINT_TAG).strip()
    parsed = _CLOCK.match(rest)
    if parsed is None:
        return PlyNote(rest, is_hinted)
    try:
        setting = clock_text(parse_clock(parsed[1] or ""))
        clock = both_text(parse_both(parsed[2]))
    except ClockError:
        return PlyNote(rest, is_hinted)
    return PlyNote(rest[parsed.end() :], is_hinted, clock, setting)


def own_comment(comment: str) -> str:
    """Return *comment*, which a person wrote, without what would be read back as a tag."""
    while (note := parse_note(comment)) != PlyNote(comment):
        comment = note.comment
    return comment
