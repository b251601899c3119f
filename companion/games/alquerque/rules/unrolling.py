"""Writes loops over constant tables out, one copy of the body for each row.

A compiler makes straight-line code of integers many times faster than a loop over a
table, and nobody wants to write or read it.  So the loop is what stands in the source,
and `setup.py` has it written out for the compiler.
"""

from __future__ import annotations

import ast
import copy
from pathlib import Path
from typing import Final

from companion.contract import board_of
from companion.games.alquerque.rules.kernel import loops
from companion.games.alquerque.rules.kernel.loops import Ways, ways_of

LOOPED: Final = "self.ways"


def unrolled_loops() -> str:
    """Return a module with `loops.Kernel` written out for the shipped board, and its `WAYS`."""
    ways = ways_of(board_of("companion.games.alquerque"))
    assert ways is not None, "a board without holes"
    return unrolled((Path(__file__).with_name("kernel") / "loops.py").read_text("utf-8"), ways)


def unrolled(source: str, ways: Ways) -> str:
    """Return a subclass of `Kernel` in *source* with each loop over its ways written out.

    Such a loop takes a row apart into names, and neither leaves nor shortens the loop.
    """
    tree = ast.parse(source)
    imports = [
        ast.unparse(each) for each in tree.body if isinstance(each, ast.ImportFrom | ast.If)
    ]
    kernel = next(
        each for each in tree.body if isinstance(each, ast.ClassDef) and each.name == "Kernel"
    )
    kernel.name, kernel.bases = "Unrolled", [ast.Name("Kernel")]
    kernel.body = [method for method in kernel.body if f" in {LOOPED}:" in ast.unparse(method)]
    written = ast.unparse(ast.fix_missing_locations(_Unroller(ways).visit(kernel)))
    star = f"from {loops.__name__} import *"
    return "\n".join((*imports, star, written, f"WAYS: Final = {ways!r}\n"))


class _Unroller(ast.NodeTransformer):
    def __init__(self, ways: Ways) -> None:
        self.ways = ways

    def visit_For(self, loop: ast.For) -> ast.AST | list[ast.stmt]:
        self.generic_visit(loop)
        if ast.unparse(loop.iter) != LOOPED:
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
