"""The errors a caller may meet, each also a subclass of the built-in it refines.

Messages say what was expected, the offending value and where, on one line, in
lower case and without a full stop, so that the command line can print them as
they are.  Each is a template with named values: ``str`` of an error is English,
and `companion.words.translate.localized` tells it in the player's language.
"""

import re
import traceback
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import FrameType
from typing import Final, Self

LONGEST_TYPED = 60
"""Characters of a word that somebody may have mistyped: comparing long ones takes long."""


LONGEST_COMPLAINT = 1000
"""Characters: more than any that quotes reasonable words of the command line."""

LEFT_OUT = " ... "

SILENT_S = 2.0
"""How long one call of a game from outside may take: a list of moves, a touch, what is drawn."""


class Message(str):
    """A text in English, or a part of one, that can be told in other languages as well.

    Attributes:
        template: the text, with places for values as ``str.format`` has them.
        values: what is filled in, by name; errors and messages among them are told likewise.
    """

    __slots__ = ("template", "values")
    template: str
    values: dict[str, object]

    def __new__(cls, template: str, /, **values: object) -> Self:
        """Return *template* filled in with *values*; a message is its own."""
        if isinstance(template, cls):
            return template
        message = super().__new__(cls, template.format(**values) if values else template)
        message.template, message.values = template, values
        return message


class CompanionError(Exception):
    """Base of every error that this program raises on purpose.

    Args:
        template: what it says in English, as a `Message` has it, or that message.
        values: what is filled in.
    """

    def __init__(self, template: str = "", /, **values: object) -> None:
        self.message = template if isinstance(template, Message) else Message(template, **values)
        super().__init__(self.message)


class BoardError(CompanionError, ValueError):
    """A board file that does not describe a board."""


class OptionError(CompanionError, ValueError):
    """A game, option, preset or seed that is unknown or out of its range."""


class ClockError(CompanionError, ValueError):
    """A game clock that gives no time, or too much, or is none at all."""


class PluginError(CompanionError, ImportError):
    """A game that cannot be taken in, or a part of it that is not what it has to be."""


class PositionError(CompanionError, ValueError):
    """A position text that does not describe a position of its game."""


class NotationError(CompanionError, ValueError):
    """A move text that is not in the notation of its game."""


class IllegalMoveError(CompanionError, ValueError):
    """A move that the rules do not allow in its position."""


class ConfigError(CompanionError, ValueError):
    """A configuration file with an unknown key or a value out of range."""


class RecordError(CompanionError, ValueError):
    """A game record that cannot be read."""


class JournalError(CompanionError, ValueError):
    """A journal that this version cannot or must not read."""


class CollectionError(CompanionError, ValueError):
    """A file that is no collection of saved games, or one that must not be brought back."""


class StateInUseError(CompanionError, RuntimeError):
    """Another instance holds the same state directory."""


class BackendError(CompanionError, RuntimeError):
    """A display, button or LED backend that cannot be used as asked."""


class ScriptError(CompanionError, ValueError):
    """A simulator script that cannot be read, or a step of it that cannot be done."""


class ExpectationError(ScriptError):
    """Something that is not as a simulator script expects."""


class LessonError(CompanionError, ValueError):
    """A lesson file that is no lesson, or does not agree with the rules."""


class PrintError(CompanionError, ValueError):
    """A sheet that cannot be laid out or written as asked."""


class UsageError(CompanionError, ValueError):
    """A command line that does not say what to do."""


class EngineError(CompanionError, ValueError):
    """A search that cannot be made: the game is over, or a limit is out of range."""


class SetUpError(CompanionError, RuntimeError):
    """Something that the set-up needs and that this machine lacks."""


class UpdateError(CompanionError, ValueError):
    """A file that is no update for this table, or one that could not be put in."""


class SilentGameError(RuntimeError):
    """A call of a game from outside that took too long, raised inside it.

    No `CompanionError`, which says what was expected of whom: for whoever called, it is one of
    the errors that nobody had thought of, and the fault of the game.
    """

    def __str__(self) -> str:
        """Return what it says wherever it came about."""
        return f"no answer within {SILENT_S:g} s"


def reason_of(error: OSError | UnicodeDecodeError) -> Message:
    """Return why *error* happened, if it can be, in the system's own few words."""
    if isinstance(error, UnicodeDecodeError):
        return Message("byte {byte:#04x} is not UTF-8", byte=error.object[error.start])
    return Message(error.strerror or str(error) or type(error).__name__)


def syntax_reason(error: ValueError | RecursionError) -> Message:
    """Return what kept JSON or TOML from being read; the limits of Python in words of our own."""
    if isinstance(error, RecursionError):
        return Message("too many values one inside another")
    if "set_int_max_str_digits" in str(error):
        return Message("a number has too many digits")
    text = " ".join(str(error).split())
    return Message(text)


def at_line(line: int, fault: str, /, **values: object) -> Message:
    """Return *fault*, a message or its template, with the *line* of a file that it is in."""
    return Message("line {line}: {fault}", line=line, fault=Message(fault, **values))


