"""What comes with the years: a clock at 1970, a full partition, a card that can only be read.

Each is the kernel's own, on a machine that boots; the game goes on, and is there afterwards.
"""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Iterator

import pytest

from companion.plugins import GAMES
from tests.boot.guest import FIND_DISK, Guest
from tests.boot.played import STATE, Played

pytestmark = [pytest.mark.boot, pytest.mark.timeout(7200)]

UNSAVED = "not being saved"
BEGIN = ("tap New game", "tap Alquerque", "tap Start the game", "tap Confirm")
GO_ON = ("tap Resume", "tap Confirm")
EARLY_S = 100_000
"""On the second day of 1970: no clock can be set to before the machine's start."""

PLIES = 24
"""More than fit into the block of the disk in which the journal ends."""

MOUNT = f"{FIND_DISK} mount -o errors=remount-ro $(disk replay) {STATE}"
FAIL = f"""{FIND_DISK}
card=$(disk replay)
echo 1 >/sys/fs/ext4/${{card##*/}}/trigger_fs_error
! touch {STATE}/probe
"""
"""The kernel finds an error on the card, and takes nothing more to it."""


def game() -> list[str]:
    """Return the plies of a game at random."""
    rng, position, plies = random.Random(4), GAMES["alquerque"].initial(), []
    for _ in range(PLIES):
        move = rng.choice(position.legal_moves())
        plies.append(move.text)
        position = position.play(move)
    return plies


GAME = game()


def steps_of(ply: str) -> list[str]:
    """Return what makes *ply*, such as ``c2-c3``."""
    return [*(f"touch {site}" for site in re.split("[-x]", ply)), "tap Confirm"]


class Aging(Played):
    """A game on a partition of its own."""

    def make(self, plies: list[str]) -> None:
        """Make *plies*, one after the other."""
        for ply in plies:
            self.play(*steps_of(ply))

    def is_saved(self) -> bool:
        """Return whether nothing says that it is not."""
        return UNSAVED not in self.told("status")

    def put_in(self) -> None:
        """Put a new card in, and begin a game on it."""
        disk = self.guest.file("replay")
        subprocess.run(["mke2fs", "-q", "-F", "-t", "ext4", disk], check=True)
        self.guest.run(f"{FIND_DISK} blockdev --flushbufs $(disk replay)")
        self.guest.run(f"mkdir -p {STATE}")
        self.guest.run(MOUNT)
        self.start(is_fresh=False)

    def take_out(self) -> None:
        """End the program, and take the card out."""
        self.stop()
        self.guest.run(f"umount {STATE}")


@pytest.fixture
def aging(bare: Guest) -> Iterator[Aging]:
    aging = Aging(bare)
    aging.put_in()
    aging.play(*BEGIN)
    aging.make(GAME[:2])
    assert aging.plies() == GAME[:2] and aging.is_saved()
    yield aging
    aging.take_out()


def test_on_a_full_partition_the_game_goes_on_and_is_saved_once_there_is_room(aging):
    aging.guest.run(f"dd if=/dev/zero of={STATE}/full bs=1k 2>/dev/null || true")
    played = 2
    while aging.is_saved():
        assert played < PLIES - 2, "there is no room for these"
        aging.make(GAME[played : played + 1])
        played += 1
    assert aging.told("status").count(UNSAVED) == 1
    aging.make(GAME[played : played + 1])
    assert aging.plies() == GAME[: played - 1]
    aging.guest.run(f"rm {STATE}/full")
    aging.make(GAME[played + 1 : played + 2])
    aging.expect(aging.is_saved, True)
    assert aging.plies() == GAME[: played + 2]


def test_on_a_card_that_takes_nothing_any_more_the_game_goes_on_and_what_was_saved_stays(aging):
    aging.guest.run(FAIL)
    aging.make(GAME[2:3])
    aging.expect(aging.is_saved, False)
    aging.make(GAME[3:4])
    assert (aging.told("scene"), aging.told("status").count(UNSAVED)) == ("play", 1)
    aging.take_out()
    # Another start of the machine, on which the card can be read, but not written to.
    aging.guest.run(MOUNT.replace("errors", "ro,errors"))
    aging.start(is_fresh=False)
    aging.play(*GO_ON)
    assert aging.plies() == GAME[:2]
    aging.make(GAME[2:3])
    aging.expect(aging.is_saved, False)
    aging.take_out()
    # And on which it can.
    aging.guest.run(MOUNT)
    aging.start(is_fresh=False)
    aging.play(*GO_ON)
    aging.make(GAME[2:3])
    assert aging.is_saved() and aging.plies() == GAME[:3]


def test_a_clock_that_leaps_from_1970_and_back_leaves_the_game_as_it_is(aging):
    aging.guest.run(f"date --set @{EARLY_S}")
    aging.make(GAME[2:3])
    aging.guest.run("date --set 2026-11-29")
    aging.make(GAME[3:4])
    aging.stop()
    aging.guest.run(f"date --set @{EARLY_S}")
    aging.start(is_fresh=False)
    aging.play(*GO_ON)
    aging.make(GAME[4:5])
    assert aging.is_saved() and aging.plies() == GAME[:5]
    aging.guest.run("date --set 2026-11-29")


def test_a_table_without_a_clock_starts(table):
    said = table.run("journalctl --boot --dmesg --output=cat")
    assert "setting system clock to 1970-01-01T00:00:" in said
    # Systemd does not believe it: it has the day on which it was built.
    assert int(table.run("date +%Y")) >= 2025
