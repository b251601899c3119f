"""The positions of a record, as the tests of records ask for them."""

from companion.storage.playback import course_of


def replay(record, board=None, *, is_lenient=False):
    """Return every position of *record* as the rules know it, the first one first."""
    return list(course_of(record, board, is_lenient=is_lenient).origins)
