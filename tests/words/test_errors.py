"""Every error that may reach a person can be told in every language: by a template, with names."""

import ast
import pickle
from string import Formatter

import pytest

from companion import errors
from companion.contract import Refusal, RefusedError
from companion.errors import CompanionError, Message, RecordError, any_of, at_line
from companion.testing.catalog import ENGLISH_ALONE, KEYWORDS, PROTOCOL
from companion.words.translate import AUTO, ENGLISH, Phrase, languages, localized, speak
from tests.program_sources import MODULES, nodes_of

TEMPLATES = {
    name: spec[0]
    for name, spec in KEYWORDS.items()
    if isinstance(spec, tuple) and (name.endswith("Error") or name in ("Message", "at_line"))
}
"""What takes a template, and which of its arguments that is, counted from one."""

ON_THE_WIRE = ("hardware.adalight", "hardware.chesslink", "hardware.led_link")
"""Of these a frame of the wrong size is told: a fault in the program, which no person causes."""


def is_told(module):
    """Whether the errors of *module* reach a person in the language in force."""
    return not set(module.split(".")) & {*ENGLISH_ALONE, PROTOCOL} and module not in ON_THE_WIRE


def made_of_templates():
    """Each call that takes a template, with its module."""
    for module in filter(is_told, MODULES):
        for node in nodes_of(module):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in TEMPLATES and len(node.args) >= TEMPLATES[name]:
                    yield module, node, node.args[TEMPLATES[name] - 1]


def test_no_template_is_put_together():
    put_together = (ast.JoinedStr, ast.BinOp)
    wrong = [
        f"{module}:{node.lineno}"
        for module, node, template in made_of_templates()
        if isinstance(template, put_together) or ".format(" in ast.unparse(template)
    ]
    assert wrong == []


def test_every_template_is_filled_in_with_what_it_names():
    wrong = [
        f"{module}:{node.lineno}"
        for module, node, template in made_of_templates()
        if isinstance(template, ast.Constant)
        if node.keywords and {each.arg for each in node.keywords} != names_in(template.value)
    ]
    assert wrong == []


def names_in(template):
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_every_template_is_in_the_catalog(catalog):
    known = {entry.id for entry in catalog}
    texts = {
        template.value
        for _, _, template in made_of_templates()
        if isinstance(template, ast.Constant) and template.value
    }
    assert len(texts) > 300
    assert texts - known == set()


def test_no_error_is_kept_as_english():
    """What is kept to be told later is the message of an error, not the text that str makes."""
    wrong = [
        f"{module}:{node.lineno}"
        for module in filter(is_told, MODULES)
        for handler in nodes_of(module)
        if isinstance(handler, ast.ExceptHandler) and handler.name and catches_ours(handler)
        for node in ast.walk(handler)
        if isinstance(node, ast.Call) and ast.unparse(node) == f"str({handler.name})"
    ]
    assert wrong == []


def catches_ours(handler):
    """Whether *handler* catches errors of this program alone."""
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return all(hasattr(errors, getattr(kind, "id", "")) for kind in kinds)


@pytest.fixture
def german():
    speak("de")
    yield
    speak(AUTO)


def error():
    inner = RecordError(at_line(3, "expected {key} once", key="Seed"))
    return RecordError("{path!r}: {error}", path="a.txt", error=inner)


def test_str_is_english_in_every_language(german):
    assert str(error()) == error().message == "'a.txt': line 3: expected Seed once"


def test_an_error_is_told_with_the_errors_and_lists_in_it(german):
    assert localized(error().message) == "„a.txt“: Zeile 3: Seed einmal erwartet"
    assert localized(any_of(["on", "off", "both"])) == "on oder off oder both"
    assert Phrase("{who} wants to play on.")(who=any_of(["Anna", "Ben"])).startswith(
        "Anna oder Ben"
    )


def test_a_text_of_somebody_else_is_told_as_it_is(german):
    braces = CompanionError("expected {a brace}, got 'done'")
    assert str(braces) == localized(braces.message) == "expected {a brace}, got 'done'"
    assert localized("done") == "done"


def test_a_quoted_word_keeps_its_escapes(german):
    message = Message("expected {key} once", key=repr("\x1b[2J"))
    assert "\\x1b[2J" in localized(message)
    assert localized(Message("{text!r}", text="\x1b'\"")) == "„\\x1b\\'\"“"


def test_what_goes_to_another_process_and_back_is_told_alike(german):
    copy = pickle.loads(pickle.dumps(error()))
    assert (str(copy), localized(copy.message)) == (str(error()), localized(error().message))


def test_a_refused_touch_names_where(german):
    refused = RefusedError(Refusal("not-own"), "c3")
    assert str(refused) == "expected a legal touch, got c3: not-own"
    assert localized(refused.message) == "eine erlaubte Berührung erwartet, nicht c3: not-own"


def test_english_says_what_str_says():
    speak(ENGLISH)
    assert localized(error().message) == str(error())
    speak(AUTO)


@pytest.mark.parametrize("language", [code for code in languages() if code != ENGLISH])
def test_each_language_fills_in_as_english_does(catalog, language):
    speak(language)
    for _, node, template in made_of_templates():
        if isinstance(template, ast.Constant) and node.keywords:
            values = dict.fromkeys(names_in(template.value), 7)
            try:
                text = template.value.format(**values)
            except (ValueError, TypeError):
                values = dict.fromkeys(values, "word")
                text = template.value.format(**values)
            assert localized(Message(template.value, **values)) != "" and text
    speak(AUTO)
