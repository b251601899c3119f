"""How far something is that takes long: a bar with the time left, where somebody watches."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, Self, TypeVar

if TYPE_CHECKING:
    from tqdm import tqdm

Step = TypeVar("Step")

LOOK: Final = "{desc}: {percentage:3.0f}%|{bar}| {elapsed}, {remaining} left"


class Bar:
    """A bar on standard error, gone when all is done; nothing where that is no terminal.

    Args:
        whole: what `reach` is told when all is done.
        what: is going on, in a few words.
    """

    def __init__(self, whole: float, what: str) -> None:
        self._bar: tqdm[None] | None = None
        if sys.stderr is not None and sys.stderr.isatty():
            # Imported here: most commands are over before anybody could look.
            from tqdm import tqdm

            self._bar = tqdm(total=whole, desc=what, leave=False, bar_format=LOOK, file=sys.stderr)

    def reach(self, done: float) -> None:
        """Show that so much is *done*; it never goes back."""
        if self._bar is not None:
            self._bar.update(max(0.0, done - self._bar.n))

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.close()


def watched(steps: Sequence[Step], what: str) -> Iterator[Step]:
    """Yield *steps*, and show on a bar how many of them are done."""
    with Bar(len(steps), what) as bar:
        for number, step in enumerate(steps):
            bar.reach(number)
            yield step


@contextlib.contextmanager
def cleared() -> Iterator[None]:
    """Take all bars away for as long as something is printed."""
    if "tqdm" not in sys.modules:
        yield
        return
    from tqdm import tqdm

    with tqdm.external_write_mode(file=sys.stderr):
        yield
