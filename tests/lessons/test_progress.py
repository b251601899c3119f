from companion.lessons.shelf import HEADER, PROGRESS_NAME, LessonsDone
from companion.storage.disk import Disk


def test_lessons_done_are_there_the_next_time(tmp_path):
    progress = LessonsDone(tmp_path)
    assert not progress.is_done("alquerque/01-lines")
    progress.note("alquerque/01-lines")
    progress.note("alquerque/02-capture")
    progress.note("alquerque/01-lines")
    again = LessonsDone(tmp_path)
    assert again.is_done("alquerque/01-lines")
    assert not again.is_done("alquerque/03-more-hops")
    text = (tmp_path / PROGRESS_NAME).read_text(encoding="utf-8")
    assert text == f"{HEADER}\nalquerque/01-lines\nalquerque/02-capture\n"


def test_a_lesson_done_twice_is_written_once(tmp_path):
    progress = LessonsDone(tmp_path)
    progress.note("alquerque/01-lines")
    (tmp_path / PROGRESS_NAME).unlink()
    progress.note("alquerque/01-lines")
    assert not (tmp_path / PROGRESS_NAME).exists()


class FullDisk(Disk):
    """A disk with no room for another byte."""

    def write(self, descriptor, data):
        raise OSError(28, "No space left on device")


def test_on_a_full_disk_the_old_list_stays_and_the_reason_is_told(tmp_path):
    LessonsDone(tmp_path).note("alquerque/01-lines")
    progress = LessonsDone(tmp_path, FullDisk())
    progress.note("alquerque/02-capture")
    assert progress.problem == "No space left on device"
    assert progress.is_done("alquerque/02-capture")
    assert not LessonsDone(tmp_path).is_done("alquerque/02-capture")
    assert LessonsDone(tmp_path).is_done("alquerque/01-lines")
    assert [path.name for path in tmp_path.iterdir()] == [PROGRESS_NAME]


class UnreadableDisk(Disk):
    """A disk with a bad block."""

    def read(self, path, limit):
        raise OSError(5, "Input/output error")


def test_a_list_that_cannot_be_read_is_not_written_over(tmp_path):
    LessonsDone(tmp_path).note("alquerque/01-lines")
    progress = LessonsDone(tmp_path, UnreadableDisk())
    progress.note("alquerque/02-capture")
    assert progress.problem == "Input/output error"
    assert progress.is_done("alquerque/02-capture")
    assert LessonsDone(tmp_path).is_done("alquerque/01-lines")


def test_damaged_lines_are_no_lessons(tmp_path):
    (tmp_path / PROGRESS_NAME).write_bytes(b"\xff\xfe\nalquerque/01-lines\n\n")
    assert LessonsDone(tmp_path).is_done("alquerque/01-lines")
