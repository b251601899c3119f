"""A start that nobody watches: what is wrong in the configuration is left out, and told.

A program that ends with an error is of no use to whoever stands at a table without a
keyboard, and systemd would start it over and over.  The file itself stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.config.files import SECTIONS, config_of, found_config, with_saved_settings
from companion.config.toml_file import read_named
from companion.config.values import Config
from companion.contract import Board, read_board
from companion.errors import BoardError, ConfigError
from companion.storage.disk import Disk


def usable_config(path: Path | None, state_dir: Path, disk: Disk | None = None) -> Config:
    """Return what `load_config` returns, without the sections that it would refuse.

    `Config.refused` and `Config.problem` tell which, and why.
    """
    disk = disk or Disk()
    path = found_config(path, disk)
    config = Config() if path is None else _usable(path, disk)
    return with_saved_settings(config, state_dir, disk)


def _usable(path: Path, disk: Disk) -> Config:
    try:
        sections = read_named(path, disk)
    except ConfigError as error:
        return Config(refused=frozenset(SECTIONS), problem=str(error))
    good: dict[str, Any] = {}
    problem = ""
    for name, section in sections.items():
        try:
            config_of(path, {**good, name: section})
            good[name] = section
        except ConfigError as error:
            problem = problem or str(error)
    refused = frozenset(sections.keys() - good.keys())
    return replace(config_of(path, good), refused=refused, problem=problem)


def usable_boards(config: Config) -> tuple[Config, Mapping[str, Board]]:
    """Return the boards of *config* that can be used, and *config*, which tells of the others."""
    boards, problem = {}, ""
    for name, path in config.boards.items():
        try:
            boards[name] = read_board(path)
        except BoardError as error:
            problem = problem or str(error)
    if problem:
        refused = config.refused | {"boards"}
        config = replace(config, refused=refused, problem=config.problem or problem)
    return config, boards
