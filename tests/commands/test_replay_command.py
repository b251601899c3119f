import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from companion.commands import replay
from companion.commands.replay import add_replay
from companion.errors import CompanionError
from companion.storage.library import sample_names, sample_path
from tests.outside_games import install

ROOT = Path(__file__).parents[2]

RECORD = """\
Board Companion record 1
Game: alquerque
Result: White wins
Reason: resigned

1. White c2-c3
2. Black c4xc2 ; forced
3. White c1xc3
"""


@pytest.fixture
def companion(tmp_path, capsys):
    """Run the command on a record and return the lines that it prints."""

    def run(*args, text=RECORD):
        file = tmp_path / "game.txt"
        file.write_text(text)
        parser = argparse.ArgumentParser()
        add_replay(parser.add_subparsers())
        arguments = parser.parse_args(["replay", str(file), *args])
        assert arguments.run(arguments) == 0
        out, run.error = capsys.readouterr()
        return out.splitlines()

    return run


def test_it_prints_moves_position_and_result(companion):
    assert companion() == [
        "1. White c2-c3",
        "2. Black c4xc2 ; forced",
        "3. White c1xc3",
        "bbbbb/bb.bb/bbwww/ww.ww/ww.ww b",
        "result: White wins (resigned)",
    ]


def test_it_stops_after_so_many_plies(companion):
    assert companion("--to", "1") == [
        "1. White c2-c3",
        "bbbbb/bbbbb/bbwww/ww.ww/wwwww b quiet=1",
        "result: unfinished",
    ]
    assert companion("--to", "0")[0].startswith("bbbbb")


def test_final_prints_no_moves(companion):
    assert companion("--final")[0].startswith("bbbbb/bb.bb")


def test_lenient_stops_before_what_is_wrong(companion):
    lines = companion("--lenient", text=RECORD.replace("c1xc3", "c1-c9"))
    assert lines[-2].endswith(" w")
    assert lines[-1] == "result: unfinished"


DEALT = """\
Board Companion record 1
Game: quincy
Seed: 1
Result: unfinished

1. White 0|2@92
"""


def test_hidden_hands_are_told_only_when_asked_for(companion):
    output = companion("--final", text=DEALT)[0]
    assert output.endswith(" 2 hands=5/5 out=02")
    assert "pile=" in companion("--final", "--all-hands", text=DEALT)[0]


def test_what_lenient_leaves_out_is_told_on_the_side(companion):
    companion("--lenient", text=RECORD.replace("3. White", "4. White"))
    assert companion.error == "companion: left out the rest: line 8: expected move 3, got '4'\n"


def test_a_ply_is_drawn_as_png(companion, tmp_path):
    one, other = tmp_path / "one.png", tmp_path / "other.png"
    companion("--to", "1", "--png", str(one))
    companion("--png", str(other))
    assert one.read_bytes().startswith(b"\x89PNG")
    assert one.read_bytes() != other.read_bytes()


def test_a_game_is_drawn_as_gif_up_to_the_ply_asked_for(companion, tmp_path):
    whole, part = tmp_path / "whole.gif", tmp_path / "part.gif"
    assert companion("--gif", str(whole)) == companion()
    companion("--gif", str(part), "--to", "1")
    assert [frames(path) for path in (whole, part)] == [7, 3]


def frames(path):
    with Image.open(path) as image:
        return image.n_frames


def test_a_picture_that_cannot_be_written_leaves_nothing(companion, tmp_path):
    with pytest.raises(OSError, match="No such file"):
        companion("--gif", str(tmp_path / "missing" / "game.gif"))
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


@pytest.mark.parametrize(
    ("args", "text", "message"),
    [
        ((), RECORD.replace("c1xc3", "c1-c2"), "line 8: "),
        (("--to", "4"), RECORD, "expected --to as 0 to 3, got '4'"),
        (("--to", "-1"), RECORD, "expected --to as 0 to 3, got '-1'"),
        (("--to", "one"), RECORD, "expected --to as 0 to 3, got 'one'"),
        (("--to", "9" * 5000), RECORD, "expected --to as 0 to 3, got '9"),
        ((), "", "expected 'Board Companion record 1'"),
        (("--board", "/nowhere.toml"), RECORD, "expected a readable board file"),
    ],
)
def test_errors_are_one_line(companion, args, text, message):
    with pytest.raises(CompanionError) as caught:
        companion(*args, text=text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def replayed(capsys, *args):
    """Run the command with these words alone and return the lines that it prints."""
    parser = argparse.ArgumentParser()
    add_replay(parser.add_subparsers())
    arguments = parser.parse_args(["replay", *args])
    assert arguments.run(arguments) == 0
    return capsys.readouterr().out.splitlines()


def test_the_samples_are_listed_with_their_titles(capsys):
    lines = replayed(capsys, "--list")
    assert "sample:querni-split: Plan how your numbers will split into chains" in lines
    assert len(lines) == len(sample_names())


def test_a_sample_without_a_title_is_listed_by_its_name_alone(capsys, monkeypatch, tmp_path):
    saved = tmp_path / "saved.txt"
    whole = sample_path("querni-split").read_text(encoding="utf-8")
    saved.write_text(re.sub(r"^Title: .*\n", "", whole, flags=re.MULTILINE), encoding="utf-8")
    monkeypatch.setattr(replay, "sample_names", lambda: ["querni-split"])
    monkeypatch.setattr(replay, "sample_path", lambda name: saved)
    assert replayed(capsys, "--list") == ["sample:querni-split"]


def test_a_sample_that_cannot_be_read_costs_no_other_one(tmp_path):
    samples = install(tmp_path) / "samples"
    samples.mkdir()
    (samples / "spoiled.txt").write_text("no record\n")
    done = subprocess.run(
        [sys.executable, "-c", "from companion.cli import main; main()", "replay", "--list"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))},
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert len(done.stdout.splitlines()) == len(sample_names())
    assert re.fullmatch(
        r"companion: left out a sample: .*spoiled\.txt.*expected [^\n]*\n", done.stderr
    )


def test_a_sample_is_replayed_by_its_name(capsys):
    lines = replayed(capsys, "sample:alquerque-huffing")
    assert lines[0] == "Huffing: an overlooked capture costs a piece"
    assert lines[4].startswith("4. Black huff d2 ; So Black huffs")
    assert lines[-1] == "result: Black wins (no-pieces)"


def test_a_sample_without_its_moves_has_no_title_either(capsys):
    assert len(replayed(capsys, "sample:alquerque-huffing", "--final")) == 2


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "expected a record, sample:NAME or --list, got nothing"),
        (("sample:chess",), "got 'chess'"),
        (("sample:../samples/querni-split",), "expected a sample"),
    ],
)
def test_no_record_or_an_unknown_sample_is_refused(capsys, args, message):
    with pytest.raises(CompanionError, match=message):
        replayed(capsys, *args)


def test_a_record_in_another_form_is_refused_with_what_converts_it(tmp_path):
    file = tmp_path / "a game.pdn"
    file.write_text('[Event "Bell"]\n')
    parser = argparse.ArgumentParser()
    add_replay(parser.add_subparsers())
    arguments = parser.parse_args(["replay", str(file)])
    with pytest.raises(CompanionError) as caught:
        arguments.run(arguments)
    assert str(caught.value).endswith(f"companion convert '{file}' 'a game.txt'")
