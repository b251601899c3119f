"""What ``companion convert`` tells of what a record has no place for."""

from __future__ import annotations

from companion.words.translate import Phrase

UNUSED = Phrase("Not kept: {what}")
_OPENING_CUT = Phrase("The comment before the first move was cut at {limit} characters.")
_CUT = Phrase("The comment on move {ply} was cut at {limit} characters.")


def cut_text(ply: int, limit: int) -> str:
    """Return that the comment on the ply with this number, 0 for none, is longer than *limit*."""
    return _CUT(ply=ply, limit=limit) if ply else _OPENING_CUT(limit=limit)
