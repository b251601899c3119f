"""Signs in names and comments: what people write is kept, what harms a line is refused by name."""

import json

import pytest

from companion.cli import main
from companion.commands.play import _named
from companion.contract.texts import composed
from companion.errors import RecordError, UsageError, unfit_sign
from companion.match.entries import clean_comment, clean_name
from companion.match.seats import PERSONS, is_name
from companion.plugins import find_game
from companion.storage.exchange import exchange_bytes, read_exchanged
from companion.storage.record_reader import parse_record

WRITTEN = {
    "a no-break space": "Bon\u00a0!", "a narrow one": "Bon\u202f!",
    "a soft hyphen": "Brett\u00adspiel",
    "a non-joiner": "علی\u200cرضا", "a joiner": "👩\u200d👧", "a flag": "🏴\U000e0067\U000e007f",
    "a mark of direction": "abc\u200f", "composed": "Zoë", "decomposed": "Zoe\u0308",
}  # fmt: skip
UNFIT = {
    "\x07": "U+0007", "\x1b": "U+001B", "\x7f": "U+007F", "\x9b": "U+009B", "\u2028": "U+2028",
    "\u202e": "U+202E", "\u2066": "U+2066",
    "\ufdd0": "U+FDD0", "\U0001fffe": "U+1FFFE", "\U0010ffff": "U+10FFFF",
}  # fmt: skip
RECORD = "Board Companion record 1\nGame: alquerque\nPlayers: {0}, Ben\n\n1. White c2-c3 ; {0}\n"


@pytest.mark.parametrize("kind", WRITTEN)
def test_what_people_write_is_read_and_written_again(tmp_path, kind):
    text = WRITTEN[kind]
    assert unfit_sign(text) == ""
    record = parse_record(RECORD.format(text).encode(), find_game)
    blank = text.replace("\u00a0", " ").replace("\u202f", " ")
    assert record.plies[0].comment == blank
    assert record.players == (composed(blank), "Ben")
    assert is_name(record.players[0])
    for suffix in (".json", ".pdn", ".txt"):
        (tmp_path / f"game{suffix}").write_bytes(exchange_bytes(record, suffix))
        again = read_exchanged(tmp_path / f"game{suffix}").record
        assert (again.players, again.plies[0].comment) == (record.players, blank)


@pytest.mark.parametrize("sign", UNFIT)
def test_what_harms_a_line_is_refused_and_named(tmp_path, sign):
    text = f"An{sign}na"
    assert unfit_sign(text) == UNFIT[sign]
    assert not is_name(text)
    assert clean_comment(text) == clean_name(text) == "An na"
    with pytest.raises(RecordError) as refused:
        parse_record(RECORD.format(text).encode(), find_game)
    assert str(refused.value).startswith("line 3: ")
    assert f"got {UNFIT[sign]} in " in str(refused.value)
    with pytest.raises(UsageError) as refused:
        _named(PERSONS, f"{text},Ben")
    assert f"got {UNFIT[sign]} in " in str(refused.value)
    pdn = f'[Variant "alquerque"]\n[Event "{text}"]\n\n1. c2-c3\n'
    (tmp_path / "game.pdn").write_text(pdn, encoding="utf-8")
    with pytest.raises(RecordError) as refused:
        read_exchanged(tmp_path / "game.pdn")
    assert f"got {UNFIT[sign]} in " in str(refused.value)


def test_a_name_is_one_however_it_was_typed():
    assert _named(PERSONS, "Zoe\u0308,Ben") == _named(PERSONS, "Zoë,Ben")
    assert clean_name("Zoe\u0308") == clean_name("Zoë")


def test_games_of_one_player_are_added_up_however_the_name_was_typed(tmp_path, capsys):
    (tmp_path / "records").mkdir()
    for number, name in enumerate(("Zoë", "Zoe\u0308")):
        text = RECORD.format(name).replace("\n\n", "\nResult: White wins\nReason: resigned\n\n")
        (tmp_path / "records" / f"2026-07-0{number + 1}_100000_alquerque.txt").write_text(
            text, encoding="utf-8"
        )
    assert main(["results", "--state", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Ben – Zoë: 0 : 2\n")
    assert "Zoe\u0308" not in out


def test_a_key_that_is_there_twice_is_refused(tmp_path, capsys):
    record = parse_record(RECORD.format("Anna").encode(), find_game)
    text = exchange_bytes(record, ".json").decode()
    doubled = text.replace('"game"', '"game": "querni", "game"', 1)
    assert json.loads(doubled)["game"] == "alquerque"
    file = tmp_path / "game.json"
    for data in (doubled, text.replace('"move"', '"move": "a1-a2", "move"', 1)):
        file.write_text(data)
        assert main(["convert", str(file), str(tmp_path / "out.txt")]) == 2
        assert "expected each key once, got '" in capsys.readouterr().err
