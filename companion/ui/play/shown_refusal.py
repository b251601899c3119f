"""What was refused last in a turn, as it shows: a site that shakes, and the reason."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from companion.art.marks import Mark
from companion.contract import Site
from companion.ui.board.marks import BoardPicture
from companion.ui.board.pictures import marked_picture

SHAKE_S: Final = 0.4
"""How long a refused site shakes."""

REFUSAL_S: Final = 4.0
"""How long the reason for a refusal stays, unless something else happens before."""


class ShownRefusal(NamedTuple):
    """What was refused: why, the site that was touched or None, and when."""

    text: str
    site: Site | None
    at_s: float

    def is_shaking(self, now_s: float) -> bool:
        """Return whether its site still shakes, where anything moves at all."""
        return now_s - self.at_s < SHAKE_S

    def shown_on(self, picture: BoardPicture, now_s: float, is_animated: bool) -> BoardPicture:
        """Return *picture* with its site crossed out, and shaking if that *is_animated*."""
        if self.site is None:
            return picture
        picture = marked_picture(picture, (self.site,), Mark.ERROR)
        if not is_animated or not self.is_shaking(now_s):
            return picture
        return replace(picture, shaking=(self.site, (now_s - self.at_s) / SHAKE_S))
