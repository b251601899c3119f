"""The games, a folder each; `companion.plugins` has the list of them."""

# Outside games, and their tests, may ask for these by the name that they had up to 0.1.
from companion.plugins import GAMES as GAMES
from companion.plugins import find_game as find_game
from companion.plugins import load_board as load_board
from companion.plugins import plugin_of as plugin_of
from companion.plugins import plugins as plugins
