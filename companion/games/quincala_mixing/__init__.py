"""Quincala Mixing, a folder with everything of it."""

from companion.contract import GamePlugin

PLUGIN = GamePlugin(
    __name__,
    rules="rules:MIXING",
    words="words:WORDS",
    search="search:KNOWLEDGE",
    reasons="search:reasons",
    minutes=40,
)
