"""A sitting in a language that ships, and what those languages are."""

import re

from companion.ports import ButtonName
from companion.testing.catalog import PROGRAM, read_translation, translations_in
from companion.words.buttons import button_title
from companion.words.translate import tr
from tests.sitting import Sitting

FILES = {file.parent.parent.name: file for file in translations_in(PROGRAM / "locale")}
LANGUAGES = tuple(FILES)


class SittingIn(Sitting):
    """A sitting in another language, whose fingers know lines and buttons in English."""

    def __init__(self, language, *args, **values):
        entries = [entry for entry in read_translation(FILES[language]) if entry.id]
        self._told = {entry.id: entry.string for entry in entries if isinstance(entry.id, str)}
        super().__init__(*args, **values)

    def tap(self, title: str) -> None:
        super().tap(self._called(title))

    def walk_to(self, title: str) -> None:
        super().walk_to(self._called(title))

    def _called(self, title: str) -> str:
        known = (*map(button_title, ButtonName), *self.scene.entries())
        if title in known or tr(title) in known:
            return title if title in known else tr(title)
        for english, told in self._told.items():
            filled = filled_like(title, english, told) if "{" in english else None
            if filled in known:
                return filled
        return title


def filled_like(title, english, told):
    """Return *told* with what fills *english* in *title*; None where that is another sentence."""
    names = re.findall(r"\{(\w+)\}", english)
    pattern = "(.+)".join(map(re.escape, re.split(r"\{\w+\}", english)))
    found = re.fullmatch(pattern, title)
    if found is None or not names:
        return None
    return told.format(**dict(zip(names, map(tr, found.groups()), strict=True)))
