"""Writes loops over constant tables out, one copy of the body for each row.

A compiler makes straight-line code of integers many times faster than a loop over a
table, and nobody wants to write or read it.  So the loop is what stands in the source,
and `setup.py` has it written out for the compiler.
"""

from __future__ import annotations

import ast
import copy
from pathlib import Path

from companion.contract import board_of
from companion.games.alquerque.rules.kernel.counting import ways_of
from companion.games.alquerque.rules.kernel.loops import Ways


def unrolled_loops() -> str:
    """Return `kernel.loops` as `written_out` writes it."""
    return written_out((Path(__file__).with_name("kernel") / "loops.py").read_text("utf-8"))


def written_out(source: str) -> str:
    """Return the module *source* with the ways of the shipped board written out, and as `WAYS`."""
    ways = ways_of(board_of("companion.games.alquerque"))
    assert ways is not None, "a board without holes"
    return unrolled(source, ways) + f"WAYS: Final = {ways!r}\n"


def unrolled(source: str, ways: Ways) -> str:
    """Return the module *source* with each loop over a name *ways* written out for these *ways*.

    Such a loop takes a row apart into names, and neither leaves nor shortens the loop.
    """
    tree = _Unroller(ways).visit(ast.parse(source))
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


class _Unroller(ast.NodeTransformer):
    def __init__(self, ways: Ways) -> None:
        self.ways = ways

    def visit_For(self, loop: ast.For) -> ast.AST | list[ast.stmt]:
        self.generic_visit(loop)
        if not (isinstance(loop.iter, ast.Name) and loop.iter.id == "ways"):
            return loop
        assert isinstance(loop.target, ast.Tuple), "a row taken apart"
        names = [name.id for name in loop.target.elts if isinstance(name, ast.Name)]
        copies: list[ast.stmt] = []
        for row in self.ways:
            values = _Values(dict(zip(names, row, strict=True)))
            for statement in copy.deepcopy(loop.body):
                copies.append(values.visit(statement))
        return copies


class _Values(ast.NodeTransformer):
    """Puts values in the place of names."""

    def __init__(self, values: dict[str, int]) -> None:
        self.values = values

    def visit_Name(self, name: ast.Name) -> ast.expr:
        return ast.Constant(self.values[name.id]) if name.id in self.values else name
