"""Counts in the sources of a tree, of any version: modules, imports, methods, lines."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

from tools.trees import git

Graph = Mapping[str, frozenset[str]]
"""What each module imports of the others."""

PRODUCT = ("companion", "hardware", "sim")
MANY_METHODS = 20


def python_files(root: Path, *folders: str) -> list[Path]:
    """Return the Python files below *folders* of *root*, but none that git ignores."""
    if (root / ".git").exists() and shutil.which("git"):
        listed = git(
            root, "ls-files", "-z", "--cached", "--others", "--exclude-standard", *folders
        )
        files = {root / name for name in listed.decode().split("\0") if name}
    else:
        # A copy, as one that was unpacked from an archive.
        files = {file for folder in folders for file in (root / folder).rglob("*")}
    return sorted(file for file in files if file.suffix == ".py" and file.is_file())


def line_count(files: Iterable[Path]) -> int:
    """Return how many lines *files* have, empty ones and comments included."""
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


class Sources:
    """The modules of a tree.

    Args:
        root: the folder in which the packages are.
        packages: those that belong to the program.
    """

    def __init__(self, root: Path, packages: Iterable[str] = PRODUCT) -> None:
        self.root = root
        self.files = {self._name(file): file for file in python_files(root, *packages)}
        self._trees = {
            name: ast.parse(file.read_text(encoding="utf-8")) for name, file in self.files.items()
        }

    def _name(self, file: Path) -> str:
        parts = file.relative_to(self.root).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @cached_property
    def imports(self) -> Graph:
        """Every import, wherever in the text it is, those for types alone included."""
        return {
            name: frozenset(self._imported(ast.walk(tree)) - {name})
            for name, tree in self._trees.items()
        }

    @cached_property
    def run_imports(self) -> Graph:
        """The same without those for types alone."""
        return {
            name: frozenset(self._imported(walk_run(tree)) - {name})
            for name, tree in self._trees.items()
        }

    def _imported(self, nodes: Iterable[ast.AST]) -> set[str]:
        names = set[str]()
        for node in nodes:
            if isinstance(node, ast.Import):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                whole = (f"{node.module}.{alias.name}" for alias in node.names)
                names.update(each if each in self.files else str(node.module) for each in whole)
        return names & self.files.keys()

    @property
    def single_importer(self) -> dict[str, str]:
        """Modules that one other module alone imports, with that one; no ``__init__``."""
        importers = {
            name: [each for each, imports in self.imports.items() if name in imports]
            for name in self.parts
        }
        return {name: each[0] for name, each in importers.items() if len(each) == 1}

    @property
    def parts(self) -> list[str]:
        """The modules that are no ``__init__``."""
        return [name for name, file in self.files.items() if file.stem != "__init__"]

    @cached_property
    def methods(self) -> dict[tuple[str, str], frozenset[str]]:
        """The methods in the body of each class, by its module and name."""
        return {
            (module, node.name): frozenset(
                part.name
                for part in node.body
                if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
            )
            for module, tree in self._trees.items()
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef)
        }

    def method_count(self, *classes: str) -> int:
        """Return how many methods the *classes* have in their own bodies.

        Raises:
            LookupError: there is no class of one of these names, or there are several.
        """
        for name in classes:
            if sum(each == name for _, each in self.methods) != 1:
                raise LookupError(f"expected one class {name}")
        return sum(len(part) for (_, name), part in self.methods.items() if name in classes)

    @property
    def large_classes(self) -> list[str]:
        """The classes of more than `MANY_METHODS` methods."""
        return sorted(name for (_, name), part in self.methods.items() if len(part) > MANY_METHODS)


def walk_run(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what `ast.walk` does but for what stands under ``if TYPE_CHECKING``."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not (isinstance(node, ast.If) and child in node.body and is_for_types(node)):
            yield from walk_run(child)


def is_for_types(node: ast.If) -> bool:
    """Return whether the body of *node* is only read by a type checker."""
    return ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")


def room(module: str) -> str:
    """Return the part of the program that *module* belongs to, such as ``companion.ui``."""
    parts = module.split(".")
    return ".".join(parts[:2] if parts[0] == "companion" else parts[:1])


def room_graph(graph: Graph) -> Graph:
    """Return which rooms each room imports."""
    rooms: dict[str, set[str]] = {room(name): set() for name in graph}
    for name, imports in graph.items():
        rooms[room(name)] |= {room(each) for each in imports} - {room(name)}
    return {name: frozenset(imports) for name, imports in rooms.items()}


def mutual(graph: Graph) -> set[tuple[str, str]]:
    """Return the arrows of *graph* that have one the other way."""
    return {(one, other) for one in graph for other in graph[one] if one in graph[other]}


def loops(graph: Graph) -> list[frozenset[str]]:
    """Return the groups of modules that each lead to all others of their group."""
    reached = {name: reach(graph, name) for name in graph}
    groups = {
        frozenset(each for each in reached[name] if name in reached[each])
        for name in graph
        if name in reached[name]
    }
    return sorted(groups, key=sorted)


def reach(graph: Graph, start: str) -> set[str]:
    """Return all that *start* leads to, itself only where a way leads back."""
    seen = set[str]()
    ahead = list(graph[start])
    while ahead:
        name = ahead.pop()
        if name not in seen:
            seen.add(name)
            ahead += graph.get(name, ())
    return seen


def longest_chain(graph: Graph) -> int:
    """Return how many modules the longest way along imports has; all of a loop lie on it."""
    groups = {name: group for group in loops(graph) for name in group}
    longest: dict[str, int] = {}

    def length(name: str) -> int:
        if name not in longest:
            group = groups.get(name, frozenset({name}))
            ahead = {each for one in group for each in graph[one]} - group
            longest[name] = len(group) + max(map(length, ahead), default=0)
        return longest[name]

    return max(map(length, graph), default=0)
