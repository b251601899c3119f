"""Quincala Mixing, a folder with everything of it."""

from companion.contract.plugin import GamePlugin

PLUGIN = GamePlugin(
    __name__,
    rules="rules.game:MIXING",
    words="words.words:WORDS",
    search="search.evaluator:KNOWLEDGE",
    reasons="search.reasons:reasons",
    minutes=40,
)
