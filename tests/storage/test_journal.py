import json
import random
import zlib

import pytest

from companion.clock import parse_clock
from companion.contract import Outcome
from companion.errors import JournalError
from companion.match.entries import (
    VERSION,
    CommentEntry,
    Header,
    HintEntry,
    NewerJournalError,
    PlyEntry,
    RedoEntry,
    ResultEntry,
    TakeBackEntry,
    TimeEntry,
    from_json,
    to_json,
)
from companion.match.match import Match, NewMatch
from companion.storage import journal as journal_module
from companion.storage.disk import Disk
from companion.storage.journal import SIZE_LIMIT, line_of, parse_journal, shortened
from tests.bounds import bounded
from tests.match.playing import ALQUERQUE, Noted, agree, play_at_random

OPTIONS = {"huffing": False, "quiet_limit": 50}
HEADER = Header("alquerque", OPTIONS, 7, "alquerque", "0f", hints=(3, None))


def entries_of_a_match(seed, plies):
    sink = Noted()
    match = Match.start(NewMatch(ALQUERQUE, seed=seed), journal=sink)
    play_at_random(match, random.Random(seed), plies)
    match.comment(0, "Grüße; ein Zug")
    match.back()
    agree(match)
    match.redo()
    match.resign(0)
    agree(match)
    return sink.entries


def journal_of(entries):
    data, checksum = b"", 0
    for entry in entries:
        line, checksum = line_of(entry, checksum)
        data += line
    return data


ENTRIES = entries_of_a_match(1, 4)
DATA = journal_of(ENTRIES)


def is_found_out(data, parse):
    """Whether *parse* tells that *data* is not the journal as written, and offers a true start."""
    try:
        contents = parse(data)
    except JournalError:
        return True
    is_true_start = list(contents.entries) == ENTRIES[: len(contents.entries)]
    return contents.damage is not None and is_true_start


def flipped(data):
    for at in range(len(data)):
        for bit in range(8):
            yield data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]


def shuffled_lines(data):
    lines = data.splitlines(keepends=True)
    for at in range(len(lines) - 1):
        yield b"".join(lines[:at] + lines[at + 1 :])
        yield b"".join([*lines[: at + 1], *lines[at:]])
        yield b"".join([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]])


class TestLines:
    @pytest.mark.parametrize(
        "entry",
        [
            HEADER,
            PlyEntry(1, "huff d4", True),
            HintEntry(1),
            TakeBackEntry(3),
            RedoEntry(),
            TimeEntry(1, 15_000),
            CommentEntry(2, "Grüße \U0001f600"),
            ResultEntry(Outcome(None, "agreed")),
            ResultEntry(Outcome(1, "resigned")),
        ],
        ids=lambda entry: type(entry).__name__,
    )
    def test_an_entry_is_read_back_equal(self, entry):
        assert from_json(to_json(entry)) == entry

    def test_a_line_is_a_checksum_and_json(self):
        line = line_of(TakeBackEntry(1), 0)[0]
        body = b'{"take-back":1}'
        assert line == b"%08x %s\n" % (zlib.crc32(body), body)

    def test_a_whole_journal_is_read_back(self):
        contents = parse_journal(DATA)
        assert (list(contents.entries), contents.damage) == (ENTRIES, None)
        assert contents.ends[-1] == len(DATA)

    def test_an_empty_file_has_neither_entries_nor_damage(self):
        assert parse_journal(b"") == ((), (), None)

    @pytest.mark.parametrize(
        "text",
        [
            "", "1", "[]", "{}", '{"ply":1,"side":0}', '{"ply":"a","side":2}', '{"take-back":-1}',
            '{"time":15000,"to":2}', '{"time":-1,"to":0}', '{"time":99999999,"to":0}',
            '{"take-back":true}', '{"result":"x","winner":7}', '{"comment":"x"}', "[" * 5000,
            "9" * 5000, '{"board-companion-journal":1}', '{"knight":"e4"}',
        ],
    )  # fmt: skip
    def test_what_is_no_entry_is_refused(self, text):
        with pytest.raises(JournalError):
            from_json(text)


