"""Moves are counted one way: by plies, in the list, the viewer, the record, a GIF and a hint."""

import re

from companion.storage.playback import Playback, course_of
from companion.storage.record import record_of, record_text
from companion.ui.panels.panels import move_lines
from companion.words.records import caption_text, ply_title
from tests.ui.hint_scenes import answered, ask

GAME = ("c2-c3", "c4xc2", "c1xc3")
"""Three plies; the fourth is Black's."""


def test_each_way_to_show_the_last_move_gives_it_the_same_number(sitting):
    sitting.play("alquerque")
    sitting.move(*GAME)
    listed = {line.texts[0]: line.number for line in move_lines(sitting.match)}
    record = record_of(sitting.match)
    playback = Playback(course_of(record))
    playback.jump(3)
    assert listed["c1xc3"] == 3
    assert re.search(r"^3\. White c1xc3", record_text(record), re.MULTILINE)
    assert caption_text(playback).startswith("3. "), "in the viewer and in a GIF"
    assert ply_title(3, "c1xc3", has_comment=False).startswith("3. ")


def test_a_hint_counts_on_from_the_last_move(sitting):
    sitting.play("alquerque")
    sitting.move(*GAME)
    move = sitting.match.position.legal_moves()[0]
    reply = sitting.match.position.play(move).legal_moves()[0]
    answered(sitting, move.text, reply.text, score=30)
    ask(sitting, presses=3)
    assert sitting.banner.startswith("5. White: "), "the reply to the hinted fourth ply"
    assert "Expected: 4. " in sitting.note
