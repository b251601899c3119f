"""The sources of the program: every module, and what it imports."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]

PACKAGES = ("companion", "hardware", "sim")


def modules():
    """Every module of the program with its file."""
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            parts = file.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), file


MODULES = dict(modules())


@cache
def tree_of(module):
    """What *module* says; each is parsed once for all the rules here."""
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


@cache
def nodes_of(module):
    """All that `tree_of` has in it: each rule looks at it, and to walk takes long as well."""
    return tuple(ast.walk(tree_of(module)))


@cache
def imports_of(module):
    """The modules that *module* imports anywhere in its text, lazily or not."""
    return tuple(imports_among(nodes_of(module)))


def imports_among(nodes):
    """The modules that *nodes* of a module import."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno} imports relatively"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in MODULES else str(node.module)


def circles(graph):
    """The groups of nodes of *graph* that lead to each other (Tarjan, 1972)."""
    groups, index, low, stack = [], {}, {}, []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in graph[node]:
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            group = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(group) > 1:
                groups.append(frozenset(group))

    for node in graph:
        if node not in index:
            visit(node)
    return groups
