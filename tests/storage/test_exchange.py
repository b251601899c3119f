"""Records as JSON and in the notations of games: both ways, and nothing damaged passes."""

import json
import random
from dataclasses import replace
from functools import cache

import pytest

from companion.cli import main
from companion.errors import RecordError
from companion.plugins import GAMES, find_game
from companion.storage.exchange import exchange_bytes, notation_of, read_exchanged, suffixes_of
from companion.storage.library import sample_names, sample_path
from companion.storage.playback import course_of
from companion.storage.record import RecordPly, record_text
from companion.storage.record_reader import read_record

WITH_NOTATION = [name for name in GAMES if notation_of(name)]


@cache
def sample(name):
    return read_record(sample_path(name), find_game)


def cases():
    """Each sample game in each kind of file that it has."""
    for name in sample_names():
        for suffix in suffixes_of(sample(name).game):
            yield pytest.param(name, suffix, id=f"{name}{suffix}")


def rich():
    """A record with everything that one may have."""
    record = sample("alquerque-huffing")
    plies = list(record.plies)
    plies[0] = RecordPly(plies[0].side, plies[0].text, 'both { and }, "quoted" \\ ; too', True)
    plies[0] = plies[0]._replace(clock="10:03.2 10:05")
    plies[1] = plies[1]._replace(is_hinted=True, clock="10:03.2 0:00!")
    return replace(
        record, plies=tuple(plies), started="2026-07-04 18:30:05", title='A "title" \\ with é',
        players=("Anna", "program level 3"), comment="Before the first move; {really}",
        clock="10m+5s",
    )  # fmt: skip


def there_and_back(record, suffix, folder):
    file = folder / f"record{suffix}"
    file.write_bytes(exchange_bytes(record, suffix))
    return read_exchanged(file).record


@pytest.mark.parametrize(("name", "suffix"), list(cases()))
def test_every_sample_comes_back_as_it_was(tmp_path, name, suffix):
    again = there_and_back(sample(name), suffix, tmp_path)
    assert record_text(again) == record_text(sample(name))


def test_a_record_as_json_has_the_clock_and_the_times():
    data = json.loads(exchange_bytes(rich(), ".json"))
    assert data["clock"] == "10m+5s"
    assert [ply["clock"] for ply in data["plies"][:3]] == ["10:03.2 10:05", "10:03.2 0:00!", ""]


@pytest.mark.parametrize(
    "clock", ["soon", "9:59 10:00] 1. White", "9:59 10:00\n2. Black", 17, "9:59 \x1b[0m"]
)
def test_times_in_json_that_are_none_are_refused_in_one_line(tmp_path, clock):
    data = json.loads(exchange_bytes(rich(), ".json"))
    data["plies"][0]["clock"] = clock
    file = tmp_path / "record.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(RecordError, match="expected") as caught:
        read_exchanged(file)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("suffix", [".txt", ".json", ".pdn"])
def test_names_times_hints_and_comments_come_back(tmp_path, suffix):
    again = there_and_back(rich(), suffix, tmp_path)
    assert record_text(again) == record_text(rich())


@pytest.mark.parametrize("suffix", [".json", ".pdn"])
def test_a_record_from_another_position_comes_back(tmp_path, suffix):
    text = "b..../.b.../w..../...../w.... b offenders=a3 compulsory=on huffing=on"
    record = replace(
        rich(), position=text, outcome=None, shows=(),
        plies=(RecordPly(1, "huff a3"), RecordPly(1, "a5-a4")),
    )  # fmt: skip
    assert record_text(there_and_back(record, suffix, tmp_path)) == record_text(record)


PDN = """\
[White "Anna"]
[Black "Ben"]
[Date "2026.07.04"]
[Result "*"]
[Variant "Alquerque"]
[FEN "W:Wa1,b1:Bb2,e5."]

{One of
two lines.} 1. a1xc3! $1 e5-d5 ; and so on
2. c3-d4?! *
"""


def test_pdn_of_others_is_read(tmp_path):
    (tmp_path / "other.pdn").write_bytes(b"\xef\xbb\xbf" + PDN.replace("\n", "\r\n").encode())
    record = read_exchanged(tmp_path / "other.pdn").record
    assert [(ply.side, ply.text) for ply in record.plies] == [
        (0, "a1xc3"), (1, "e5-d5"), (0, "c3-d4"),
    ]  # fmt: skip
    assert record.position == "....b/...../...../.b.../ww... w"
    assert (record.players, record.started) == (("Anna", "Ben"), "2026-07-04 00:00:00")
    assert (record.comment, record.plies[1].comment) == ("One of two lines.", "and so on")
    course_of(record)


