"""Coming together with another table by a code, and what both have to agree on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.contract import Side
from companion.errors import CompanionError
from companion.match.entries import PlyEntry
from companion.match.match import Match, NewMatch
from companion.ports import Press, Previous
from companion.remote.pairing import CODE_DIGITS, Host, shown_code, typed_code
from companion.ui import destinations as to
from companion.ui.context import UiContext
from companion.ui.scene import Scene, is_back
from companion.ui.scenes.menu import AskScene, Choice, MenuScene
from companion.ui.scenes.text_entry import SIGNS, TypingScene
from companion.ui.view import NOTHING, Labels, View
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words import buttons
from companion.words import other_table as words
from companion.words.game_words import side_name

if TYPE_CHECKING:
    from companion.remote.other_table import OtherTable

CODE_SIZE = 64
LOOK_S = 1.0


class OtherTableScene(MenuScene):
    """Which of both tables shows a code, and which side this one plays."""

    name = "other table"
    heading = words.WHICH_WAY

    def __init__(self, stage: UiContext, other: OtherTable, new: NewMatch) -> None:
        super().__init__(stage)
        self._other = other
        self._new = new
        self._side: Side = 0
        self._told = ""

    def make_choices(self) -> list[Choice]:
        """Return the two ways, and the side for who shows the code."""
        side = side_name(self._side, self._new.game.name)
        return [
            Choice.of(words.SHOW_CODE, self._show_code),
            Choice.of(words.TYPE_CODE, self._type_code, self._told),
            Choice.of(words.OWN_SIDE, self._turn_round, value=side),
        ]

    def _turn_round(self) -> None:
        self._side = 1 - self._side

    def _show_code(self) -> None:
        self._other.host(self._new, self._side)
        self.stage.push(MeetingScene(self.stage, self._other))

    def _type_code(self) -> None:
        self._told = ""
        room = CODE_DIGITS + CODE_DIGITS // 3
        self.stage.push(TypingScene(self.stage, words.TYPE_IT(), "", self._join, room, SIGNS))

    def _join(self, text: str) -> None:
        code = typed_code(text)
        if code is None:
            self._told = words.NO_CODE()
            self.refresh()
            return
        self._other.join(code)
        self.stage.push(MeetingScene(self.stage, self._other))


class MeetingScene(Scene):
    """The code that this table shows, or that the other one is looked for."""

    name = "meeting"

    def __init__(self, stage: UiContext, other: OtherTable) -> None:
        super().__init__(stage)
        self._other = other
        self._problem = ""

    @property
    def _code(self) -> str:
        """Return the code to be shown, an empty text where one was typed here."""
        pairing = self._other.pairing
        return shown_code(pairing.code) if isinstance(pairing, Host) else ""

    def banner(self) -> Banner:
        if self.problem():
            return Banner(words.NO_GAME())
        return Banner(words.CODE_IS(code=self._code) if self._code else words.LOOKING())

    def problem(self) -> str:
        """Return why nothing will come of it, or an empty text."""
        pairing = self._other.pairing
        if self._problem or pairing is None:
            return self._problem
        return words.FAULTS[pairing.fault]() if pairing.fault is not None else ""

    def note(self) -> str:
        """Return what to do at the other table, or what is wrong."""
        standing = self._other.concerns.standing()
        if problem := self.problem():
            return problem
        if standing is not None and standing.state in words.STANDINGS:
            return words.UNREACHED(why=words.standing_text(standing))
        pairing = self._other.pairing
        if not isinstance(pairing, Host):
            return words.LOOKING_NOTE()
        new = words.NEW_CODE() if pairing.has_new_code else ""
        return f"{new} {words.CODE_NOTE()}".strip()

    def labels(self) -> Labels:
        return (ButtonLabel(buttons.CANCEL()), NOTHING, NOTHING, NOTHING)

    def draw(self, pen: Pen, view: View) -> None:
        """Draw the code large where the board would be, and the note."""
        layout = pen.layout
        pen.panel(layout.board.inset(layout.px(12)))
        if self._code and not self.problem():
            size = CODE_SIZE if not layout.is_large else CODE_SIZE * 3 // 4
            width = layout.board.w - layout.px(48)
            pen.text(self._code, layout.board.center, size, "text", width, True, "center")
        pen.panel(layout.info, "note")
        inner = layout.info.inset(layout.px(16), layout.px(14))
        pen.paragraph(view.note, inner, 20, "note_text")

    def on(self, event: Press | Previous) -> None:
        """Give up."""
        if isinstance(event, Press) and is_back(event):
            self._other.stop_pairing()
            if self._other.link is not None and self._other.link.match is None:
                self._other.leave()
            self.stage.pop()

    def update(self, now_s: float) -> None:
        """Begin the game once both tables have come together."""
        if self._problem:
            return
        library = self.stage.services.library
        try:
            match = self._other.hosted(library) or self._other.joined(library)
        except CompanionError as error:
            self._problem = words.refused_text(error)
            self._other.stop_pairing()
            self._other.leave()
            self.stage.redraw()
            return
        if match is not None:
            self.stage.go(to.StandingTable(match))

    def next_change_s(self, now_s: float) -> float:
        return now_s + LOOK_S


def tell_of_other_table(stage: UiContext, other: OtherTable) -> None:
    """Ask what both tables have to agree on; begin what was agreed on."""
    link = other.link
    if link is None or link.match is None:
        return
    if other.is_begun_there:
        _begin(stage, other)
    elif link.offer is not None:
        number = _moves_at(link.match, link.fork)
        is_back = bool(link.offer.parsed().position)
        question = words.ASK_GO_BACK(number=number) if is_back else words.ASK_OFFER()
        line = words.GO_BACK_LINE(number=number) if is_back else words.ACCEPT_LINE()
        _ask(stage, question, Choice.of(words.ACCEPT, partial(_begin, stage, other), line))
    elif link.fork is not None:
        number = _moves_at(link.match, link.fork)
        ours = link.match.entries[link.fork - 1] if link.fork <= len(link.match.entries) else None
        move = ours.text if isinstance(ours, PlyEntry) else words.NO_MOVE()
        line = words.FORK_LINE(number=number, move=move)
        go_back = partial(_ask_to_go_back, stage, other)
        _ask(stage, words.ASK_FORK(number=number), Choice.of(words.GO_BACK_TO, go_back, line))


def _ask(stage: UiContext, question: str, yes: Choice) -> None:
    stage.push(AskScene(stage, question, Choice.of(words.LATER, None, yes.line), yes))


def _moves_at(match: Match, fork: int | None) -> int:
    """Return the number of the move that line *fork* of the journal is about."""
    return len(match_before(match, fork).plies) + 1


def match_before(match: Match, fork: int | None) -> Match:
    """Return *match* as it stood before line *fork* of its journal, kept nowhere."""
    entries = match.entries if fork is None else match.entries[: fork - 1]
    board = match.position.board
    return Match.replayed(match.header, entries, match.game, board)[0]


def _begin(stage: UiContext, other: OtherTable) -> None:
    try:
        match = other.accepts(stage.services.library)
    except CompanionError as error:
        stage.services.tell(words.refused_text(error))
        other.leave()
        stage.go(to.StartScreen())
        return
    stage.go(to.StandingTable(match))


def _ask_to_go_back(stage: UiContext, other: OtherTable) -> None:
    """Ask the other table to go on from the last position that both have had."""
    link = other.link
    if link is None or link.match is None:
        return
    match = link.match
    before = match_before(match, link.fork)
    header = match.header
    new = NewMatch(
        match.game,
        header.options,
        header.seed,
        before.position,
        header.players,
        header.hints,
        match.clock,
    )
    other.wish(stage.services.library, new, is_swapped=False)
