"""A language as it ships, for tests that know lines and buttons by their English."""

import re
from collections import defaultdict
from functools import cache

from companion.testing.catalog import PROGRAM, read_translation, translations_in

FILES = {file.parent.parent.name: file for file in translations_in(PROGRAM / "locale")}
LANGUAGES = tuple(FILES)

PLACE = re.compile(r"\{[^}]*\}")
"""Where something is filled in."""


class Translation:
    """The messages of a language, and how its sentences are told from those in English."""

    def __init__(self, language):
        entries = [entry for entry in read_translation(FILES[language]) if entry.id]
        pairs = [(entry.id, entry.string) for entry in entries if isinstance(entry.id, str)]
        self._translations = defaultdict(list)
        for english, translation in pairs:
            self._translations[english].append(translation)
        # The one with the most words of its own is meant.
        self._filled_in = sorted(
            (
                pair
                for pair in pairs
                # What is quoted is of an error, which no screen has as a title.
                if PLACE.sub("", pair[0]) not in ("", pair[0]) and "!r" not in pair[0]
            ),
            key=lambda pair: -len(PLACE.sub("", pair[0])),
        )
        translations = {PLACE.sub("", translation) for _, translation in pairs}
        self._english = [
            pattern_of(english)
            for english, _ in pairs
            if len(re.findall("[A-Za-z]{3,}", PLACE.sub("", english))) > 1
            and PLACE.sub("", english) not in translations
        ]

    def readings(self, title):
        """All that *title*, whole or with something filled in, may be called, itself last."""
        yield from self._translations.get(title, ())
        for english, translation in self._filled_in:
            if match := pattern_of(english).fullmatch(title):
                names = (place[1:-1] for place in PLACE.findall(english))
                filled = (next(self.readings(text)) for text in match.groups())
                yield translation.format(**dict(zip(names, filled, strict=True)))
        yield title

    def called(self, title, known):
        """What *title* is called where only *known* titles are."""
        # A message may stand there with a capital that it does not have.
        small = self.readings(title[:1].lower() + title[1:])
        readings = (*self.readings(title), *(each[:1].upper() + each[1:] for each in small))
        return next((reading for reading in readings if reading in known), title)

    def is_english(self, text):
        """Whether *text* is a message that was left as it is: two words at least."""
        return any(english.fullmatch(text) for english in self._english)


@cache
def pattern_of(english):
    """A pattern of *english* with anything filled in; there are too many for those of `re`."""
    return re.compile("(.+)".join(map(re.escape, PLACE.split(english))))
