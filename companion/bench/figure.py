"""One figure of the bench, and how it is told beside its target."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.storage.json_text import Json


@dataclass(frozen=True)
class Figure:
    """One thing to measure.

    Attributes:
        name: what is measured.
        unit: of the value and the target.
        target: the value wanted.
        is_most: the target is the most that is wanted, else the least.
        is_deep: it takes minutes.
    """

    name: str
    unit: str
    target: float
    measure: Callable[[], float]
    is_most: bool = True
    is_deep: bool = False

    def is_met(self, value: float) -> bool:
        """Return whether *value* reaches the target."""
        return value <= self.target if self.is_most else value >= self.target

    def line(self, value: float) -> str:
        """Return the figure with its target, marked where it misses."""
        sign = "<=" if self.is_most else ">="
        mark = "ok" if self.is_met(value) else "MISSED"
        told = f"{value:10.2f} {self.unit:4}  target {sign} {self.target:.4g} {self.unit}"
        return f"{self.name:62} {told:40} {mark}"

    def data(self, value: float) -> Json:
        """Return the same as what a JSON document holds."""
        return {
            "name": self.name,
            "unit": self.unit,
            "value": value,
            "target": self.target,
            "is_most": self.is_most,
            "is_met": self.is_met(value),
        }
