"""What every game promises: positions, half-made turns, options, a board; never a sentence.

The standard library alone: a game's rules import this and nothing else of the program.
"""

from companion.contract.board import (
    DIRECTIONS,
    Board,
    LampGrid,
    Site,
    board_of,
    parse_board,
    read_board,
)
from companion.contract.half_move import HalfMove
from companion.contract.options import (
    SEED_LIMIT,
    Choices,
    Options,
    OptionSpec,
    OptionValue,
    check_seed,
    option_text,
)
from companion.contract.plugin import GamePlugin
from companion.contract.position import Game, Position
from companion.contract.values import (
    Claim,
    Countdown,
    Fact,
    FactValue,
    Hands,
    Lifted,
    Move,
    Outcome,
    Piece,
    Placement,
    Progress,
    Refusal,
    RefusedError,
    Side,
    Token,
    Touch,
    removed_sites,
)

__all__ = [
    "DIRECTIONS",
    "SEED_LIMIT",
    "Board",
    "Choices",
    "Claim",
    "Countdown",
    "Fact",
    "FactValue",
    "Game",
    "GamePlugin",
    "HalfMove",
    "Hands",
    "LampGrid",
    "Lifted",
    "Move",
    "OptionSpec",
    "OptionValue",
    "Options",
    "Outcome",
    "Piece",
    "Placement",
    "Position",
    "Progress",
    "Refusal",
    "RefusedError",
    "Side",
    "Site",
    "Token",
    "Touch",
    "board_of",
    "check_seed",
    "option_text",
    "parse_board",
    "read_board",
    "removed_sites",
]
