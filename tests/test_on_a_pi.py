"""What nobody has tried on hardware is on one page, and every text that says so leads to it."""

import re

import pytest

from tests.texts import ROOT, without_blocks

PAGE = ROOT / "docs" / "on-a-pi.md"
TEXTS = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "hardware").rglob("*.md")]
UNTRIED = re.compile(
    r"\bnot (yet )?(been )?(tried|run) on\b|\b(none|nothing)\b[\w ]*\b(tried|measured) on\b"
    r"|^Not tried",
    re.IGNORECASE,
)


def statements():
    for path in sorted(set(TEXTS) - {PAGE}):
        for paragraph in without_blocks(path.read_text("utf-8")).split("\n\n"):
            if UNTRIED.search(paragraph) and not paragraph.startswith("#"):
                yield pytest.param(path, paragraph, id=f"{path.name}-{paragraph[:30]}")


def test_there_are_such_statements():
    assert len(list(statements())) >= 8


@pytest.mark.parametrize(("path", "paragraph"), list(statements()))
def test_what_has_not_been_tried_leads_to_the_page(path, paragraph):
    linked = [path.parent / target for target in re.findall(r"\]\(([^)#]+)", paragraph)]
    assert PAGE in [target.resolve() for target in linked]


def test_each_line_says_what_to_try_what_should_happen_and_what_to_write_down():
    text = PAGE.read_text("utf-8")
    items = re.findall(r"^- (.*)", text, re.M)
    assert len(items) > 30
    shape = r"\[ \] \*\*[^*]+\*\*.* Should: .+\. Write down: .+\."
    assert [item for item in items if not re.fullmatch(shape, item)] == []