class TestDamage:
    def test_cut_anywhere_only_the_incomplete_line_is_lost(self):
        ends = [0, *parse_journal(DATA).ends]
        for cut in range(len(DATA) + 1):
            contents = parse_journal(DATA[:cut])
            whole = sum(end <= cut for end in ends) - 1
            assert list(contents.entries) == ENTRIES[:whole], cut
            torn = contents.damage
            assert (torn is None) == (cut in ends), cut
            assert torn is None or (torn.is_torn, torn.dropped) == (True, cut - ends[whole])

    def test_every_flipped_bit_is_found_out(self):
        assert all(is_found_out(data, parse_journal) for data in flipped(DATA))

    def test_a_zeroed_block_is_found_out_at_any_place(self):
        for at in range(len(DATA)):
            zeroed = DATA[:at] + bytes(len(DATA[at : at + 64])) + DATA[at + 64 :]
            assert is_found_out(zeroed, parse_journal), at

    def test_missing_doubled_and_swapped_lines_are_found_out(self):
        assert all(is_found_out(data, parse_journal) for data in shuffled_lines(DATA))

    def test_a_bad_line_in_the_middle_is_no_torn_tail(self):
        damage = parse_journal(DATA.replace(b'"side":1', b'"side":0', 1)).damage
        assert (damage.line, damage.is_torn) == (3, False)

    def test_a_whole_last_line_that_is_bad_is_no_torn_tail(self):
        damage = parse_journal(DATA[:-3] + b"?\n").damage
        assert (damage.line, damage.is_torn) == (len(ENTRIES), False)

    def test_a_second_header_is_damage(self):
        assert parse_journal(journal_of([HEADER, HEADER])).damage.line == 2

    def test_a_journal_that_begins_without_a_header_is_damage(self):
        assert parse_journal(journal_of([RedoEntry()])).damage.line == 1


class TestBrokenReaders:
    """What the tests above would miss if the reader were weaker: each must be noticed."""

    def test_one_that_ignores_checksums_misses_flips(self, monkeypatch):
        monkeypatch.setattr(journal_module, "_read_line", _unchecked)
        assert not all(is_found_out(data, parse_journal) for data in flipped(DATA))

    def test_one_that_reads_either_case_of_hex_misses_flips(self, monkeypatch):
        read = journal_module._read_line

        def lenient(line, checksum):
            return read(line[:8].lower() + line[8:], checksum)

        monkeypatch.setattr(journal_module, "_read_line", lenient)
        assert not all(is_found_out(data, parse_journal) for data in flipped(DATA))

    def test_one_that_checks_each_line_alone_misses_lost_lines(self, monkeypatch):
        crc32 = zlib.crc32
        monkeypatch.setattr(journal_module.zlib, "crc32", lambda body, _=0: crc32(body))
        data = journal_of(ENTRIES)
        assert not all(is_found_out(bad, parse_journal) for bad in shuffled_lines(data))


def _unchecked(line, checksum):
    if not line.endswith(b"\n"):
        raise JournalError("torn")
    return from_json(line[9:-1].decode("ascii", errors="replace")), checksum


class TestOtherVersions:
    def test_a_newer_version_is_refused(self):
        newer = VERSION + 1
        body = json.dumps({"board-companion-journal": newer, "unheard": "of"}).encode()
        with pytest.raises(NewerJournalError, match=f"version {newer}"):
            parse_journal(b"%08x %s\n" % (zlib.crc32(body), body))

    def test_what_is_too_large_is_refused(self):
        with pytest.raises(JournalError, match="at most"):
            parse_journal(bytes(SIZE_LIMIT + 1))


def mutants(seed, count):
    rng = random.Random(seed)
    for _ in range(count):
        data = bytearray(DATA)
        for _ in range(rng.randrange(1, 6)):
            at, kind = rng.randrange(len(data) + 1), rng.randrange(3)
            piece = rng.randbytes(rng.randrange(1, 9))
            data[at : at + (0, 1, 40)[kind]] = (piece, piece[:1], b"")[kind]
        yield bytes(data)
        # With checksums that fit, so that what is behind them is reached.
        lines, checksum = [], 0
        for line in bytes(data).split(b"\n")[:-1]:
            checksum = zlib.crc32(line[9:], checksum)
            lines.append(b"%08x %s\n" % (checksum, line[9:]))
        yield b"".join(lines)


def fuzz_journal(seed, count):
    for number, data in enumerate(mutants(seed, count)):
        with bounded(seed, number, data):
            try:
                contents = parse_journal(data)
                if contents.entries:
                    Match.replayed(contents.entries[0], contents.entries[1:], ALQUERQUE)
            except JournalError:
                pass
            except ValueError as error:
                # A header whose options or position are not of this game.
                assert type(error).__module__ == "companion.errors", (seed, number, data)


def test_no_input_raises_anything_else():
    fuzz_journal(20, 1500)


