"""The Mini Quincala Knocking Game, a folder with everything of it."""

from companion.contract.plugin import GamePlugin

PLUGIN = GamePlugin(
    __name__,
    rules="rules.game:KNOCKING",
    words="words.words:WORDS",
    search="search.evaluator:KNOWLEDGE",
    reasons="search.reasons:reasons",
    minutes=20,
)
