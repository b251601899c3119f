"""Quincy, a folder with everything of it."""

from companion.contract import GamePlugin

PLUGIN = GamePlugin(
    __name__,
    rules="rules:QUINCY",
    words="words:WORDS",
    search="search:KNOWLEDGE",
    reasons="search:reasons",
    look="look:LOOK",
    minutes=30,
)
