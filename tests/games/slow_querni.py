"""A second generator of Querni, written from the rule text alone and as plainly as it goes.

It shares nothing with `companion.games.querni.rules`: squares are (file, rank) pairs
from 1, tiles a dict, every route of jumps is followed to its end, and every part
of every chain is tried on the board as it then lies.
"""

from __future__ import annotations

WAYS = [(f, r) for f in (-1, 0, 1) for r in (-1, 0, 1) if (f, r) != (0, 0)]
FILES, RANKS = 10, 7


def table_from_text(text):
    """The tiles as square -> (color, number), and the color to move."""
    rows, to_move, *_ = text.split()
    tiles = {}
    for down, row in enumerate(rows.split("/")):
        for along, cell in enumerate(row.split(",")):
            if cell != ".":
                tiles[along + 1, RANKS - down] = (cell[-1], int(cell[:-1]))
    return tiles, to_move


def name_of(square):
    return "abcdefghij"[square[0] - 1] + str(square[1])


def is_on_board(square):
    return 1 <= square[0] <= FILES and 1 <= square[1] <= RANKS


def shifted(square, way, times=1):
    return square[0] + times * way[0], square[1] + times * way[1]


def touching(one, other):
    return one != other and abs(one[0] - other[0]) <= 1 and abs(one[1] - other[1]) <= 1


def all_steps(tiles, start):
    for way in WAYS:
        end = shifted(start, way)
        if is_on_board(end) and end not in tiles:
            yield (start, end)


def all_jumps(tiles, path):
    """Every way to go on jumping along *path*; the tile itself is lifted off the board."""
    for way in WAYS:
        over, end = shifted(path[-1], way), shifted(path[-1], way, 2)
        if over in tiles and is_on_board(end) and end not in tiles and end not in path:
            yield (*path, end)
            yield from all_jumps(tiles, (*path, end))


def all_moves(tiles, color):
    """Every move by route: (notation, touched squares, tiles afterward)."""
    for start, tile in tiles.items():
        if tile[0] != color:
            continue
        lifted = {square: other for square, other in tiles.items() if square != start}
        for mark, paths in (("-", all_steps(tiles, start)), ("^", all_jumps(lifted, (start,)))):
            for path in paths:
                yield mark.join(map(name_of, path)), path, {**lifted, path[-1]: tile}


def all_removals(tiles, color):
    """Every chain that may be removed: (notation, its two ends, tiles afterward)."""
    where = {number: square for square, (side, number) in tiles.items() if side == color}
    for first in where:
        chain = [first]
        while chain[-1] + 1 in where and touching(where[chain[-1]], where[chain[-1] + 1]):
            chain.append(chain[-1] + 1)
            if len(chain) >= 3:
                gone = {where[number] for number in chain}
                left = {square: tile for square, tile in tiles.items() if square not in gone}
                yield f"[{first}-{chain[-1]}]", (where[first], where[chain[-1]]), left


def all_plies(tiles, color, passing):
    """Every ply by route: (notation, touched squares, tiles afterward)."""
    if is_over(tiles):
        return
    routes = list(all_removals(tiles, color))
    for notation, path, after in all_moves(tiles, color):
        routes.append((notation, path, after))
        for chain, ends, left in all_removals(after, color):
            routes.append((notation + chain, path + ends, left))
    yield from routes
    if passing or not routes:
        yield "pass", (), tiles


def is_over(tiles):
    """Whether a color has no tile, or none has three consecutive numbers."""
    numbers = {c: {n for color, n in tiles.values() if color == c} for c in "bp"}
    if not numbers["b"] or not numbers["p"]:
        return True
    return not any({n, n + 1, n + 2} <= having for having in numbers.values() for n in having)


def plies(tiles, color, passing=False):
    """Every position that a ply leads to: frozen tiles -> (order, notation, tiles)."""
    results = {}
    for notation, touched, after in all_plies(tiles, color, passing):
        order = len(touched), [(rank, file) for file, rank in touched]
        key = frozenset(after.items())
        if key not in results or order < results[key][0]:
            results[key] = (order, notation, after)
    return results


def perft(tiles, color, depth, passing=False):
    if depth == 0:
        return 1
    other = "p" if color == "b" else "b"
    results = plies(tiles, color, passing)
    if depth == 1:
        return len(results)
    return sum(perft(after, other, depth - 1, passing) for _, _, after in results.values())
