"""The shape of the program: what makes it easy to find one's way in, held for every module."""

import ast
from collections import Counter, defaultdict
from functools import cache
from pathlib import PurePath
from typing import NamedTuple

import pytest

from tests.program_sources import MODULES, ROOT, circles, imports_of, nodes_of

TESTS = ROOT / "tests"
SLOW = "slow_"
"""Plain second ways to the rules of a game: each answers what the others do."""

LONGEST_MODULE = 800
LONGEST_FUNCTION = 50
"""Lines without its docstring."""
MOST_FILES = 25
MOST_METHODS = 20
DEEPEST = 3

SCENE = "a scene answers a dozen questions; the rest is what this one does"
RULES = "the contract asks a dozen things of it; the rest are the rules"

MANY_METHODS = {
    "Position": "what every game promises of a position, most of it with a default",
    "Stage": "one for each kind of input, and what a desk leaves to it",
    "ViewerScene": SCENE,
    "LessonScene": SCENE,
    "Library": "everything that is done with saved games, one short method each",
    "Match": "everything that can be done in a match, one short method each",
    "QuerniTurn": RULES,
    "AlquerqueTurn": RULES,
}
"""Classes with more methods, each with the reason."""

DEEP = {
    "MixingRules": "compiled: a call to another object would cost in the inner loop",
    "KnockingRules": "compiled: a call to another object would cost in the inner loop",
}
"""Classes that stand deeper in an inheritance of our own, each with the reason."""

DATA = {"value", "values", "got", "data", "item", "table", "name", "names", "other", "limit",
        "path", "target", "plugin", "_"}  # fmt: skip
"""Parameters that take anything: what came from a file or a pipe and is about to be checked."""


class Class(NamedTuple):
    """A class of the program, where it is, and what it is made of."""

    name: str
    module: str
    bases: tuple[str, ...]
    methods: tuple[str, ...]


@cache
def classes():
    collection = []
    for module in MODULES:
        for node in nodes_of(module):
            if isinstance(node, ast.ClassDef):
                bases = tuple(ast.unparse(base).split("[")[0] for base in node.bases)
                methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
                names = tuple(dict.fromkeys(part.name for part in methods))
                collection.append(Class(node.name, module, bases, names))
    return collection


@cache
def classes_by_name():
    return {one.name: one for one in classes()}


def above(one):
    """The classes of our own that *one* inherits from, the nearest first."""
    named = classes_by_name()
    for base in one.bases:
        if base in named and named[base] != one:
            yield named[base]
            yield from above(named[base])


def length_of(function):
    """The lines of *function* without its docstring."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return function.end_lineno - body[0].lineno + 1 if body else 0


def test_no_module_is_long():
    lengths = {name: len(path.read_text().splitlines()) for name, path in MODULES.items()}
    assert {name: n for name, n in lengths.items() if n > LONGEST_MODULE} == {}


def test_no_function_is_long():
    functions = [
        (module, node.name, length_of(node))
        for module in MODULES
        for node in nodes_of(module)
        if isinstance(node, ast.FunctionDef)
    ]
    assert [function for function in functions if function[2] > LONGEST_FUNCTION] == []


def test_no_room_is_crowded():
    rooms = Counter(path.parent.relative_to(ROOT).as_posix() for path in MODULES.values())
    assert {room: count for room, count in rooms.items() if count > MOST_FILES} == {}


def test_no_test_module_imports_another():
    """What several of them need is in a module beside them that holds no test."""
    assert [(path, name) for path, name in imported_by_tests() if ".test_" in f".{name}"] == []


def test_helpers_are_imported_by_their_full_names():
    """By its file name alone a helper is whichever one of that name Python finds first."""
    helpers = {path.stem for path in TESTS.rglob("*.py")} - {"__init__"}
    short = [(path, name) for path, name in imported_by_tests() if name.split(".")[0] in helpers]
    assert short == []


def test_no_two_helpers_have_one_name():
    """A name that is read far from where it stands says one thing in all the tests."""
    where = defaultdict(list)
    for module in modules_of_tests():
        if not PurePath(module.path).name.startswith(("test_", "conftest", SLOW)):
            for name in module.defined:
                where[name].append(module.path)
    assert {name: places for name, places in where.items() if len(places) > 1} == {}


class Module(NamedTuple):
    """A module below tests: where it is, what it imports and what it defines."""

    path: str
    imported: tuple[str, ...]
    defined: tuple[str, ...]


@cache
def modules_of_tests():
    """Each is parsed once for all the rules here."""
    return [module_in(path) for path in TESTS.rglob("*.py")]


def module_in(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = tuple(ast.walk(tree))
    kinds = ast.FunctionDef | ast.ClassDef
    defined = tuple(node.name for node in tree.body if isinstance(node, kinds))
    where = path.relative_to(TESTS).as_posix()
    return Module(where, tuple(names_imported(nodes)), defined)


def imported_by_tests():
    """Each module below tests with each name that it imports."""
    return [(module.path, name) for module in modules_of_tests() for name in module.imported]


def names_imported(nodes):
    """What *nodes* import: each module, and each name from one as if it were a module."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, ast.unparse(node)
            yield from (f"{node.module}.{name.name}" for name in node.names)


def test_every_class_has_a_name_of_its_own():
    where = defaultdict(list)
    for one in classes():
        where[one.name].append(one.module)
    assert {name: modules for name, modules in where.items() if len(modules) > 1} == {}


def test_no_class_is_large_without_a_reason():
    large = {one.name for one in classes() if len(one.methods) > MOST_METHODS}
    assert large == set(MANY_METHODS)


def test_inheritance_is_shallow():
    assert {one.name for one in classes() if depth_of(one) > DEEPEST} == set(DEEP)


def depth_of(one):
    named = {other.name: other for other in classes()}
    own = [named[base] for base in one.bases if base in named]
    return 1 + max((depth_of(base) for base in own), default=0)


def test_no_private_method_of_another_module_is_overridden():
    overridden = [
        (one.name, method, base.name)
        for one in classes()
        for base in above(one)
        if base.module != one.module
        for method in one.methods
        if is_private(method) and method in base.methods
    ]
    assert overridden == []


def is_private(name):
    return name.startswith("_") and not name.startswith("__")


def test_no_parameter_hides_its_class():
    """A scene, a stage or a match is never told as a mere object."""
    hidden = [
        (module, node.name, argument.arg)
        for module in MODULES
        for node in nodes_of(module)
        if isinstance(node, ast.FunctionDef)
        for argument in (*node.args.args, *node.args.kwonlyargs)
        if argument.annotation is not None
        and ast.unparse(argument.annotation) == "object"
        and argument.arg not in DATA
    ]
    assert hidden == []


def test_no_files_import_each_other():
    graph = {name: set(imports_of(name)) & set(MODULES) - {name} for name in MODULES}
    assert circles(graph) == []


@pytest.mark.parametrize(
    ("graph", "expected"),
    [
        ({"a": {"b"}, "b": {"c"}, "c": set()}, []),
        ({"a": {"b"}, "b": {"c"}, "c": {"b"}}, [frozenset("bc")]),
        ({"a": {"b"}, "b": {"c"}, "c": {"a"}}, [frozenset("abc")]),
    ],
)
def test_a_circle_is_found(graph, expected):
    assert circles(graph) == expected
