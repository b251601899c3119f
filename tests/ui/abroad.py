"""A language that nobody speaks: every letter with an accent, every text a third longer."""

import gettext
import re

from companion.ports import ButtonName
from companion.words.buttons import button_title
from tests.sitting import Sitting

ACCENTS = str.maketrans(
    "acdeghijklnorstuwyzACDEGHIJKLNORSTUWYZ",
    "áčďéğĥíĵķľňóřšťúŵýžÁČĎÉĞĤÍĴĶĽŇÓŘŠŤÚŴÝŽ",
)
LETTERS = {accented: plain for plain, accented in ACCENTS.items()}
FILLED_IN = re.compile(r"(\{[^}]*\})")
LONGEST_WORD = 8


def pseudo(message: str) -> str:
    """Return *message* with accents and a third longer; what is filled in stays."""
    parts = FILLED_IN.split(message)
    parts[::2] = [part.translate(ACCENTS) for part in parts[::2]]
    left = sum(map(len, parts[::2])) // 3
    tail = ""
    while left > 1:
        tail += f" {'~' * min(LONGEST_WORD, left - 1)}"
        left -= LONGEST_WORD + 1
    return "".join(parts) + tail


def plain(text: str) -> str:
    """Return *text* in English again."""
    return " ".join(re.sub("~+", " ", text).translate(LETTERS).split())


class PseudoLanguage(gettext.NullTranslations):
    """Knows the messages of *catalog* and no other."""

    def __init__(self, catalog):
        super().__init__()
        self._known = {(entry.context, id) for entry in catalog for id in (entry.id, *entry.id)}

    def gettext(self, message):
        return pseudo(message) if (None, message) in self._known else message

    def pgettext(self, context, message):
        return pseudo(message) if (context, message) in self._known else message

    def ngettext(self, one, many, count):
        return self.gettext(one if count == 1 else many)


class SittingAbroad(Sitting):
    """A sitting whose fingers know lines and buttons by their English titles."""

    def tap(self, title: str) -> None:
        super().tap(self._called(title))

    def walk_to(self, title: str) -> None:
        super().walk_to(self._called(title))

    def _called(self, title: str) -> str:
        known = (*map(button_title, ButtonName), *self.scene.entries())
        return next((text for text in known if plain(text) == title), title)
