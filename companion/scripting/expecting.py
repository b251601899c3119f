"""Holds a running program against what a script expects of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.art.marks import Mark
from companion.contract import Board, Outcome, Piece
from companion.plugins import find_game
from companion.scripting.running import BRIGHT_PHASE, ScriptedProgram
from companion.ui.lamps.light import LampLight, level
from companion.words.scenes.timing import time_text

CLOSED = "closed"
"""What a script calls the scene after the program was left."""


class Expectations:
    """What a script can expect of the program in *running*."""

    def __init__(self, running: ScriptedProgram) -> None:
        self._on = running

    def check(self, what: str, *words: str) -> None:
        """Return if it is so.

        Raises:
            ExpectationError: it is not.
            ScriptError: nothing like it is on screen.
        """
        getattr(self, f"_expect_{what}")(*words)

    def _expect_banner(self, text: str) -> None:
        self._contains("a banner with", text, self._on.stage.view.banner.text)

    def _expect_note(self, text: str) -> None:
        self._contains("a note with", text, self._on.stage.view.note)

    def _expect_said(self, text: str) -> None:
        """Look through the sentences since the last one that was expected, and forget them."""
        said = self._on.stage.narrator.said
        place = next((at for at, sentence in enumerate(said) if text in sentence), None)
        if place is None:
            raise self._on.expected(f"a sentence with {text!r}", said)
        del said[: place + 1]

    def _expect_list(self, title: str) -> None:
        if title not in self._on.scene.entries():
            raise self._on.expected(f"an entry {title!r}", list(self._on.scene.entries()))

    def _expect_scene(self, name: str) -> None:
        got = CLOSED if self._on.stage.is_closing else self._on.scene.name
        if got != name:
            raise self._on.expected(f"the scene {name!r}", got)

    def _expect_side(self, name: str) -> None:
        match = self._on.match()
        side = side_words(match.game.name)[match.position.side]
        if side != name:
            raise self._on.expected(f"{name} to move", side)

    def _expect_piece(self, site_name: str, wanted: str) -> None:
        match = self._on.match()
        site = match.position.board.site_of(site_name)
        got = tower_word(match.half.pieces().get(site, ()), match.game.name)
        if got != wanted:
            raise self._on.expected(f"{wanted} on {site_name}", got)

    def _expect_moves(self, wanted: str) -> None:
        plies = [ply.move.text for ply in self._on.match().plies]
        if wanted.isdigit():
            if len(plies) != int(wanted):
                raise self._on.expected(f"{wanted} plies", plies)
        elif not f" {' '.join(plies)}".endswith(f" {wanted}"):
            raise self._on.expected(f"the last plies {wanted!r}", plies)

    def _expect_result(self, text: str) -> None:
        match = self._on.match()
        self._contains("a result with", text, outcome_words(match.outcome, match.game.name))

    def _expect_clock(self, name: str, text: str) -> None:
        """Compare what the clock of a side shows: ``9:58``."""
        match = self._on.match()
        if match.times is None:
            raise self._on.wrong("expected a match with a clock, got one without")
        names = side_words(match.game.name)
        if name not in names:
            raise self._on.wrong(f"expected a side ({', '.join(names)}), got {name!r}")
        faces = match.times.faces(match.position.side, match.used_ms)
        self._contains(f"a clock of {name} with", text, time_text(faces[names.index(name)].ms))

    def _expect_link(self, wanted: str) -> None:
        self._on.wait_until(f"the link {wanted}", lambda: self._on.link() == wanted)

    def _expect_record(self, text: str) -> None:
        shelf = self._on.stage.services.library.records()
        record = shelf[0].path.read_text(encoding="utf-8") if shelf else ""
        self._contains("a newest record with", text, record)

    def _expect_lamp(self, site_name: str, role: str) -> None:
        self._lit_board().site_of(site_name)
        got = self._shown_roles().get(site_name, "off")
        if got != role:
            raise self._on.expected(f"lamp {site_name} {role}", got)

    def _expect_lamps(self, text: str) -> None:
        """Compare the whole grid with ``role:site,site role:site``; all others are dark."""
        wanted = {}
        for part in text.split():
            role, _, sites = part.partition(":")
            wanted.update(dict.fromkeys(sites.split(","), role))
        got = self._shown_roles()
        if got != wanted:
            differing = sorted(dict(wanted.items() ^ got.items()))
            colors = {site: got.get(site, "off") for site in differing}
            raise self._on.expected(f"lamps {text!r}", colors)

    def _contains(self, what: str, text: str, got: str) -> None:
        if text not in got:
            raise self._on.expected(f"{what} {text!r}", got)

    def _lit_board(self) -> Board:
        board = self._on.stage.view.board
        if board is None:
            raise self._on.wrong(f"expected lamps, got the scene {self._on.scene.name!r}")
        return board

    def _shown_roles(self) -> dict[str, str]:
        """Return the role of each lit lamp, read from the frame that arrived on the wire."""
        board = self._lit_board()
        self._on.to_bright_phase()
        self._on.await_lamps()
        light = self._on.stage.lamps.light_for(board)
        if light is None:
            raise self._on.wrong(f"expected a board that fits the panel, got {board.name!r}")
        controller = self._on.program.devices.virtual().controller
        reading = read_lamps(controller.frame, board, light, controller.firmware.carried)
        if reading.strays:
            raise self._on.expected("no lamp lit beside the board", reading.strays)
        return reading.roles


def side_words(game: str) -> tuple[str, str]:
    """Return what scripts call the two sides of *game*."""
    first, second = find_game(game).side_names
    return first.lower(), second.lower()


def tower_word(tower: Sequence[Piece], game: str) -> str:
    """Return the pieces of a dot, the bottom one first, such as ``3w1b``; ``none`` for none."""
    names = side_words(game)
    return "".join(f"{piece.value}{names[piece.side][0]}" for piece in tower) or "none"


def outcome_words(outcome: Outcome | None, game: str) -> str:
    """Return a result such as ``white wins: no-pieces``; ``none`` while there is none."""
    if outcome is None:
        return "none"
    winner = outcome.winner
    result = "draw" if winner is None else f"{side_words(game)[winner]} wins"
    return f"{result}: {outcome.reason}"


class LampReading(NamedTuple):
    """What a frame shows.

    Attributes:
        roles: the role of each lit dot by its name, such as ``last-move``; the color
            in hexadecimal where it is that of no role.
        strays: lit lamps under which no dot lies.
    """

    roles: dict[str, str]
    strays: list[int]


def read_lamps(
    frame: bytes, board: Board, light: LampLight, carried: Callable[[bytes], bytes]
) -> LampReading:
    """Return what *frame*, made at a step of `BRIGHT_PHASE`, shows on *board*.

    *light* is what lights the lamps of *board*; *carried* gives bytes as the
    wire carries them.
    """
    lit = {lamp for lamp in range(light.count) if any(frame[3 * lamp : 3 * lamp + 3])}
    roles = {
        board.name_of(site): _role_of(frame[3 * lamp : 3 * lamp + 3], light, carried)
        for site, lamp in enumerate(light.lamps)
        if lamp in lit
    }
    return LampReading(roles, sorted(lit - set(light.lamps)))


def _role_of(rgb: bytes, light: LampLight, carried: Callable[[bytes], bytes]) -> str:
    for mark in Mark:
        glow = light.glows[mark]
        part = level(glow.pattern, BRIGHT_PHASE) * light.brightness / 100
        if carried(bytes(round(value * part) for value in glow.color)) == rgb:
            return mark.value.replace(" ", "-")
    return rgb.hex()
