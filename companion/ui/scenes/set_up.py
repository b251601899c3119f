"""The whole table on one screen: set it up or check it, and play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from companion.contract import Hands, Placement, Site, sites_among
from companion.match.match import Match, NewMatch
from companion.match.seats import seated
from companion.ports import ButtonName, Press, Previous
from companion.ui import destinations as to
from companion.ui.board.pictures import places_picture
from companion.ui.context import UiContext
from companion.ui.panels.panels import draw_note
from companion.ui.panels.racks import SideRacks
from companion.ui.play.table_view import TableView
from companion.ui.scene import Scene, is_back
from companion.ui.scenes.players import against, keep_players, possible_levels
from companion.ui.scenes.set_table import (
    LINE_DESIGN_PX,
    PORTRAIT_LINE_DESIGN_PX,
    GuideStep,
    SetTableScene,
)
from companion.ui.scenes.start import kept_text
from companion.ui.targets import BoardTarget, TouchTarget
from companion.ui.view import NOTHING, Labels, Topic, View
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words import buttons
from companion.words import screens as words
from companion.words.guide import whole_lines, whole_note
from companion.words.names import SetUpTask
from companion.words.program import opponents_lines
from companion.words.table import beside_text
from companion.words.voice import Voice

DEAF_S: Final = 0.5
"""The board takes no touch so long after it has come."""


class Draft:
    """What was chosen of a game: its rules, its players, its clock.

    Attributes:
        match: the match as it would begin, kept nowhere.
        is_changed: whether other players than those chosen before have stepped in.
    """

    is_changed = False

    def __init__(self, stage: UiContext, new: NewMatch) -> None:
        players = seated(new.players, new.game.seat_count(new.options))
        self._stage = stage
        self._new = new._replace(players=players)
        levels = possible_levels(new.game, new.options)
        offered = tuple(against(level, players) for level in levels)
        self._offered = offered if players in offered else (players, *offered)
        self.match = stage.services.library.draft(self._new)

    @property
    def has_others(self) -> bool:
        """Return whether somebody else could play."""
        return len(self._offered) > 1

    def summary(self) -> tuple[str, ...]:
        """Return who plays, as lines of the screen."""
        return opponents_lines(self._new.players, self._new.game.name)

    def step(self, by: int) -> None:
        """Have others play: two people, then one against the computer, level by level."""
        at = self._offered.index(self._new.players) + by
        self._new = self._new._replace(players=self._offered[at % len(self._offered)])
        self.is_changed = True
        self.match = self._stage.services.library.draft(self._new)

    def begin(self) -> Match:
        """Return the match begun; players that were changed here are those chosen last."""
        new = self._new
        if self.is_changed:
            keep_players(self._stage, new.players)
        return self._stage.services.library.start(new)


class SetUpScene(Scene):
    """Every place at once, on screen and lamps; Confirm goes on, Hint shows them one by one.

    A touch of a piece that may move first goes on as well, and is the first of that move.

    Before the first move Next walks through the opponents: one screen for the board and for
    who plays spares the way back to the menus.
    A sensed board on which exactly these places are taken goes on by itself, where that
    tells enough.

    Args:
        steps: what Hint shows one by one.
        draft: what is begun here, its players to be chosen until then; None where *match* goes on.
    """

    name = "set up"
    topic = Topic.TABLE

    def __init__(
        self,
        stage: UiContext,
        match: Match,
        steps: Sequence[GuideStep],
        draft: Draft | None = None,
    ) -> None:
        super().__init__(stage)
        self.match = match
        self.draft = draft
        self._steps = steps
        self._beside_board = [step for step in steps if isinstance(step, SetUpTask)]
        # Once the game goes on, nobody needs its number.
        self._seed = match.set_up_number if draft is not None else None
        self._on_label = buttons.PLAY_ON() if draft is None else buttons.ALL_SET()
        self.table: TableView = TableView(stage, match)
        self._lines = self._told_lines()
        self._since_s = stage.now_s

    def _told_lines(self) -> tuple[str, ...]:
        """Return who plays, what is done beside the board and what stands on it, a line each."""
        lines = [step.banner for step in self._beside_board]
        if self.draft is not None:
            lines[:0] = self.draft.summary()
        return (*lines, *whole_lines(self.match.position))

    def _have_others_play(self, by: int) -> None:
        if self.draft is None or not self.draft.has_others:
            return
        self.draft.step(by)
        self.match = self.draft.match
        self.table = TableView(self.stage, self.match)
        self._lines = self._told_lines()

    def show(self) -> View:
        """Return the whole position, every place marked: so the lamps show it."""
        return (
            super()
            .show()
            ._replace(
                picture=places_picture(self._standing),
                pointed=" – ".join(self.draft.summary()) if self.draft is not None else "",
                stamp=self._lines,
            )
        )

    @property
    def _standing(self) -> Placement:
        return self.match.position.pieces()

    def banner(self) -> Banner:
        if not self._standing:
            return Banner(words.GET_READY())
        return Banner(words.CHECK_BOARD() if self.draft is None else words.SET_UP())

    def labels(self) -> Labels:
        draft = self.draft
        return (
            ButtonLabel(buttons.START_SCREEN() if draft is None else buttons.GO_BACK()),
            ButtonLabel(buttons.OTHER_PLAYERS()) if draft and draft.has_others else NOTHING,
            ButtonLabel(buttons.ONE_BY_ONE()) if len(self._steps) > 1 else NOTHING,
            ButtonLabel(self._on_label, True),
        )

    def note(self) -> str:
        """Return what else is to be known before the game."""
        note = whole_note(self._beside_board, self._seed, has_pieces=bool(self._standing))
        if self._first_sites():
            note = f"{note}\n{words.TOUCH_BEGINS()}"
        if self.draft is None:
            return note
        # Who pressed Next for the next piece did not mean it.
        changed = words.CHANGED_PLAYERS() if self.draft.is_changed else ""
        return "\n".join(filter(None, (changed, note, kept_text(self.stage))))

    def draw(self, pen: Pen, view: View) -> None:
        """Draw the board, what stands where, and the note."""
        # On screen the pieces themselves show their places: a mark at each would hide the board.
        picture = replace(view.picture, marks={})
        off = SideRacks(self.match.position.off_board(), beside_text, Voice(self.match.seats))
        self.table.draw_board(pen, picture, off)
        heads = len(self.draft.summary()) if self.draft is not None else 0
        rest = draw_lines(pen, self._lines, heads=heads)
        draw_note(pen, rest, view.note, False)

    def on(self, event: Press | Previous) -> None:
        """Go on, go back, have others play, or set the pieces one by one."""
        if isinstance(event, Previous):
            self._have_others_play(-1)
        elif is_back(event):
            if self.draft is None:
                self.stage.go(to.StartScreen())
            else:
                self.stage.pop()
        elif event.button is ButtonName.NEXT:
            self._have_others_play(1)
        elif event.button is ButtonName.HINT:
            self._show_one_by_one()
        elif event.button is ButtonName.CONFIRM and not self.stage.is_stale(event):
            self._go_on()

    def _go_on(self) -> None:
        self.stage.go(to.Play(self._begun()))

    def _begun(self) -> Match:
        return self.match if self.draft is None else self.draft.begin()

    def targets(self) -> tuple[TouchTarget, ...]:
        """Return the board: whoever touches a piece that may move first has all set."""
        table, sites = self.table, self._first_sites()
        geometry = table.painter().geometry
        return (BoardTarget(table.screen().board, geometry, sites, self._begin_at),)

    def _first_sites(self) -> frozenset[Site]:
        """Return where a person may begin to move, with no hand to be uncovered first."""
        match = self.match
        seats = match.seats
        is_persons = seats.is_here(match.position) and not seats.is_at_phone(match.position)
        is_hidden = match.game.hands(match.header.options) is Hands.HIDDEN
        if not is_persons or is_hidden:
            return frozenset()
        return frozenset(sites_among(match.half.next_touches()))

    def _begin_at(self, site: Site) -> None:
        # The second tap of two was for the line that led here.
        if site not in self._first_sites() or self.stage.now_s < self._since_s + DEAF_S:
            return
        match = self._begun()
        self.stage.sounds.answered(match.touch(site), match)
        self.stage.go(to.Play(match))

    def _show_one_by_one(self) -> None:
        if len(self._steps) > 1:
            walk = SetTableScene(
                self.stage, self.match, self._steps, self._go_on, self._on_label, self._seed
            )
            self.stage.push(walk)

    def update(self, now_s: float) -> None:
        """Go on where the sensors under the board show that all is set."""
        if self._is_sensed_set():
            self._go_on()

    def _is_sensed_set(self) -> bool:
        occupied, standing = self.stage.sensing.occupied, self._standing
        if not standing or occupied != frozenset(standing):
            return False
        # No sensor tells one tile from another, how high a tower is, or what is in a hand.
        is_plain = all(len(tower) == 1 for tower in standing.values())
        return is_plain and not self.match.game.is_shuffled and not self._beside_board


def draw_lines(pen: Pen, lines: Sequence[str], *, heads: int) -> Box:
    """Draw *lines* in a panel, the first *heads* of them bold; return the place under it."""
    layout = pen.layout
    info, pad = layout.info, layout.px(8)
    line_h = layout.px(PORTRAIT_LINE_DESIGN_PX if layout.is_portrait else LINE_DESIGN_PX)
    text = "\n".join(lines)
    # Large letters take more than a line where they have to.
    lines_h = pen.text_h(text, info.w - 2 * pad) if layout.is_large else len(lines) * line_h
    box = info._replace(h=lines_h + 2 * pad)
    pen.panel(box)
    if layout.is_large:
        pen.paragraph(text, box.inset(pad), 0)
    else:
        for row, line in enumerate(lines):
            at = (box.x + pad, box.y + pad + row * line_h + line_h // 2)
            pen.text(line, at, 17, "text", box.w - 2 * pad, row < heads)
    return info._replace(y=box.bottom + pad, h=info.bottom - box.bottom - pad)
