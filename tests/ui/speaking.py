"""A sitting in a language that ships."""

from functools import cache

from companion.ports import ButtonName
from companion.words.buttons import button_title
from tests.sitting import Sitting
from tests.words.translated import Translation

translation_of = cache(Translation)


class SittingIn(Sitting):
    """A sitting in another language, whose fingers know lines and buttons in English."""

    def __init__(self, language, *args, **values):
        self._translation = translation_of(language)
        super().__init__(*args, **values)

    def tap(self, title: str) -> None:
        super().tap(self._called(title))

    def walk_to(self, title: str) -> None:
        super().walk_to(self._called(title))

    def _called(self, title: str) -> str:
        known = (*map(button_title, ButtonName), *self.scene.entries())
        return self._translation.called(title, known)
