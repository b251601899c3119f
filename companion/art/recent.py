"""A cache of the things used most recently, for pictures that cost time to draw."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made")


class RecentCache(Generic[Key, Made]):
    """Keeps things up to a total weight and forgets those that were not used for longest.

    Args:
        most: the total weight; the newest thing is kept even if it alone weighs more.
        weigh: gives the weight of a thing; without it each weighs 1.
    """

    def __init__(self, most: int, weigh: Callable[[Made], int] | None = None) -> None:
        self.most = most
        self.weight = 0
        self._weigh = weigh or (lambda made: 1)
        self._made: OrderedDict[Key, Made] = OrderedDict()

    def __len__(self) -> int:
        """Return how many things are kept."""
        return len(self._made)

    def get_or_make(self, key: Key, make: Callable[[], Made]) -> Made:
        """Return what is kept for *key*, made now when it is not there."""
        try:
            self._made.move_to_end(key)
            return self._made[key]
        except KeyError:
            # Outside of this, where an error of *make* would come of another one.
            pass
        made = self._made[key] = make()
        self.weight += self._weigh(made)
        while self.weight > self.most and len(self._made) > 1:
            self.weight -= self._weigh(self._made.popitem(last=False)[1])
        return made
