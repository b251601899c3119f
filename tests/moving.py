"""Turns and plies made by their names, and the names of all that may be made."""

from companion.contract import HalfMove, Position, Token


def touched(position: Position, *places: str | Token) -> HalfMove:
    """Return the turn of *position* after *places*: dots by their names, or tokens."""
    half = position.begin()
    for place in places:
        half = half.touch(place if isinstance(place, Token) else position.board.site_of(place))
    return half


def played(position: Position, *moves: str) -> Position:
    """Return *position* after *moves*, in the notation of its game."""
    for text in moves:
        position = position.play(position.parse(text))
    return position


def texts(position: Position) -> list[str]:
    """Return all legal moves of *position*, in the notation of its game."""
    return [move.text for move in position.legal_moves()]
