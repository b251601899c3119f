"""What argparse and the system say on the command line, so that the catalog has it.

Argparse asks the library gettext for its own texts, see
`companion.words.translate.speak_in_argparse`.

Source: Lib/argparse.py of Python 3.11 to 3.14; a test compares the one that runs it.
"""

from __future__ import annotations

from typing import Final

from companion.words.translate import Phrase

ARGPARSE: Final = (
    Phrase("usage: "),
    Phrase("positional arguments"),
    Phrase("options"),
    Phrase("%(heading)s:"),
    Phrase("show this help message and exit"),
    Phrase("argument %(argument_name)s: %(message)s"),
    Phrase("the following arguments are required: %s"),
    Phrase("one of the arguments %s is required"),
    Phrase("unrecognized arguments: %s"),
    Phrase("not allowed with argument %s"),
    Phrase("ignored explicit argument %r"),
    Phrase("expected one argument"),
    Phrase("expected at most one argument"),
    Phrase("expected at least one argument"),
    Phrase("ambiguous option: %(option)s could match %(matches)s"),
    Phrase("unexpected option string: %s"),
    Phrase("unknown parser %(parser_name)r (choices: %(choices)s)"),
    Phrase("invalid %(type)s value: %(value)r"),
    Phrase("invalid choice: %(value)r (choose from %(choices)s)"),
    Phrase("invalid choice: %(value)r, maybe you meant %(suggestion)r? (choose from %(choices)s)"),
)
"""Its sentences and headings that this program's options lead to."""

SYSTEM: Final = (
    Phrase("No such file or directory"),
    Phrase("Permission denied"),
    Phrase("Operation not permitted"),
    Phrase("Is a directory"),
    Phrase("Not a directory"),
    Phrase("File exists"),
    Phrase("File name too long"),
    Phrase("Too many levels of symbolic links"),
    Phrase("No space left on device"),
    Phrase("Disk quota exceeded"),
    Phrase("Read-only file system"),
    Phrase("Input/output error"),
    Phrase("No such device"),
    Phrase("Device or resource busy"),
    Phrase("Too many open files"),
)
"""Why a file or device cannot be used, as ``os.strerror`` has it: `companion.errors.reason_of`."""
