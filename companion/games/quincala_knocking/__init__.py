"""The Mini Quincala Knocking Game, a folder with everything of it."""

from companion.contract.plugin import GamePlugin

PLUGIN = GamePlugin(
    __name__,
    rules="rules.game:KNOCKING",
    search="search.evaluator:KNOWLEDGE",
    reasons="search.reasons:reasons",
)
