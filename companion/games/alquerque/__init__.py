"""Alquerque, a folder with everything of it."""

from companion.contract import GamePlugin

PLUGIN = GamePlugin(
    __name__,
    rules="rules.game:ALQUERQUE",
    words="words:WORDS",
    search="search.evaluator:KNOWLEDGE",
    notation="rules.pdn:PDN",
    reasons="search.evaluator:reasons",
    minutes=15,
)
