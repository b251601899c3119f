"""The titles and comments of the sample games, which the catalog collects from their records."""

from __future__ import annotations

from companion.words.translate import tr


def sample_text(text: str) -> str:
    """Return *text*, the title of a sample game or one of its comments, as players read it."""
    return tr(text)
