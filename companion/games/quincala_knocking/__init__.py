"""The Mini Quincala Knocking Game, a folder with everything of it."""

from companion.contract import GamePlugin

PLUGIN = GamePlugin(
    __name__,
    rules="rules:KNOCKING",
    words="words:WORDS",
    search="search:KNOWLEDGE",
    reasons="search:reasons",
    minutes=20,
)
