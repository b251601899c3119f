"""What players are told of damaged files."""

import pytest

from companion.storage.disk import Notice
from companion.words.table import notice_text

NOTICES = (
    Notice("torn-tail", (12,)),
    Notice("journal-damaged", (3, "a reason", "current.journal.damaged-1")),
    Notice("journal-damaged", (3, "a reason", "")),
    Notice("journal-unreadable", ("a reason", "current.journal.damaged-1")),
    Notice("journal-unreadable", ("a reason", "")),
    Notice("journal-refused", ("a reason",)),
    Notice("settings-damaged", ("a reason", "settings.toml.damaged-1")),
    Notice("settings-damaged", ("a reason", "")),
    Notice("settings-unreadable", ("a reason",)),
)


@pytest.mark.parametrize("notice", NOTICES, ids=str)
def test_a_notice_has_no_hole_where_a_name_or_reason_should_be(notice):
    text = notice_text(notice)
    assert " ." not in text
    assert "as ." not in text and "  " not in text
    assert text.endswith((".", "a reason"))
    assert "{" not in text and notice.code not in text


def test_the_file_that_was_kept_is_named_and_only_then():
    assert "damaged-1" in notice_text(NOTICES[3])
    assert (
        notice_text(NOTICES[4]) == "The saved game could not be read, and was left alone: a reason"
    )


def test_settings_that_could_not_be_read_are_not_called_damaged():
    assert "damaged" not in notice_text(NOTICES[8])