@pytest.mark.slow
def test_no_input_of_a_million_raises_anything_else():
    fuzz_journal(21, 500_000)


def state_of(entries, header):
    """Everything that replaying *entries* behind *header* leads to."""
    match, good, reason = Match.replayed(header, entries, ALQUERQUE, ALQUERQUE.shipped_board())
    assert (good, reason) == (len(entries), "")
    history = match._history
    return (
        [position.to_text() for position in history.positions], history.plies, history._undone,
        history.hints, history.agreed, history._counts, +history._seen, match.times,
    )  # fmt: skip


def a_match_with_everything(seed, events):
    """The entries of a match in which there is hardly a ply that stays."""
    chance, sink = random.Random(seed), Noted()
    clock = parse_clock("10h")
    new = NewMatch(ALQUERQUE, {"quiet_limit": 0}, seed=seed, clock=clock)
    match = Match.start(new, journal=sink)
    for _ in range(events):
        deed = chance.choices(
            ["ply", "back", "redo", "hint", "comment", "give", "resign"], [6, 5, 3, 1, 1, 1, 1]
        )
        if deed == ["back"] and (match.plies or match.outcome):
            for _ in range(chance.randrange(1, 4)):
                match.back()
                if match.question is not None:
                    agree(match)
        elif deed == ["redo"] and match.undone:
            match.redo()
        elif deed == ["comment"] and match.plies:
            match.comment(chance.randrange(len(match.plies)), str(chance.random()))
        elif match.outcome is None and deed == ["hint"]:
            match.note_hint()
        elif match.outcome is None and deed == ["give"]:
            match.give_time(chance.randrange(2))
        elif match.outcome is None and deed == ["resign"]:
            match.resign(match.position.side)
            agree(match)
        elif match.outcome is None and deed == ["ply"]:
            play_at_random(match, chance, 1)
    return sink.entries


@pytest.mark.parametrize("seed", range(30))
def test_a_shortened_journal_leads_to_the_same_match(seed):
    header, *entries = a_match_with_everything(seed, 120)
    whole = list(entries)
    for end in (*range(0, len(whole), 23), len(whole)):
        short = shortened([header, *whole[:end]])
        assert short[0] is header
        assert len(short) <= end + 1
        assert state_of(short[1:], header) == state_of(whole[:end], header)
    # Once more after more was entered, as it is with a journal that fills again.
    half = shortened([header, *whole[: len(whole) // 2]])
    again = shortened([*half, *whole[len(whole) // 2 :]])
    assert state_of(again[1:], header) == state_of(whole, header)


def test_two_plies_that_were_taken_back_at_once_can_be_redone_one_by_one():
    sink = Noted()
    match = Match.start(NewMatch(ALQUERQUE, {"quiet_limit": 0}, seed=3), journal=sink)
    play_at_random(match, random.Random(3), 4)
    header, *plies = sink.entries
    entries = [*plies, TakeBackEntry(3), RedoEntry(), RedoEntry()]
    assert shortened([header, *entries]) == [header, *plies, TakeBackEntry(1)]
    assert state_of([*plies, TakeBackEntry(1)], header) == state_of(entries, header)


def test_a_hint_for_a_ply_that_was_taken_back_with_the_one_before_is_not_shown_again():
    sink = Noted()
    match = Match.start(NewMatch(ALQUERQUE, {"quiet_limit": 0}, seed=3), journal=sink)
    play_at_random(match, random.Random(3), 1)
    match.note_hint()
    match.back()
    agree(match)
    match.redo()
    header, *entries = sink.entries
    assert not match.hints.is_shown
    assert state_of(shortened([header, *entries])[1:], header) == state_of(entries, header)


def test_ten_thousand_plies_that_are_taken_back_are_saved(tmp_path):
    path, chance = tmp_path / "current.journal", random.Random(1)
    journal = journal_module.Journal(Disk(), path)
    match = Match.start(NewMatch(ALQUERQUE, {"quiet_limit": 0}, seed=1), journal=journal)
    for _ in range(10_000):
        play_at_random(match, chance, 1)
        match.back()
        agree(match)
        assert match.saving_problem == ""
    play_at_random(match, chance, 1)
    contents = parse_journal(path.read_bytes())
    assert contents.damage is None
    assert len(path.read_bytes()) <= SIZE_LIMIT
    header, *entries = contents.entries
    replayed, _, reason = Match.replayed(header, entries, ALQUERQUE, ALQUERQUE.shipped_board())
    assert reason == ""
    assert replayed.position == match.position
    assert replayed.plies == match.plies