LIBRARIES = {
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libX11.so.6": "libx11-6",
    "libXext.so.6": "libxext6",
    "libstdc++.so.6": "libstdc++6",
    "libz.so.1": "zlib1g",
}
"""What pygame from PyPI takes from the system, and Debian's package of each."""


def missing_library(text: str) -> tuple[str, str] | None:
    """Return the shared library that *text* says is missing, and Debian's package of it."""
    return next(((name, LIBRARIES[name]) for name in LIBRARIES if f"{name}: cannot" in text), None)


def os_error_text(error: OSError) -> Message:
    """Return the complaint about *error*, which names the file or folder if the error does."""
    if error.filename is None:
        return Message("expected to read and write, got {reason!r}", reason=reason_of(error))
    return Message(
        "expected a file or folder to use, got {name!r}: {reason}",
        name=str(error.filename),
        reason=reason_of(error),
    )


MOVED: Final = {
    "companion.contract.half_move": "companion.contract",
    "companion.contract.plugin": "companion.contract",
    "companion.engine.reasons.plain": "companion.engine.reasons",
    "companion.engine.reasons.reason": "companion.engine.reason",
    "companion.ui.board.look": "companion.ui.board.marks",
    "companion.words.games": "companion.words.game_words",
    "companion.words.parts": "companion.words.names or companion.words.turn",
    "companion.words.rules": "companion.words.names",
}
"""Modules that games made for an earlier version import, and where their contents are now."""


def unexpected(error: BaseException) -> str:
    """Return what *error*, which nobody had thought of, says, with its kind, on one line."""
    moved = moved_module(error.name or "") if isinstance(error, ImportError) else ""
    return one_line(f"{type(error).__name__}: {error}{moved}")


def moved_module(name: str) -> str:
    """Return where that which games import from the module *name* is now; empty if it is there."""
    now = next((now for before, now in MOVED.items() if f"{name}.".startswith(f"{before}.")), "")
    return f": since 0.2.0 it is in {now}" if now else ""


def failure(error: BaseException, package: str = "") -> str:
    """Return what *error* says, with the file and line in which it came about.

    With a *package*, that of a game, no file but its own is named: where the error came about
    in none of them, the package is.
    """
    walked = list(traceback.walk_tb(error.__traceback__))
    own = [(f.f_code.co_filename, line) for f, line in walked if not package or is_of(f, package)]
    place = f"{Path(own[-1][0]).name}, line {own[-1][1]}" if own else package
    return unexpected(error) + (f" ({place})" if place else "")


def is_of(frame: FrameType, package: str) -> bool:
    """Return whether what runs in *frame* is code of *package* or of one inside it."""
    return f"{frame.f_globals.get('__name__', '')}.".startswith(f"{package}.")


def did_you_mean(word: str, known: Iterable[str], prefix: str = "") -> str:
    """Return ``; did you mean 'show'?``, to be put after a message that ends with *word*.

    It names the one of *known* that *word* is most like, or the only one that *word* is a
    part of; the text is empty where there is none.  With a *prefix*, which *word* begins with,
    only names that begin so as well are known, and they are compared without it.
    """
    names = [name.removeprefix(prefix) for name in known if name.startswith(prefix)]
    word = word.removeprefix(prefix)
    if len(word) > LONGEST_TYPED:
        return ""
    # Imported here: few words are mistyped.
    import difflib

    lower = word.lower()
    near = difflib.get_close_matches(lower, names, 1)
    within = [name for name in names if len(word) > 2 and lower in name]
    if not near and len(within) != 1:
        return ""
    return Message("; did you mean {name!r}?", name=prefix + (near or within)[0])


def any_of(names: Sequence[str]) -> Message:
    """Return *names* with "or" between them."""
    if len(names) < 2:
        return Message("{name}", name="".join(names))
    return Message("{first} or {last}", first=any_of(names[:-1]), last=names[-1])


_LAST_OF_PLANES = "".join(chr(0x10000 * plane + 0xFFFE + n) for plane in range(17) for n in (0, 1))
UNFIT: Final = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef"
    f"{_LAST_OF_PLANES}]"
)
"""Signs that no line of text has: controls, ends of lines, what turns its direction, and the 66
that Unicode calls noncharacters.

Blanks of every kind, joiners and soft hyphens are in names and comments as people write them.
"""


def unfit_sign(text: str) -> str:
    """Return the first sign that no line of text has, as ``U+202E``, or an empty text."""
    sign = UNFIT.search(text)
    return f"U+{ord(sign[0]):04X}" if sign else ""


def one_line(message: str) -> str:
    """Return *message* as one line without signs that steer a terminal, its middle left out."""
    words = " ".join(message.split())
    if len(words) > LONGEST_COMPLAINT:
        half = LONGEST_COMPLAINT // 2 - len(LEFT_OUT)
        words = words[:half] + LEFT_OUT + words[-half:]
    shown = (c if c.isprintable() else c.encode("unicode_escape").decode() for c in words)
    return "".join(shown)
