"""PDN as others write it: read and kept, or refused with the line; nothing is lost in silence.

The ways of writing are those of games published by draughts programs and servers, carried over
to Alquerque, and those that the grammar of PDN 3.0 allows.
"""

import pytest

from companion.cli import main
from companion.errors import RecordError
from companion.match.entries import COMMENT_LIMIT
from companion.storage.exchange import exchange_bytes, read_exchanged
from companion.storage.playback import course_of
from companion.storage.record import result_text

TAG = '[Variant "Alquerque"]\n'
MOVES = "1. c2-c3 c4xc2 2. c1xc3"
PLIES = ("c2-c3", "c4xc2", "c1xc3")
SHORT = '[FEN "W:Wa1:Bb2,d4"]\n'


def head(*tags):
    return TAG + "".join(f"[{tag}]\n" for tag in tags) + "\n"


def read(tmp_path, text, number=None):
    file = tmp_path / "game.pdn"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_exchanged(file, number=number)


def plies(exchanged):
    return tuple(ply.text for ply in exchanged.record.plies)


LAYOUTS = {
    "plain": f"{TAG}\n{MOVES} *\n",
    "no result": f"{TAG}\n{MOVES}\n",
    "no line end": f"{TAG}\n{MOVES}",
    "no empty line after the tags": f"{TAG}{MOVES}\n",
    "byte order mark": f"\ufeff{TAG}\n{MOVES} *\n",
    "lines end as on Windows": f"{TAG}\n{MOVES} *\n".replace("\n", "\r\n"),
    "lines end as on old Macs": f"{TAG}\n{MOVES} *\n".replace("\n", "\r"),
    "Ctrl-Z at the end": f"{TAG}\n{MOVES} *\n\x1a",
    "tag and moves on one line": f"{TAG.strip()} {MOVES} *\n",
    "two tags on one line": f'[Event "x"] {TAG}\n{MOVES} *',
    "padded tags": f'[Variant       "alquerque"]\n[Round         "?"]\n\n{MOVES} *',
    "blanks within brackets": f'[ Variant "alquerque" ]\n\n{MOVES} *',
    "a tag without a blank": f'[Variant"alquerque"]\n\n{MOVES} *',
    "a padded value": f'[Variant " Alquerque "]\n\n{MOVES} *',
    "indented tags": f"   {TAG}\t[Round \"?\"]\n\n{MOVES} *",
    "empty lines between tags": f'[Event "x"]\n\n\n{TAG}\n\n{MOVES} *',
    "tag names in small letters": f'[variant "ALQUERQUE"]\n\n{MOVES} *',
    "a line for each move": TAG + "\n" + MOVES.replace(" ", "\n") + "\n*\n",
    "tabs between moves": TAG + "\n" + MOVES.replace(" ", "\t"),
    "numbers glued to moves": f"{TAG}\n1.c2-c3 c4xc2 2.c1xc3 *",
    "numbers without dots": f"{TAG}\n1 c2-c3 c4xc2 2 c1xc3 *",
    "numbers with parentheses": f"{TAG}\n1) c2-c3 c4xc2 2) c1xc3 *",
    "numbers with a blank before the dot": f"{TAG}\n1 . c2-c3 c4xc2 2 . c1xc3 *",
    "numbers with zeros": f"{TAG}\n01. c2-c3 c4xc2 02. c1xc3 *",
    "a number for each ply": f"{TAG}\n1. c2-c3 1... c4xc2 2. c1xc3 *",
    "no numbers": f"{TAG}\nc2-c3 c4xc2 c1xc3 *",
    "three dots for a move already made": f"{TAG}\n1. c2-c3 1. ... c4xc2 2. c1xc3 *",
    "an ellipsis": f"{TAG}\n1. c2-c3 1… c4xc2 2. c1xc3 *",
    "captures with a colon": f"{TAG}\n1. c2-c3 c4:c2 2. c1:c3 *",
    "captures with a multiplication sign": f"{TAG}\n1. c2-c3 c4×c2 2. c1×c3 *",
    "moves without a sign": f"{TAG}\n1. c2c3 c4c2 2. c1c3 *",
    "moves in capitals": f"{TAG}\n1. C2-C3 C4XC2 2. C1XC3 *",
    "moves with en dashes": f"{TAG}\n1. c2–c3 c4xc2 2. c1xc3 *",
    "moves with blanks": f"{TAG}\n1. c2 - c3 c4 x c2 2. c1 x c3 *",
    "moves with one blank, in columns": f"{TAG}\n1. c2- c3 c4x c2 2. c1x c3 *",
    "the result on a line of its own": f"{TAG}\n{MOVES}\n\n*\n\n\n",
    "a hyphen as the result": f"{TAG}\n{MOVES} -\n",
}  # fmt: skip


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_layout_of_others_is_read(tmp_path, name):
    read_one = read(tmp_path, LAYOUTS[name])
    assert plies(read_one) == PLIES
    assert [ply.comment for ply in read_one.record.plies] == ["", "", ""]
    assert (read_one.record.comment, read_one.unused, read_one.record.cut) == ("", (), ())
    course_of(read_one.record)


