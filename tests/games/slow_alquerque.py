"""A second generator of Alquerque, written from the rule text alone and as plainly as it goes.

It shares nothing with `companion.games.alquerque.rules.game`: points are (file, rank)
pairs from 1, pieces a dict, and routes are searched without any shortening.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

WAYS = [(f, r) for f in (-1, 0, 1) for r in (-1, 0, 1) if (f, r) != (0, 0)]


@dataclass(frozen=True)
class SlowTable:
    """What lies on the table: point -> (color, points on which the piece has stood)."""

    pieces: dict
    to_move: str
    offenders: frozenset = frozenset()
    quiet: int = 0


def table_from_text(text: str) -> SlowTable:
    rows, to_move, *fields = text.split()
    pieces = {}
    for down, row in enumerate(rows.split("/")):
        for along, cell in enumerate(row):
            if cell in "wb":
                point = (along + 1, 5 - down)
                pieces[point] = (cell, frozenset([point]))
    offenders = frozenset()
    quiet = 0
    for field in fields:
        key, value = field.split("=")
        if key == "quiet":
            quiet = int(value)
        if key == "offenders":
            offenders = frozenset(map(point_of, value.split(",")))
        if key == "visited":
            for entry in value.split(","):
                name, points = entry.split(":")
                at = point_of(name)
                stood = {at, *map(point_of, points.split("."))}
                pieces[at] = (pieces[at][0], frozenset(stood))
    return SlowTable(pieces, to_move, offenders, quiet)


def point_of(name: str) -> tuple[int, int]:
    return ("abcde".index(name[0]) + 1, int(name[1]))


def name_of(point: tuple[int, int]) -> str:
    return "abcde"[point[0] - 1] + str(point[1])


def neighbor(point, way):
    """The next point along a line, or None: diagonals only where file + rank is even."""
    f, r = point[0] + way[0], point[1] + way[1]
    if not (1 <= f <= 5 and 1 <= r <= 5):
        return None
    if way[0] and way[1] and (point[0] + point[1]) % 2:
        return None
    return (f, r)


def is_backwards(way, color):
    return way[1] < 0 if color == "w" else way[1] > 0


def stepping(table, options, start):
    color, stood = table.pieces[start]
    last = 5 if color == "w" else 1
    for way in WAYS:
        end = neighbor(start, way)
        if end is None or end in table.pieces:
            continue
        if options["forward"] != "off" and (is_backwards(way, color) or start[1] == last):
            continue
        if options["no_return"] and end in stood:
            continue
        yield end


def hopping(table, options, start):
    color, stood = table.pieces[start]
    for way in WAYS:
        over = neighbor(start, way)
        end = neighbor(over, way) if over else None
        if end is None or end in table.pieces or over not in table.pieces:
            continue
        if table.pieces[over][0] == color:
            continue
        if options["forward"] == "on" and is_backwards(way, color):
            continue
        if options["no_return"] and end in stood:
            continue
        yield over, end


def moved(table, start, end, over=None):
    """The table after one step or hop, the turn not yet passed on."""
    pieces = dict(table.pieces)
    color, stood = pieces.pop(start)
    pieces[end] = (color, stood | {end})
    if over:
        del pieces[over]
    return replace(table, pieces=pieces, offenders=frozenset())


def routes(table, options, start):
    """Every capture of the piece on *start*: (points, table afterward)."""
    for over, end in hopping(table, options, start):
        after = moved(table, start, end, over)
        yield (start, end), after
        for points, later in routes(after, options, end):
            yield (start, *points), later


def own(table):
    return [point for point, (color, _) in table.pieces.items() if color == table.to_move]


def passed_on(table, offenders=(), quiet=0):
    other = "b" if table.to_move == "w" else "w"
    return replace(table, to_move=other, offenders=frozenset(offenders), quiet=quiet)


def all_plies(table, options):
    """Every ply by route: (notation, table afterward)."""
    colors = {color for color, _ in table.pieces.values()}
    if colors != {"w", "b"} or 0 < options["quiet_limit"] <= table.quiet:
        return
    for point in table.offenders:
        pieces = {p: piece for p, piece in table.pieces.items() if p != point}
        yield (
            "huff " + name_of(point),
            replace(table, pieces=pieces, offenders=frozenset(), quiet=0),
        )
    able = [point for point in own(table) if list(hopping(table, options, point))]
    free = not options["compulsory"] or options["huffing"]
    for start in able:
        for points, after in routes(table, options, start):
            could_go_on = list(hopping(after, options, points[-1]))
            if could_go_on and not free:
                continue
            punished = points[-1:] if could_go_on and options["huffing"] else ()
            yield "x".join(map(name_of, points)), passed_on(after, punished)
    if able and not free:
        return
    for start in own(table):
        for end in stepping(table, options, start):
            after = moved(table, start, end)
            punished = [end if point == start else point for point in able]
            yield (
                f"{name_of(start)}-{name_of(end)}",
                passed_on(
                    after,
                    punished if options["huffing"] else (),
                    table.quiet + 1 if options["quiet_limit"] else 0,
                ),
            )


def identity(table, options):
    """What makes two plies the same: the position that they lead to."""
    pieces = frozenset(
        (point, color, stood if options["no_return"] else None)
        for point, (color, stood) in table.pieces.items()
    )
    return pieces, table.to_move, table.offenders


def order_of(notation):
    """Shorter routes first, then by the points in board order (rank by rank)."""
    words = notation.replace("huff ", "").replace("-", "x").split("x")
    return len(words), [(point_of(word)[1], point_of(word)[0]) for word in words]


def plies(table, options):
    """Every position that a ply leads to: identity -> (canonical notation, table)."""
    results = {}
    for notation, after in all_plies(table, options):
        known = results.get(identity(after, options))
        if known is None or order_of(notation) < order_of(known[0]):
            results[identity(after, options)] = (notation, after)
    return results


def perft(table, options, depth):
    if depth == 0:
        return 1
    return sum(perft(after, options, depth - 1) for _, after in plies(table, options).values())
