"""A data file of a game, read value by value; what its keys mean is for its reader to know."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence

from companion.contract import OptionValue
from companion.errors import Message, PluginError, any_of
from companion.plugins import plugin_of


class DataTable:
    """One table of a data file; *where* is the file and the table, for messages."""

    def __init__(self, values: Mapping[str, object], where: str) -> None:
        self._values = values
        self._where = where

    def fail(self, key: str, expected: str, /, **values: object) -> PluginError:
        """Return the error that *key* should be what is *expected*, a template."""
        return PluginError(
            "{where}: {key}: expected {expected}, got {got!r}",
            where=self._where,
            key=key,
            expected=Message(expected, **values),
            got=self._values.get(key),
        )

    def __contains__(self, key: str) -> bool:
        """Return whether *key* is there."""
        return key in self._values

    def check_keys(self, *known: str) -> None:
        """Check that all keys are among *known*.

        Raises:
            PluginError: another key is there.
        """
        for key in self._values:
            if key not in known:
                raise self.fail(key, "one of {known}", known=", ".join(known))

    def text(self, key: str, default: str) -> str:
        """Return the text of *key*.

        Raises:
            PluginError: it is no text, as of the methods below what they return.
        """
        value = self._values.get(key, default)
        if not isinstance(value, str):
            raise self.fail(key, "a text")
        return value

    def word(self, key: str, allowed: Sequence[str], default: str | None = None) -> str:
        """Return the word of *key*, one of *allowed*."""
        value = self._values.get(key, default)
        if not isinstance(value, str) or value not in allowed:
            raise self.fail(key, any_of(allowed))
        return value

    def whole(self, key: str, allowed: range, default: int | None = None) -> int:
        """Return the whole number of *key*, one of *allowed*."""
        value = self._values.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value not in allowed:
            raise self.fail(key, "{low} to {high}", low=allowed.start, high=allowed.stop - 1)
        return value

    def number(self, key: str, low: float, high: float, default: float | None = None) -> float:
        """Return the number of *key*, *low* to *high*."""
        value = self._values.get(key, default)
        if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
            return value
        raise self.fail(key, "{low} to {high}", low=f"{low:g}", high=f"{high:g}")

    def flag(self, key: str) -> bool:
        """Return whether *key* is true."""
        value = self._values.get(key, False)
        if not isinstance(value, bool):
            raise self.fail(key, "true or false")
        return value

    def options(self, key: str) -> dict[str, OptionValue]:
        """Return the options of the game in the table *key*, empty where there is none."""
        value = self._values.get(key, {})
        if not isinstance(value, dict):
            raise self.fail(key, "a table")
        options = {}
        for name, chosen in value.items():
            if not isinstance(chosen, bool | int | str):
                raise self.fail(key, "options with true, false, whole numbers or texts")
            options[str(name)] = chosen
        return options

    def tables(self, key: str) -> list[DataTable]:
        """Return the tables of the list *key*, empty where there is none."""
        value = self._values.get(key, [])
        if not isinstance(value, list):
            raise self.fail(key, "a list of tables")
        tables = []
        for number, entry in enumerate(value, 1):
            if not isinstance(entry, dict):
                raise self.fail(key, "a list of tables")
            tables.append(DataTable(entry, f"{self._where}: {key} {number}"))
        return tables


def read_data(game: str, name: str) -> DataTable:
    """Return what the file *name* of the game called *game* says; nothing where it has none.

    Raises:
        OptionError: there is no such game.
        PluginError: the file is no TOML.
    """
    plugin = plugin_of(game)
    file, where = plugin.file(name), f"{plugin.folder}/{name}"
    try:
        return DataTable(tomllib.loads(file.read_text("utf-8")) if file else {}, where)
    except ValueError as error:
        reason = " ".join(str(error).split())
        raise PluginError(
            "{where}: expected TOML in UTF-8, got {reason}", where=where, reason=reason
        ) from error