RESULTS = {
    ('Result "1-0"', "1-0"): "White wins", ('Result "0-1"', "0-1"): "Black wins",
    ('Result "1/2-1/2"', "1/2-1/2"): "draw", ('Result "2-0"', "2-0"): "White wins",
    ('Result "0-2"', "0-2"): "Black wins", ('Result "1-1"', "1-1"): "draw",
    ('Result "½-½"', "½-½"): "draw", ('Result "1/2"', "1/2"): "draw",
    ('Result "*"', "*"): "unfinished", ('Result "-"', "-"): "unfinished",
    ('Result "?"', "*"): "unfinished", ('Result ""', "*"): "unfinished",
    # Missing at one place, or said in both manners.
    (None, "1-0"): "White wins", (None, "0-2"): "Black wins", (None, "1-1"): "draw",
    ('Result "0-1"', ""): "Black wins", ('Result "2-0"', "1-0"): "White wins",
    # PDN 3.0 has the asterisk alone as the end of a game.
    ('Result "1-0"', "*"): "White wins", ('Result "*"', "0-1"): "Black wins",
}  # fmt: skip


@pytest.mark.parametrize(("tag", "end"), RESULTS)
def test_the_result_is_kept(tmp_path, tag, end):
    text = head(*([tag] if tag else [])) + f"{MOVES} {end}\n"
    record = read(tmp_path, text).record
    assert result_text(record.outcome, record.game) == RESULTS[tag, end]


DATES = {
    "2026.07.04": "2026-07-04 00:00:00", "2026-07-04": "2026-07-04 00:00:00",
    "2026/07/04": "2026-07-04 00:00:00", "1946.??.??": "1946", "1946.07.??": "1946-07",
    "1.1.1965": "1965-01-01 00:00:00", "????.??.??": "", "?": "", "": "",
    "03.07.20": "03.07.20", "July 1946": "July 1946", "1946": "1946",
}  # fmt: skip


@pytest.mark.parametrize("date", DATES)
def test_a_date_is_kept_as_far_as_it_goes(tmp_path, date):
    record = read(tmp_path, head(f'Date "{date}"') + MOVES).record
    assert record.started == DATES[date]
    (tmp_path / "again.pdn").write_bytes(exchange_bytes(record, ".pdn"))
    assert read_exchanged(tmp_path / "again.pdn").record.started == record.started


def test_a_year_is_written_as_pdn_has_it(tmp_path):
    record = read(tmp_path, head('Date "1946.??.??"') + MOVES).record
    assert '[Date "1946.??.??"]' in exchange_bytes(record, ".pdn").decode()


