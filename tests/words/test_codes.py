"""Holds that no code is without a sentence: the type checker finds one, whichever it is."""

import os
import re
import subprocess
import sys

import pytest

from companion.contract import Fact, Outcome, Piece, Refusal
from companion.contract.codes import Cause, Does, End
from companion.engine.reason import Reason, Why
from companion.plugins import GAMES, find_game
from companion.words.facts import facts_text, reason_text
from companion.words.hints import reason_text as why_text
from companion.words.table import refusal_text
from tests.words.said import SOURCE, codes

CODES = re.compile(r'class (\w+)\(enum\.StrEnum\):\n    """.*?"""\n\n', re.DOTALL)
LONGEST = 76
"""Characters of a sentence, so that it is read at a glance."""


def test_a_code_without_a_sentence_is_an_error_of_types(tmp_path):
    """Every enum of codes gets a code more, and every ``match`` over one is found wanting."""
    words = [*SOURCE.rglob("words/**/*.py"), *SOURCE.glob("games/*/words.py")]
    texts = {path: path.read_text("utf-8") for path in words}
    assert not any("case _:" in text for text in texts.values()), "it would hide what is missing"
    shadows = []
    for path in (*SOURCE.rglob("codes.py"), SOURCE / "engine/reason.py",
                 SOURCE / "match/question.py", SOURCE / "words/table.py"):  # fmt: skip
        source = path.read_text("utf-8")
        for name in CODES.findall(source):
            assert any(f"member({name}, " in text for text in texts.values()), name
        copy = tmp_path / f"{len(shadows)}.py"
        copy.write_text(CODES.sub(r'\g<0>    ADDED = "added"\n', source), "utf-8")
        shadows += ["--shadow-file", str(path), str(copy)]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, *shadows,
         *(str(path) for path, text in texts.items() if "case None:" in text)],
        capture_output=True, text=True, check=False, cwd=SOURCE.parent,
    )  # fmt: skip
    files = re.findall(r"^(\S+):\d+: error: Missing return statement", done.stdout, re.MULTILINE)
    wanted = {path: text.count("case None:") for path, text in texts.items()}
    counts = {path: files.count(str(path.relative_to(SOURCE.parent))) for path in texts}
    assert counts == wanted, done.stdout


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_can_be_filled_in(game):
    position = find_game(game).initial()
    texts = [refusal_text(Refusal(code, (0,)), position) for code in codes(game, Cause)]
    texts += [reason_text(Outcome(0, code), game) for code in codes(game, End)]
    values = (Piece(1, 1), 3, (4, 5, 6))
    facts = [Fact(code, values) for code in codes(game, Does)]
    clauses = [facts_text([fact], game, position.board) for fact in facts]
    texts += [clause for clause in clauses if clause]
    assert clauses.count("") == 1, "all but a move"
    assert all(text.endswith(".") and "{" not in text for text in texts)


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_is_one_short_sentence(game):
    position = find_game(game).initial()
    for code in codes(game, Why):
        for numbers in ((1,), (1, 2), ()):
            for sites in ((0,), (0, 1)):
                pieces = (Piece(1, 1),) * len(sites)
                sentence = why_text(Reason(code, sites, pieces, numbers), position)
                assert (
                    sentence[0].upper() == sentence[0]
                    and sentence.endswith(".")
                    and "{" not in sentence
                )
                assert len(sentence) <= LONGEST, sentence