def test_pdn_is_as_others_write_it():
    lines = exchange_bytes(sample("alquerque-bell"), ".pdn").decode().splitlines()
    assert lines[:7] == [
        '[Event "Bell\'s rules: you must capture when you can"]', '[Site "?"]',
        '[Date "????.??.??"]', '[Round "?"]', '[White "?"]', '[Black "?"]', '[Result "1-0"]',
    ]  # fmt: skip
    assert "1. d2-c3 d4xd2" in lines
    assert lines[-1] == "1-0"
    started = exchange_bytes(replace(rich(), position=PDN_START), ".pdn").decode()
    assert '[Date "2026.07.04"]' in started and '[Time "18:30:05"]' in started
    assert '[SetUp "1"]\n[FEN "B:Wa1:Bb2,a5"]' not in started
    assert '[SetUp "1"]\n[FEN "B:Wa1:Ba5,b2"]' in started


PDN_START = "b..../...../...../.b.../w.... b"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('[Variant "Alquerque"]', "", "expected a game of"),
        ("a1xc3", "a1-a3", "ply 1: "),
        ("c3-d4", "d5-d4", "ply 3: "),
        ("c3-d4", "(c3-d4", "line 10: expected what is closed again after ("),
        ("2. c3-d4?! *", "* 2. c3-d4", "line 10: expected nothing after the result"),
        ('[Black "Ben"]', "[Black Ben]", "line 2: expected a tag"),
        ('[Black "Ben"]', '[White "Ben"]', "line 2: expected each tag once"),
        ("W:Wa1", "W:Wz9", "expected points a1 to e5 in FEN, got 'z9'"),
        ("W:Wa1", "Wa1", "expected FEN such as"),
        ('[Result "*"]', '[Result "2-1"]', "line 4: expected a result such as 1-0"),
        ('[Result "*"]', '[Result "*"]\n[Options "zz=on"]', "'zz'"),
        ('[Result "*"]', '[Result "*"]\n[Seed "x"]', "expected a seed"),
        ("One of", "One \x07 of", "expected printable text"),
    ],
)
def test_pdn_with_a_fault_is_refused_in_one_line(tmp_path, capsys, old, new, said):
    assert old in PDN
    (tmp_path / "bad.pdn").write_text(PDN.replace(old, new))
    assert main(["convert", str(tmp_path / "bad.pdn"), str(tmp_path / "out.txt")]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1 and "bad.pdn" in error
    assert not (tmp_path / "out.txt").exists()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "other"}, "expected an object with format"),
        ({"version": 2}, "expected version 1, got 2"),
        ({"game": "chess"}, "expected a game"),
        ({"game": 3}, "expected game as text"),
        ({"options": []}, "expected options as an object"),
        ({"options": {"huffing": None}}, "expected option huffing as"),
        ({"options": {"huffing": "maybe"}}, "got 'maybe'"),
        ({"seed": 1.5}, "expected seed as a whole number"),
        ({"seed": -1}, "expected a seed"),
        ({"seed": 2**63}, "seed"),
        ({"shows": "huff"}, "expected shows as a list"),
        ({"players": ["one"]}, "expected two or four players"),
        ({"title": "two\nlines"}, "expected printable text"),
        ({"title": "\ud800"}, "expected printable text"),
        ({"title": "x" * 300}, "expected at most 200 characters"),
        ({"result": "Green wins"}, "expected White wins"),
        ({"result": "White wins"}, "expected result Black wins"),
        ({"plies": {}}, "expected plies as a list"),
        ({"plies": [3]}, "expected plies as a list"),
        ({"plies": [{"side": "Green", "move": "c2-c3"}]}, "got 'Green'"),
        ({"plies": [{"side": "White", "move": ""}]}, "expected a move in ply 1"),
        ({"plies": [{"side": "White", "move": "c2-c3 ; x"}]}, "expected a move in ply 1"),
        ({"plies": [{"side": "White", "move": "c2-c3", "is_hinted": 1}]}, "expected is_hinted"),
        ({"plies": [{"side": "White", "move": "a1-a2"}]}, "line"),
        ({"plies": [{"side": "Black", "move": "c4-c3"}]}, "expected a move of White"),
    ],
)
def test_json_with_a_fault_is_refused_in_one_line(tmp_path, capsys, change, said):
    data = {**json.loads(exchange_bytes(sample("alquerque-huffing"), ".json")), **change}
    (tmp_path / "bad.json").write_text(json.dumps(data))
    assert main(["convert", str(tmp_path / "bad.json"), str(tmp_path / "out.txt")]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1


@pytest.mark.parametrize("text", ["", "[]", "3", "{", "[" * 100_000, "1" * 10_000, "NaN", "nul"])
def test_what_is_no_json_of_a_record_is_refused(tmp_path, text):
    (tmp_path / "bad.json").write_text(text)
    with pytest.raises(RecordError, match=r"bad\.json"):
        read_exchanged(tmp_path / "bad.json")


@pytest.mark.parametrize(
    ("text", "said"),
    [("[" * 100_000, "too many values one inside another"), ("1" * 10_000, "too many digits")],
)
def test_the_limits_of_python_are_told_in_our_own_words(tmp_path, capsys, text, said):
    (tmp_path / "bad.json").write_text(text)
    (tmp_path / "bad.toml").write_text(f"x = {text}")
    for words in (
        ["convert", str(tmp_path / "bad.json"), str(tmp_path / "out.txt")],
        ["board", "check", str(tmp_path / "bad.toml")],
        ["doctor", "--config", str(tmp_path / "bad.toml")],
    ):
        assert main(words) == 2
        error = capsys.readouterr().err
        # A line of a board file or a configuration may be too long to be looked at.
        assert said in error or ("a line, got" in error and words[0] != "convert")
        assert "recursion" not in error and "set_int" not in error


def damaged(data, chance):
    """*data* with a few bytes changed, left out, doubled or cut off."""
    data = bytearray(data)
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(data) + 1)
        match chance.randrange(5):
            case 0:
                data[at : at + 1] = chance.randbytes(1)
            case 1:
                del data[at : at + chance.randrange(1, 20)]
            case 2:
                data[at:at] = data[at : at + chance.randrange(1, 20)]
            case 3:
                data[at:at] = bytes([chance.choice(b'{}[]"\\;:,=\n09-x')])
            case 4 if chance.random() < 0.2:
                del data[at:]
        data = data or bytearray(b" ")
    return bytes(data)