SAID = {
    "a comment": ("1. c2-c3 {good} c4xc2 2. c1xc3", ("", "good", "", "")),
    "a comment over lines": ("1. c2-c3 {so\n\tgood} c4xc2 2. c1xc3", ("", "so good", "", "")),
    "two comments": ("1. c2-c3 {one} {two} c4xc2 2. c1xc3", ("", "one two", "", "")),
    "a comment to the end of the line": ("1. c2-c3 ; one\nc4xc2 2. c1xc3", ("", "one", "", "")),
    "a comment between number and move": (
        "1. c2-c3 1... {one} c4xc2 2. c1xc3", ("", "one", "", "")
    ),
    "a comment before the moves": ("{one} 1. c2-c3 c4xc2 2. c1xc3", ("one", "", "", "")),
    "a comment after the result": ("1. c2-c3 c4xc2 2. c1xc3 1-0 {one}", ("", "", "", "one")),
    "a comment with parentheses": ("1. c2-c3 {(one} c4xc2 2. c1xc3", ("", "(one", "", "")),
    "a clock of a server": (
        "1. c2-c3 {[%clk 0:03:00]} c4xc2 2. c1xc3", ("", "[%clk 0:03:00]", "", "")
    ),
    "a strength": ("1. c2-c3! c4xc2?? 2. c1xc3!?", ("", "!", "??", "!?")),
    "a strength in parentheses": ("1. c2-c3 c4xc2(!?) 2. c1xc3(!?!!!)", ("", "", "!?", "!?!!!")),
    "a strength after a blank": ("1. c2-c3 ! c4xc2 2. c1xc3", ("", "!", "", "")),
    "a strength and a comment": ("1. c2-c3?! {bold} c4xc2 2. c1xc3", ("", "?! bold", "", "")),
    "a strength and a hint of ours": (
        "1. c2-c3?! {[hint] bold} c4xc2 2. c1xc3", ("", "bold ?!", "", "")
    ),
    "a glyph": ("1. c2-c3 $1 c4xc2 $6 2. c1xc3 $14", ("", "!", "?!", "$14")),
    "a glyph without a blank": ("1. c2-c3$2 c4xc2$5 2. c1xc3$10", ("", "?", "!?", "$10")),
    "a glyph that says the same": ("1. c2-c3! $1 c4xc2 2. c1xc3", ("", "!", "", "")),
    "signs of evaluation": ("1. c2-c3 ± c4xc2 ∓ 2. c1xc3 ⩲", ("", "±", "∓", "⩲")),
    "signs that are typed": ("1. c2-c3 +/- c4xc2 -+ 2. c1xc3 +=", ("", "+/-", "-+", "+=")),
    "equal and unclear": ("1. c2-c3 = c4xc2 ∞ 2. c1xc3 □", ("", "=", "∞", "□")),
    "a variation": (
        "1. c2-c3 c4xc2 (1... c4xc2 2. d1xb3) 2. c1xc3",
        ("", "", "(1... c4xc2 2. d1xb3)", ""),
    ),
    "variations in a variation": (
        "1. c2-c3 (1. d2-c3 (1. b2-c3 {a) b}) d4xd2)\nc4xc2 2. c1xc3",
        ("", "(1. d2-c3 (1. b2-c3 {a) b}) d4xd2)", "", ""),
    ),
    "a line of a program": (
        "% made by X\n1. c2-c3 c4xc2\n% and Y\n2. c1xc3", ("made by X", "", "and Y", "")
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SAID)
def test_what_is_said_of_moves_is_kept_as_comments(tmp_path, name):
    text, said = SAID[name]
    read_one = read(tmp_path, f"{TAG}\n{text}\n")
    assert plies(read_one) == PLIES
    assert (read_one.record.comment, *(ply.comment for ply in read_one.record.plies)) == said
    assert (read_one.unused, read_one.record.cut) == ((), ())
    again = read(tmp_path, exchange_bytes(read_one.record, ".pdn")).record
    assert (again.comment, *(ply.comment for ply in again.plies)) == said


@pytest.mark.parametrize("before", ["{made by X}\n", "% made by X\n", "; made by X\n"])
def test_a_comment_before_the_tags_is_kept(tmp_path, before):
    read_one = read(tmp_path, f"{before}{TAG}\n{MOVES}\n")
    assert plies(read_one) == PLIES
    assert read_one.record.comment == "made by X"


POSITIONS = {
    "W:Wa1,b1:Bb2,e5": "....b/...../...../.b.../ww... w",
    "W:Wa1,b1:Bb2,e5.": "....b/...../...../.b.../ww... w",
    "W:Bb2,e5:Wa1,b1": "....b/...../...../.b.../ww... w",
    "b:wA1,b1:bB2,E5": "....b/...../...../.b.../ww... b",
    "W : W a1, b1 : B b2, e5": "....b/...../...../.b.../ww... w",
    "B:W:Ba5": "b..../...../...../...../..... b",
}


@pytest.mark.parametrize("fen", POSITIONS)
def test_a_position_is_read_as_others_write_it(tmp_path, fen):
    assert read(tmp_path, head(f'FEN "{fen}"', 'SetUp "1"')).record.position == POSITIONS[fen]


def test_a_capture_may_be_told_by_its_ends(tmp_path):
    for written in ("a1xe5", "a1:e5", "a1xc3xe5", "a1e5"):
        assert plies(read(tmp_path, TAG + SHORT + f"\n1. {written} 1-0")) == ("a1xc3xe5",)


def test_a_capture_whose_ends_do_not_tell_it_is_refused(tmp_path):
    two = '[FEN "W:Wa1:Ba2,b3,b1,c2"]\n'
    with pytest.raises(
        RecordError, match=r"line 4, ply 1: expected a1x\w+ or a1x\w+, got 'a1xc3'"
    ):
        read(tmp_path, TAG + two + "\n1. a1xc3 1-0")


@pytest.mark.parametrize(
    ("white", "black", "players"),
    [
        ("Anna", "Ben", ("Anna", "Ben")),
        ("Wiersma, Harm", "Абациев Н.", ("Wiersma Harm", "Абациев Н.")),
        ("Anna", "?", ("Anna", "?")),
        ("", "", ()),
        ("  Anna  ", "高文龙", ("Anna", "高文龙")),
        (r"An \"A\" na", r"C:\ben", ('An "A" na', r"C:\ben")),
    ],
)
def test_players_are_kept(tmp_path, white, black, players):
    text = head(f'White "{white}"', f'Black "{black}"') + MOVES
    assert read(tmp_path, text).record.players == players


def test_tags_that_a_record_has_no_place_for_are_told(tmp_path, capsys):
    text = head(
        'Event "Open"', 'Site "Den Haag"', 'Round "-"', 'GameType "20"', 'WhiteElo "2175"',
        'TimeControl "?"', 'SetUp "0"', 'Time "18:30"',
    ) + MOVES  # fmt: skip
    (tmp_path / "game.pdn").write_text(text)
    out = tmp_path / "out.txt"
    assert main(["convert", str(tmp_path / "game.pdn"), str(out)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{out}: 3 moves",
        'Not kept: [Site "Den Haag"] [GameType "20"] [WhiteElo "2175"] [Time "18:30"]',
    ]


def test_comments_that_are_cut_are_told(tmp_path, capsys):
    long = "x" * (COMMENT_LIMIT + 1)
    (tmp_path / "game.pdn").write_text(
        f"{TAG}\n{{{long}}} 1. c2-c3 c4xc2 {{{long}}} 2. c1xc3 {{x}}"
    )
    out = tmp_path / "out.txt"
    assert main(["convert", str(tmp_path / "game.pdn"), str(out)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{out}: 3 moves",
        "The comment before the first move was cut at 200 characters.",
        "The comment on move 2 was cut at 200 characters.",
    ]


def test_comments_of_a_record_that_are_cut_are_told_by_all_who_read_it(tmp_path, capsys):
    long = "x" * (COMMENT_LIMIT + 1)
    file = tmp_path / "game.txt"
    file.write_text(
        f"Board Companion record 1\nGame: alquerque\n\n1. White c2-c3 ; {long}\n"
        f"2. Black c4xc2 ; {long[1:]}\n"
    )
    sentence = "The comment on move 1 was cut at 200 characters."
    assert main(["convert", str(file), str(tmp_path / "out.json")]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [sentence]
    assert main(["replay", str(file)]) == 0
    assert capsys.readouterr().err == f"companion: {sentence}\n"


REFUSED = {
    "a result against the tag": (
        head('Result "1-0"') + MOVES + "\n0-1",
        "line 5: expected the result of the tags, 1-0, got '0-1'",
    ),
    "a result of draughts against the tag": (
        head('Result "0-1"') + MOVES + " 2-0", "line 4: expected the result of the tags, 0-1"
    ),
    "both lose": (head() + MOVES + " 0-0", "line 3: expected a result such as 1-0"),
    "points of a match": (head('Result "4-6"') + MOVES, "line 2: expected a result such as 1-0"),
    "no result": (head('Result "White"') + MOVES, "line 2: expected a result such as 1-0"),
    "moves after the result": (
        head() + "1. c2-c3 * c4xc2", "line 3: expected nothing after the result, got 'c4xc2'"
    ),
    "two results": (head() + "1. c2-c3 1-0 *", "line 3: expected nothing after the result"),
    "a tag twice": (
        head('White "a"', 'White "b"') + MOVES,
        "line 3: expected each tag once, got '[White \"b\"]'",
    ),
    "a tag without quotes": (head("White a") + MOVES, "line 2: expected a tag such as"),
    "a tag that is not closed": (TAG + '[White "a"\n' + MOVES, "line 2: expected a tag such as"),
    "a comment that is not closed": (
        head() + "1. c2-c3\n{one c4xc2", "line 4: expected what is closed again after {"
    ),
    "a comment in a comment": (head() + "1. c2-c3 {a {b} c}", "line 3: expected a move such as"),
    "a variation that is not closed": (
        head() + "1. c2-c3\n(1. d2-c3", "line 4: expected what is closed again after ("
    ),
    "a parenthesis too many": (head() + "1. c2-c3 )", "line 3: expected a move such as"),
    "moves by numbers": (head() + "1. 32-28 19-23", "line 3: expected a move such as c2-c3"),
    "moves that nobody knows": (head() + "1. c2-c3 - -", "line 3: expected nothing after"),
    "a null move": (head() + "1. c2-c3 --", "line 3: expected a move such as"),
    "a setup within the moves": (head() + "1. c2-c3 /FEN x/", "line 3: expected a move such as"),
    "a word": (head() + "1. c2-c3 resigns", "line 3: expected a move such as"),
    "an illegal move": (head() + "1. c2-c3\nc4-b4", "line 4, ply 2: "),
    "a point beside the board": (head() + "1. c2-c9", "line 3, ply 1: "),
    "a point in both lists": (
        head('FEN "W:Wa1,b2:Bb2"'), "line 2: expected each point once in FEN, got 'b2'"
    ),
    "a point twice": (head('FEN "W:Wa1,a1:Bb2"'), "line 2: expected each point once in FEN"),
    "two lists of one color": (head('FEN "W:Wa1:Wb2"'), "line 2: expected FEN such as"),
    "a king": (head('FEN "W:WKa1:Bb2"'), "line 2: expected points a1 to e5 in FEN, got 'ka1'"),
    "no side": (head('FEN "?:Wa1:Bb2"'), "line 2: expected FEN such as"),
    "not of this game": (
        f'[GameType "20"]\n\n{MOVES}',
        'expected a game of alquerque ([Variant "alquerque"]), got [GameType "20"]',
    ),
    "of another variant": (f'[Variant "Russian"]\n\n{MOVES}', 'got [Variant "Russian"]'),
    "of no game": (f'[White "a"]\n\n{MOVES}', "got neither that tag nor GameType"),
    "nothing": ("", "got neither that tag nor GameType"),
    "bytes of another encoding": (
        (TAG + '[White "René"]\n' + MOVES).encode("latin-1"),
        "line 2: expected UTF-8, got byte 0xe9",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_kept_is_refused_with_its_line(tmp_path, capsys, name):
    text, said = REFUSED[name]
    (tmp_path / "bad.pdn").write_bytes(text if isinstance(text, bytes) else text.encode())
    assert main(["convert", str(tmp_path / "bad.pdn"), str(tmp_path / "out.txt")]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert not (tmp_path / "out.txt").exists()


def test_there_are_as_many_ways_as_were_seen_in_files_of_others():
    count = len(LAYOUTS) + len(RESULTS) + len(DATES) + len(SAID) + len(POSITIONS) + len(REFUSED)
    assert count >= 86


# Several games

SEVERAL = (
    f'{TAG}[White "One"]\n\n1. c2-c3 {{a}} 1-0 {{the first}}\n\n'
    f'{{the second}}\n{TAG}[White "Two"]\n\n1. d2-c3 d4xd2\n\n'
    f'% of another game\n[GameType "20"]\n[White "Three"]\n\n1. 32-28 *\n\n'
    f'{TAG}[White "Four"]\n\n1. c2-c9 0-1\n'
)


def test_one_of_several_games_is_chosen_by_its_number(tmp_path):
    first, second = (read(tmp_path, SEVERAL, number) for number in (1, 2))
    assert first.record.players == ("One", "?")
    assert (plies(first), first.record.plies[0].comment) == (("c2-c3",), "a the first")
    assert result_text(first.record.outcome, first.record.game) == "White wins"
    assert second.record.players == ("Two", "?")
    assert (plies(second), second.record.comment) == (("d2-c3", "d4xd2"), "the second")
    assert second.record.outcome is None


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (None, "expected a file with one game, got 4: choose by --game 1"),
        (5, "expected --game 1 to 4, got 5"),
        (3, 'expected a game of alquerque ([Variant "alquerque"]), got [GameType "20"]'),
        (4, "line 21, ply 1: "),
    ],
)
def test_which_of_several_games_has_to_be_said(tmp_path, number, said):
    with pytest.raises(RecordError) as caught:
        read(tmp_path, SEVERAL, number)
    assert said in str(caught.value)


@pytest.mark.parametrize("words", [["--game", "2"], ["--game=2"]])
def test_the_command_takes_one_of_several(tmp_path, capsys, words):
    (tmp_path / "game.pdn").write_text(SEVERAL)
    out = tmp_path / "out.json"
    assert main(["convert", *words, str(tmp_path / "game.pdn"), str(out)]) == 0
    assert capsys.readouterr().out == f"{out}: 2 moves\n"


def test_a_record_is_the_only_game_of_its_file(tmp_path, capsys):
    out = tmp_path / "out.json"
    assert main(["convert", "sample:alquerque-bell", str(out), "--game", "1"]) == 0
    assert main(["convert", "sample:alquerque-bell", str(out), "--game", "2"]) == 2
    assert "expected --game 1 to 1, got 2" in capsys.readouterr().err
    assert main(["convert", str(out), str(out), "--game", "2"]) == 2
    assert main(["convert", str(out), str(out), "--game", "0"]) == 2


def test_a_long_file_of_many_games_is_read_in_time(tmp_path):
    many = "\n".join([f"{TAG}\n{MOVES} *\n"] * 3000)
    assert plies(read(tmp_path, many, 3000)) == PLIES


@pytest.mark.timeout(40)
@pytest.mark.parametrize("sign", ["(", "{", "[", "c2", "c2-", '[A "', "(!", "$", "1.c"])
def test_a_sign_without_end_is_read_in_time(tmp_path, sign):
    with pytest.raises(RecordError):
        read(tmp_path, f"{TAG}\n{sign * 100_000}")
