"""A surface that notes which texts are written on it, and where, and keeps no picture."""

import itertools
import re
from functools import cache

import pygame

from companion.testing.catalog import read_translation
from tests.ui.name_scenes import LONG_NAMES
from tests.words.translated import FILES, pattern_of

SHORTENED = {name[:end].rstrip() for name in LONG_NAMES for end in range(len(name))}


class Paper(pygame.Surface):
    """
    A surface of its own, on which nothing stays: to paint it takes longer than all else.

    Args:
        size: in pixels.
        text_of: tells what is written on a picture; empty for any other picture.

    Attributes:
        texts: each text with the rectangle of its ink, as far as the clip lets it show.
    """

    def __init__(self, size, text_of):
        super().__init__(size, 0, 32)
        self._text_of = text_of
        self._clip = self.get_rect()
        self.texts: list[tuple[str, pygame.Rect]] = []
        super().set_clip((0, 0, 0, 0))

    def set_clip(self, rect):
        self._clip = self.get_rect() if rect is None else self.get_rect().clip(rect)

    def get_clip(self):
        return self._clip.copy()

    def begin_anew(self, text_of):
        """Forget what was written, and ask *text_of* from now on."""
        self._text_of = text_of
        self.texts = []

    def blit(self, source, dest, *rest, **more):
        text = self._text_of(source)
        if text:
            ink = source.get_bounding_rect().move(tuple(dest)[:2]).clip(self._clip)
            if ink.w and ink.h:
                self.texts.append((text, ink))
        return super().blit(source, dest, *rest, **more)


def cut_texts(paper) -> list[str]:
    """Return the texts that had no room; a begun move ends in an ellipsis of its own.

    A name may be shortened.
    """
    ended = (text for text, _ in paper.texts if text.endswith("…") and not text.endswith(" …"))
    ended = (text for text in ended if text[:-1] not in SHORTENED)
    return [text for text in ended if not any(whole.fullmatch(text) for whole in going_on())]


@cache
def going_on() -> list[re.Pattern]:
    """Patterns of the messages, in every language, that end in an ellipsis of their own."""
    entries = (entry for file in FILES.values() for entry in read_translation(file))
    texts = {
        text for entry in entries for text in (entry.id, entry.string) if isinstance(text, str)
    }
    return [pattern_of(text) for text in sorted(texts) if re.search(r"\w…$", text)]


def unreadable_texts(paper):
    """Return the texts that are not whole on the paper, and each two that lie over each other."""
    beside = [(text, ink) for text, ink in paper.texts if not paper.get_rect().contains(ink)]
    pairs = itertools.combinations(paper.texts, 2)
    return beside + [(one, other) for one, other in pairs if one[1].colliderect(other[1])]
