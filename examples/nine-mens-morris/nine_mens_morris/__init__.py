"""Nine Men's Morris, a game from outside: a folder with everything of it."""

from companion.contract import GamePlugin

PLUGIN = GamePlugin(
    __name__,
    rules="rules:MORRIS",
    title="Nine Men's Morris",
    words="words:WORDS",
    search="search:KNOWLEDGE",
    license="MIT",
    minutes=20,
)
