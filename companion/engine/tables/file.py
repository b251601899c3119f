"""The file of a table: blocks of values, each for so many pieces against so many others.

It begins with a line that names its kind and version and a line of JSON, which names the
board and tells of each block how long it is and its check sum.  The blocks follow: a byte
for each position as `kernel.solving` has it, in the order of `kernel.numbering`, compressed
by LZMA.  What is built but not complete is kept in files of the same kind.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from companion.damage import note_damaged
from companion.engine.endgames import TableError, Trouble
from companion.errors import EngineError, Message
from companion.plugins import built_in

NAME: Final = b"Board Companion endgame table "
VERSION: Final = 2
KIND: Final = NAME + b"%d\n" % VERSION
LONGEST_HEAD: Final = 1 << 14

LARGEST: Final = (64, 64, 1 << 32, (1 << 32) - 1)
"""What the head may tell of a block at most: own pieces, others, bytes, check sum."""

PACKED, WITH_PROPERTIES = 0x80, 0xC0
"""Kinds of chunks from which on they are packed, and have a byte of properties."""

Counts: TypeAlias = tuple[int, int]
"""Pieces of the side to move, and of the other side."""

ReadBytes: TypeAlias = Callable[[int, int], bytes]
"""Returns so many bytes of a file from a place on; fewer at its end."""

FILTERS: Final = [{"id": 0x21, "preset": 9, "lc": 4, "lp": 0, "pb": 0}]
"""LZMA2 as it packs values best: what stands before says much, and nothing comes in fours."""


class Block(NamedTuple):
    """Where a block lies in its file, how long it is, and the CRC-32 of its bytes."""

    start: int
    length: int
    check: int


def reader_of(path: Path) -> ReadBytes:
    """Return what reads the file *path*; it is opened for each reading, and raises OSError."""

    def read(start: int, length: int) -> bytes:
        with path.open("rb") as file:
            file.seek(start)
            return file.read(length)

    return read


def reader_in(data: bytes) -> ReadBytes:
    """Return what reads *data* as if it were a file."""
    return lambda start, length: data[start : start + length]


def file_bytes(board: str, blocks: Mapping[Counts, bytes]) -> bytes:
    """Return the file of *blocks*, each as `packed` has made it, for the game called *board*."""
    ordered = sorted(blocks.items())
    directory = [[*counts, len(block), zlib.crc32(block)] for counts, block in ordered]
    line = json.dumps({"board": board, "blocks": directory}, separators=(",", ":")).encode()
    return b"".join([KIND, line, b"\n", *(block for _, block in ordered)])


def blocks_of(read: ReadBytes, board: str | None) -> dict[Counts, Block]:
    """Return where the blocks of a file for the game called *board* are, by its head.

    Without a *board*, the file may be for any.

    Raises:
        TableError: it is no table, of another version or board, or cut off.
        OSError: it cannot be read.
    """
    data = read(0, LONGEST_HEAD)
    if not data.startswith(KIND):
        raise _error_of_kind(data)
    line, _, _ = data[len(KIND) :].partition(b"\n")
    try:
        directory = json.loads(line)
        name = str(directory["board"])
        sizes = list(map(_size, directory["blocks"]))
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise TableError(
            Trouble.DAMAGED, "expected the head of a table, got {line!r}", line=line[:80]
        ) from error
    if board is not None and name != board:
        raise TableError(
            Trouble.OTHER_BOARD,
            "expected a table of the board in use, got one of board {name!r}",
            name=name,
        )
    start = len(KIND) + len(line) + 1
    blocks: dict[Counts, Block] = {}
    for own, others, length, check in sizes:
        blocks[own, others] = Block(start, length, check)
        start += length
    if len(read(start - 1, 2)) != 1:
        message = Message(
            "expected a table of {start} bytes, got another number: it is cut off", start=start
        )
        raise TableError(Trouble.CUT_OFF, message)
    return blocks


def _size(numbers: Sequence[object]) -> tuple[int, int, int, int]:
    """Return the *numbers* of a block in the head; ValueError or TypeError where they are none."""
    sizes = []
    for number, largest in zip(numbers, LARGEST, strict=True):
        if not isinstance(number, int) or not 0 <= number <= largest:
            raise ValueError(f"expected a number of 0 to {largest}, got {number!r:.40}")
        sizes.append(number)
    own, others, length, check = sizes
    return own, others, length, check


def note_damaged_tables() -> None:
    """Look through the tables that come with the games of the program; note each damaged one."""
    for plugin in built_in().values():
        for path in Path(str(resources.files(plugin.folder))).glob("**/*.table"):
            try:
                read = reader_of(path)
                for counts, block in blocks_of(read, None).items():
                    block_of(read, counts, block)
            except (OSError, EngineError) as error:
                note_damaged(path, error)


def _error_of_kind(data: bytes) -> TableError:
    if not data.startswith(NAME):
        message = Message(
            "expected a table that begins with {kind!r}, got {got!r}", kind=KIND, got=data[:32]
        )
        return TableError(Trouble.CUT_OFF if NAME.startswith(data) else Trouble.DAMAGED, message)
    version = data[len(NAME) :].partition(b"\n")[0][:10].decode("ascii", "replace")
    is_newer = version.isdecimal() and int(version) > VERSION
    if is_newer:
        return TableError(
            Trouble.NEWER,
            "expected a table of version {known}, got version {version!r}: "
            "it takes a newer program",
            known=VERSION,
            version=version,
        )
    return TableError(
        Trouble.OLDER,
        "expected a table of version {known}, got version {version!r}: build it anew",
        known=VERSION,
        version=version,
    )


def block_of(read: ReadBytes, counts: Counts, block: Block) -> bytes:
    """Return the bytes of *block*, which holds the positions of *counts*, as they lie in the file.

    Raises:
        TableError: they are damaged.
        OSError: they cannot be read.
    """
    data = read(block.start, block.length)
    if len(data) != block.length or zlib.crc32(data) != block.check:
        raise TableError(
            Trouble.DAMAGED,
            "expected an undamaged table, got block {white}-{black} damaged",
            white=counts[0],
            black=counts[1],
        )
    return data


def packed(values: bytes) -> bytes:
    """Return *values* as a file keeps them."""
    import lzma

    return lzma.compress(values, lzma.FORMAT_RAW, filters=FILTERS)


def unpacked(data: bytes, size: int) -> bytes:
    """Return the *size* values that were `packed` into *data*.

    Raises:
        EngineError: it is not what was packed, or this Python cannot unpack it.
    """
    try:
        # Not in every Python that people build for themselves; only tables need it.
        import lzma
    except ImportError as error:
        raise EngineError(
            "expected Python's module lzma, to unpack a table: {error}", error=error
        ) from error
    # Before anything is unpacked: a few bytes can stand for gigabytes.
    count = unpacked_size(data)
    if count != size:
        raise EngineError("expected a block of {size} values, got {count}", size=size, count=count)
    try:
        return lzma.decompress(data, lzma.FORMAT_RAW, filters=FILTERS)
    except lzma.LZMAError as error:
        raise EngineError("expected values packed by LZMA, got {error}", error=error) from error


def unpacked_size(data: bytes) -> int:
    """Return how many bytes the LZMA2 stream *data* unpacks to, as the heads of its chunks say.

    Source: liblzma 5.4, lzma2_decoder.c: a byte that tells the kind of a chunk, 0 at the end;
    then the chunk's size less one and, where it is packed, how long it is then, less one.
    """
    at = size = 0
    try:
        while kind := data[at]:
            low = int.from_bytes(data[at + 1 : at + 3], "big")
            if kind < PACKED:
                size += low + 1
                at += 3 + low + 1
            else:
                size += ((kind & 0x1F) << 16) + low + 1
                length = int.from_bytes(data[at + 3 : at + 5], "big") + 1
                at += (6 if kind >= WITH_PROPERTIES else 5) + length
    except IndexError:
        raise EngineError("expected values packed by LZMA, got a part of them") from None
    return size
