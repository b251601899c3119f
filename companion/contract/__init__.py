"""What every game promises: positions, half-made turns, options, a board; never a sentence.

The standard library alone: a game's rules import this and nothing else of the program.
"""

from companion.contract.board import DIRECTIONS as DIRECTIONS
from companion.contract.board import Board as Board
from companion.contract.board import LampGrid as LampGrid
from companion.contract.board import Site as Site
from companion.contract.board_table import board_of as board_of
from companion.contract.board_table import parse_board as parse_board
from companion.contract.board_table import read_board as read_board
from companion.contract.options import SEED_LIMIT as SEED_LIMIT
from companion.contract.options import Choices as Choices
from companion.contract.options import Options as Options
from companion.contract.options import OptionSpec as OptionSpec
from companion.contract.options import OptionValue as OptionValue
from companion.contract.options import check_seed as check_seed
from companion.contract.options import option_text as option_text
from companion.contract.options import start_spec as start_spec
from companion.contract.plugin import GamePlugin as GamePlugin
from companion.contract.position import Game as Game
from companion.contract.position import HalfMove as HalfMove
from companion.contract.position import Position as Position
from companion.contract.values import Claim as Claim
from companion.contract.values import Countdown as Countdown
from companion.contract.values import Fact as Fact
from companion.contract.values import FactValue as FactValue
from companion.contract.values import Hands as Hands
from companion.contract.values import Lifted as Lifted
from companion.contract.values import Move as Move
from companion.contract.values import Outcome as Outcome
from companion.contract.values import Piece as Piece
from companion.contract.values import Placement as Placement
from companion.contract.values import Progress as Progress
from companion.contract.values import Refusal as Refusal
from companion.contract.values import RefusedError as RefusedError
from companion.contract.values import Side as Side
from companion.contract.values import Token as Token
from companion.contract.values import Touch as Touch
from companion.contract.values import harmed_pieces as harmed_pieces
from companion.contract.values import harmed_sites as harmed_sites
from companion.contract.values import removed_sites as removed_sites
from companion.contract.values import sites_among as sites_among