@pytest.mark.parametrize("times", [100, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("suffix", [".json", ".pdn"])
def test_damaged_files_are_refused_in_one_line_or_are_records(tmp_path, capsys, suffix, times):
    chance = random.Random(5)
    names = [name for name in sample_names() if suffix in suffixes_of(sample(name).game)]
    files = [exchange_bytes(sample(name), suffix) for name in names]
    file, out = tmp_path / f"damaged{suffix}", tmp_path / "out.txt"
    refused = 0
    for number in range(times):
        file.write_bytes(damaged(files[number % len(files)], chance))
        status = main(["convert", str(file), str(out)])
        error = capsys.readouterr().err
        if status == 2:
            refused += 1
            assert error.count("\n") == 1 and error.startswith("companion: ")
        else:
            assert (status, error) == (0, "")
            course_of(read_record(out, find_game))
    assert refused > times * 2 // 5


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["sample:querni-split", "out.pdn"], "ends in .txt, .json, or one of these as --to"),
        (["sample:querni-split", "out"], "expected a name that ends in"),
        (["sample:querni-splt", "out.txt"], "did you mean 'querni-split'?"),
        (["none.json", "out.txt"], "No such file"),
        (["none.pdn", "out.txt"], "No such file"),
        (["sample:querni-split", "none/out.txt"], "none"),
    ],
)
def test_what_cannot_be_converted_is_one_line_and_status_2(
    tmp_path, monkeypatch, capsys, words, said
):
    monkeypatch.chdir(tmp_path)
    assert main(["convert", *words]) == 2
    out, error = capsys.readouterr()
    assert out == "" and error.count("\n") == 1 and said in error


def test_a_game_from_outside_may_have_a_notation_as_well():
    assert WITH_NOTATION == ["alquerque"]
    assert [notation_of(name).suffix for name in WITH_NOTATION] == [".pdn"]


def test_it_says_what_it_has_written(tmp_path, capsys):
    file = tmp_path / "game.json"
    assert main(["convert", "sample:alquerque-huffing", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: 28 moves\n"
