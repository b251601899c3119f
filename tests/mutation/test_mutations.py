"""The mutations are ready to be tried: each still fits, and names tests that exist."""

import ast
import re
import threading
import time
from collections import Counter

import pytest

from tests.mutation.__main__ import FAILED, SHARE, Tree
from tests.mutation.mutations import ROOT, Mutation, mutations

ALL = mutations()
TOLD = ROOT / "docs" / "reliability.md"


def test_there_are_two_hundred_of_them_each_with_a_name_of_its_own():
    parts = Counter(mutation.name.partition("/")[0] for mutation in ALL)
    assert parts == {
        "engine": 52, "storage": 37, "link": 29, "stage": 22, "search": 20, "program": 18,
        "match": 12, "games": 10,
    }  # fmt: skip
    assert len({mutation.name for mutation in ALL}) == 200


@pytest.mark.parametrize("mutation", ALL, ids=lambda mutation: mutation.name)
def test_it_fits_what_it_changes(mutation):
    text = (ROOT / mutation.file).read_text(encoding="utf-8")
    after = mutation.applied(text)
    # Python still reads it, and it is more than another layout.
    assert ast.dump(ast.parse(after)) != ast.dump(ast.parse(text))
    assert mutation.why.endswith(".")


@pytest.mark.parametrize("mutation", ALL, ids=lambda mutation: mutation.name)
def test_its_tests_exist(mutation):
    for named in mutation.tests:
        path, *names = named.split("::")
        text = (ROOT / path).read_text(encoding="utf-8")
        for name in names:
            assert re.search(rf"^ *(def|class) {name}\b", text, re.MULTILINE), named
    assert mutation.tests


def test_those_that_stay_unnoticed_are_few_and_told_with_their_reason():
    unnoticed = [mutation for mutation in ALL if mutation.unnoticed]
    assert len(unnoticed) <= (1 - SHARE) * len(ALL)
    page = TOLD.read_text(encoding="utf-8")
    assert [one.name for one in unnoticed if f"`{one.name}`" not in page] == []


def test_one_that_does_not_fit_any_more_is_refused():
    mutation = Mutation("a/b", "c.py", "x = 1", "x = 2", "Why.", ("d.py",))
    assert mutation.applied("x = 1\n") == "x = 2\n"
    for text in ("x = 3\n", "x = 1\nx = 1\n"):
        with pytest.raises(ValueError, match=r"once in c\.py"):
            mutation.applied(text)


SOURCE = "def doubled(number):\n    return 2 * number\n"
TESTS = """
from doubling import doubled
import pytest, time

def test_of_two(): assert doubled(2) == 4

def test_of_none(): assert doubled(0) == 0

def test_that_always_fails(): assert doubled(2) == 5

def test_that_sleeps(): time.sleep(100)

@pytest.mark.parametrize("word", ["a - b"])
def test_of_a_word(word): assert doubled(word) == 2 * word
"""


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A copy of one small module and its tests."""
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "doubling.py").write_text(SOURCE, encoding="utf-8")
    (sources / "test_doubling.py").write_text(TESTS, encoding="utf-8")
    monkeypatch.setattr("tests.mutation.__main__.ROOT", sources)
    # They take longer to load than all the rest.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    return Tree(tmp_path)


def of_doubling(after, test):
    """A mutation of that module, to be noticed by *test*."""
    named = (f"test_doubling.py::{test}",)
    return Mutation("a/b", "doubling.py", "return 2 * number", after, "Why.", named)


@pytest.mark.parametrize(
    ("after", "test", "kind", "by"),
    [
        ("return 3 * number", "test_of_two", "noticed", "test_doubling.py::test_of_two"),
        ("return 3 * number", "test_of_none", "unnoticed", ""),
        ("return number", "test_of_a_word", "noticed", "test_doubling.py::test_of_a_word[a - b]"),
        ("return 3 * number", "test_that_always_fails", "unsound", "fails without it as well"),
        ("return 3 * number", "test_of_nothing", "unsound", "status 4"),
    ],
)
def test_a_mutation_is_noticed_by_a_test_that_fails_with_it_alone(
    tmp_path, tree, after, test, kind, by
):
    verdict = tree.judged(of_doubling(after, test))
    assert (verdict.kind, verdict.by.endswith(by)) == (kind, True)
    # The copy is as it was.
    assert (tmp_path / "tree" / "doubling.py").read_text(encoding="utf-8") == SOURCE


def test_who_ends_a_run_waits_for_no_test(tree):
    mutation = of_doubling("return number", "test_that_sleeps")
    judging = threading.Thread(target=tree.judged, args=(mutation,))
    judging.start()
    while tree._process is None:
        time.sleep(0.01)
    tree.end()
    judging.join(20)
    assert not judging.is_alive()


def test_the_name_of_a_failed_test_is_read_with_its_parameters():
    said = (
        "FAILED tests/a.py::test_b[x - y] - AssertionError: 1 - 2\nERROR tests/a.py::C::test_d\n"
    )
    assert FAILED.findall(said) == ["tests/a.py::test_b[x - y]", "tests/a.py::C::test_d"]
