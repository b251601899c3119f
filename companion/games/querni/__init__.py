"""Querni, a folder with everything of it."""

from companion.contract import GamePlugin

PLUGIN = GamePlugin(
    __name__,
    rules="rules:QUERNI",
    words="words:WORDS",
    search="search:KNOWLEDGE",
    reasons="search:reasons",
    minutes=20,
)
