"""Positions of Querni in which there is something to see."""

from companion.contract import Position
from companion.match.match import Match, NewMatch
from companion.plugins import find_game
from companion.ui import destinations as to

QUERNI = find_game("querni")

CHAIN_OF_FIVE = (
    "13p,7p,12p,.,1p,.,2p,14p,.,11p/.,.,.,.,.,15p,8p,.,.,5p/.,.,.,.,10p,.,.,9p,16p,4p/"
    ".,.,2b,3b,.,.,.,.,.,./8b,12b,.,16b,4b,13b,14b,.,10b,9b/.,11b,.,1b,15b,5b,6b,.,.,7b/"
    ".,.,.,.,.,.,.,.,.,. b quiet=12"
)
"""Blue's chain 2 to 6 winds from c4 to g2; of Pink's tiles 3 and 6 have left."""

BLOCKED = (
    ".,.,.,.,.,.,.,.,.,./.,.,.,.,.,.,.,.,.,./.,.,.,.,.,.,.,.,.,./.,.,.,.,.,.,.,.,.,./"
    "5p,.,9p,.,.,.,.,.,.,./1p,3p,.,.,.,.,.,.,.,./1b,2p,7p,.,.,.,.,.,.,. b"
)
"""Blue's only tile can go nowhere."""

LAST_CHAIN = (
    ".,.,.,.,.,.,.,.,.,./.,.,.,.,.,1p,2p,.,.,./.,.,.,.,.,.,.,3p,.,./.,.,.,.,.,.,.,.,.,./"
    ".,.,.,.,.,.,.,.,.,./.,7b,.,.,.,.,.,.,.,./5b,6b,.,.,.,.,.,.,.,. b quiet=28"
)
"""Blue removes its last tiles, or the game is a draw after two more plies."""


def position(text: str) -> Position:
    return QUERNI.from_text(text)


def sites(names: str) -> tuple[int, ...]:
    """Return the squares whose names *names* lists."""
    board = QUERNI.initial().board
    return tuple(board.site_of(name) for name in names.split())


def play_from(sitting, text: str, seed: int = 0) -> None:
    """Sit down at the position *text*, as if the game had begun with it."""
    match = Match.start(NewMatch(QUERNI, seed=seed, position=position(text)))
    sitting.stage.go(to.Play(match))
    sitting.ticks(3)
