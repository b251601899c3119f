"""The program's turn: it thinks, then a person makes its move on the board, leg by leg.

Knows neither match nor input; time is passed in.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.contract import HalfMove, Site
from companion.match.match import Match
from companion.ports import ButtonName, Press, Previous
from companion.table.sensed import occupied_by
from companion.ui.board.marks import BoardPicture
from companion.ui.board.motion import GOES_ROUND_S, Motion, halves_of, leg_between, legs_of
from companion.ui.play.program_player import (
    CarryLeg,
    MoveFinder,
    leg_picture,
    legs_to_carry,
    made_picture,
)
from companion.ui.play.turn import Front, Turn, take_back_label, targets_of, waiting_text
from companion.ui.sounds import Cue
from companion.ui.targets import TouchTarget
from companion.ui.view import NOTHING, Labels, Topic, View
from companion.ui.widgets.pen import Banner, ButtonLabel
from companion.words import buttons
from companion.words import program as words
from companion.words.phrases import MOST_BANNER_CHARACTERS
from companion.words.table import DECLINED, opening_text
from companion.words.translate import Phrase

if TYPE_CHECKING:
    from companion.ui.play.sensed import SensedMode

LEG_SHOWN_S: Final = 1.8
"""How long each leg of a move is shown that a person makes, before its piece glides along it."""

MADE_SHOWN_S: Final = 0.8
"""How long the move is then shown as it is when it is made, before its first leg comes again."""


class LegShow:
    """The legs of a whole move, one of which is shown.

    With motion they follow each other by themselves, round and round for a while, until
    somebody goes along with them; then the first one stands with arrows along them all.

    Attributes:
        legs: all of them, in order.
        leg: the number of the one shown, from 0; as many as there are where all are made.
        is_by_hand: somebody goes along with the legs, so they wait.

    Args:
        half: the move, laid out.
        is_animated: whether pieces glide.
        now_s: when it is shown first.
    """

    def __init__(self, half: HalfMove, is_animated: bool, now_s: float) -> None:
        self.legs = legs_to_carry(half)
        self.leg = 0
        self.is_by_hand = not is_animated
        self.half = half
        self._is_animated = is_animated
        self._since_s = self._begun_s = now_s
        self._has_gone_round = False
        gliding = legs_of(halves_of(half)) if is_animated else ()
        self._motion = Motion(gliding, now_s) if gliding else None
        self._is_arriving = self._motion is not None

    @property
    def shows_all(self) -> bool:
        """Return whether no single leg is shown, but the move as it is when it is made."""
        return self.leg >= len(self.legs)

    @property
    def made(self) -> int:
        """Return how many legs somebody has made: what is shown by itself tells nothing of it."""
        return self.leg if self.is_by_hand else 0

    @property
    def to_make(self) -> CarryLeg | None:
        """Return the leg to make next, or None where all are made."""
        if self.shows_all and self.is_by_hand:
            return None
        return self.legs[self.leg % len(self.legs)]

    def wanted(self) -> frozenset[Site]:
        """Return the sites that belong to the leg to make."""
        leg = self.to_make
        sites = (leg.start, leg.site, *leg.taken) if leg is not None else ()
        return frozenset(site for site in sites if site is not None)

    def picture(self, now_s: float, is_carried: bool) -> BoardPicture:
        """Return the leg to make, or all of them where nobody makes them; pieces glide."""
        picture = self._still_picture(is_carried)
        if self._motion is None:
            return picture
        return replace(self._motion.shown_on(picture, now_s), lifted=None)

    def _still_picture(self, is_carried: bool) -> BoardPicture:
        if not is_carried or self._is_arriving:
            return made_picture(self.half)
        if self._has_gone_round and not self.is_by_hand:
            arrows = (arrow for leg in self.legs for arrow in leg_picture(leg).arrows)
            return replace(leg_picture(self.legs[0]), arrows=tuple(arrows))
        if not self.shows_all:
            return leg_picture(self.legs[self.leg])
        if self.is_by_hand:
            return made_picture(self.half)
        # The lamps go on showing what is still to be done.
        picture = leg_picture(self.legs[-1])
        return replace(picture, placement=self.half.pieces(), lifted=None)

    # Somebody goes along

    def step(self, by: int, now_s: float) -> None:
        """Show the next leg, or the one before, round the end; forward the pieces glide there."""
        left = self.leg
        self._wait()
        self.leg = (self.leg + by) % len(self.legs)
        if self.leg == left + 1:
            self._glide(left, now_s)

    def touch(self, site: Site) -> None:
        """Take a touch of one of the sites that are wanted: where the leg ends it is made."""
        self._wait()
        self.leg += site == self.legs[self.leg].site

    def reach(self, made: int) -> None:
        """Take it that so many legs are made."""
        self._wait()
        self.leg = made

    def _wait(self) -> None:
        if not self.is_by_hand:
            self.leg %= len(self.legs)
        self._motion, self._is_arriving, self.is_by_hand = None, False, True

    # Time

    def update(self, now_s: float) -> bool:
        """Let pieces glide; return whether anything on screen changes."""
        if self._motion is None:
            return False
        if self._motion.is_over(now_s):
            self._motion, self._is_arriving, self._since_s = None, False, now_s
        return True

    def has_shown_for(self, seconds: float, now_s: float) -> bool:
        """Return whether what stands still now has stood for so long."""
        return self._motion is None and now_s - self._since_s >= seconds

    def due_s(self) -> float:
        """Return when it goes on by itself, or infinity where it stands."""
        is_still = self._motion is not None or self.is_by_hand or self._has_gone_round
        return float("inf") if is_still else self._since_s + self._shown_s

    @property
    def _shown_s(self) -> float:
        return MADE_SHOWN_S if self.shows_all else LEG_SHOWN_S

    def go_round(self, now_s: float) -> bool:
        """Go on by itself where it is time to; return whether it did."""
        if now_s < self.due_s():
            return False
        if self.leg == 0 and now_s - self._begun_s >= GOES_ROUND_S:
            self._has_gone_round = True
            return True
        left, self._since_s = self.leg, now_s
        self.leg = (left + 1) % (len(self.legs) + 1)
        self._glide(left, now_s)
        return True

    def _glide(self, leg: int, now_s: float) -> None:
        """Let the pieces go along *leg*, where that moves one on the board."""
        end = self.legs[leg].end if leg < len(self.legs) else None
        if not self._is_animated or end is None:
            return
        before = self.legs[leg].before
        gliding = leg_between(before, before.extended(end))
        self._motion = Motion((gliding,), now_s) if gliding is not None else None


SHOWN_S: Final = 0.8
"""The program thinks on screen at least so long: who looks up from the board sees that it does."""

PACES_S: Final = {"slow": 2.0, "fast": 0.4}
"""How long a move that the program makes by itself is shown before it is committed."""


@dataclass(frozen=True)
class _ProgramTarget(TouchTarget):
    """Wherever a finger comes down while the program is at it."""

    mode: ComputerMode

    def down(self, x: float, y: float) -> bool:
        self.mode.touch_at(x, y)
        return True


def may_help(match: Match) -> bool:
    """Return whether a person may see what the program could play in *match*."""
    return match.position.public() is match.position and match.question is None


def legs_made(
    show: LegShow, half: HalfMove, occupied: frozenset[int], tapped: Collection[Site]
) -> int:
    """Return how many legs of *half* the table shows as made.

    A piece put on others shows nothing, unless its place was *tapped*.
    """
    after = [*(leg.before for leg in show.legs[1:]), half]
    for count in range(len(show.legs), show.made, -1):
        leg = show.legs[count - 1]
        is_plain = leg.end is None or leg.end not in leg.before.pieces()
        is_seen = is_plain or leg.end in tapped
        if is_seen and occupied_by(after[count - 1].pieces()) == occupied:
            return count
    return 0


class Manners(NamedTuple):
    """How one who sits at no seat here is waited for.

    Attributes:
        name: what scripts call the mode.
        shown_s: for so long at least it is shown to be looking for its move.
        is_search: it thinks in this machine, so that the clock waits while its move is made,
            and the loop looks for it in every turn.
        looking: whose turn it is.
        asked: who is asked.
        waiting: says what may be done meanwhile.
        no_hint: says that it gets no hint.
    """

    name: str
    shown_s: float
    is_search: bool
    looking: Phrase
    asked: Phrase
    waiting: Callable[[Match], str]
    no_hint: Phrase


def _waiting_there(match: Match) -> str:
    asked = match.question is not None
    return words.WAIT_FOR_ITS_ANSWER() if asked else words.WAIT_FOR_OTHER_TABLE()


COMPUTER: Final = Manners(
    "program", SHOWN_S, True, words.THINKING, words.CONSIDERING, waiting_text, words.NO_HINT
)
OTHER_TABLE: Final = Manners(
    "other table", 0.0, False, words.AT_OTHER_TABLE, words.ASKED_THERE, _waiting_there,
    words.NO_HINT_THERE,
)  # fmt: skip
PHONE: Final = Manners(
    "phone", 0.0, False, words.AT_PHONE, words.ASKED_THERE, lambda _: words.WAIT_FOR_PHONE(),
    words.NO_HINT_AT_PHONE,
)  # fmt: skip


class ComputerMode(Front):
    """The program, another table or a phone, while it is to move or to answer.

    It goes away by itself as soon as that is over, whatever has ended it.

    Attributes:
        player: finds the move, and keeps what came of it.
        manners: how it is waited for.
        moving: its move as it is shown, None before there is one.

    Args:
        sensed: the table, on which its legs may be made.
    """

    is_for_others = True

    def __init__(
        self, turn: Turn, player: MoveFinder, sensed: SensedMode, manners: Manners = COMPUTER
    ) -> None:
        super().__init__(turn)
        self.name, self.manners = manners.name, manners
        self.player = player
        self.moving: LegShow | None = None
        self._since_s = self.stage.now_s
        self._sensed = sensed

    # What it is doing

    @property
    def legs(self) -> tuple[CarryLeg, ...]:
        """Return the legs of its move, none before there is one."""
        return self.moving.legs if self.moving is not None else ()

    @property
    def carries(self) -> bool:
        """Return whether somebody makes its move on the board."""
        return self.stage.config.play.program_moves == "carried"

    # What is shown

    def show(self, view: View) -> View:
        """Return the leg to make, the move gliding by itself, or the last move."""
        show, fault = self.moving, self.player.fault
        view = (
            super()
            .show(view)
            ._replace(
                banner=self._banner(),
                note=self._note(),
                is_alarming=self.turn.refused is not None or bool(fault),
                labels=self._labels(),
                targets=(_ProgramTarget(self),),
                # The move is told as soon as there is one.
                topics=(Topic.MOVES if self.legs else Topic.TURNS, Topic.MOVES),
                stamp=(self.match.stamp, len(self.legs), fault),
                is_thinking=self.manners.is_search and not self.legs and not fault,
            )
        )
        if show is None:
            return view
        return view._replace(picture=show.picture(self.stage.now_s, self.carries))

    def _banner(self) -> Banner:
        """Return that the program thinks, or what to do on the board for it."""
        match, voice = self.match, self.turn.voice
        position, question = match.position, match.question
        if question is not None:
            side = question.awaiting[0]
            banner = self.manners.asked(who=voice.side(side, match.game.name))
            return Banner(banner, self.turn.table.side_color(side))
        color = self.turn.table.side_color(position.side)
        if self.player.fault:
            return Banner(voice.banner(position, words.NO_MOVE), color)
        if self.moving is None:
            return Banner(voice.banner(position, self.manners.looking), color)
        return Banner(voice.headline(self.match.half, MOST_BANNER_CHARACTERS), color)

    def _note(self) -> str:
        """Return why something was refused, what the leg does, or what happened before."""
        if self.turn.refused is not None:
            return self.turn.refused.text
        if self.player.fault:
            return words.no_move_text(self.player.fault, may_help(self.match))
        if self.moving is None:
            absent = words.ABSENCES.get(self.player.absence())
            return " ".join(filter(None, (self.turn.report, absent() if absent else "")))
        if not self.carries:
            return words.shown_note(self.match.half, self.turn.voice)
        show, name_of = self.moving, self.turn.table.board.name_of
        number = min(show.leg, len(show.legs) - 1)
        leg = show.legs[number]
        start, end = ("" if site is None else name_of(site) for site in (leg.start, leg.end))
        note = words.leg_text(number + 1, len(show.legs), (start, end))
        facts = self.match.half.facts() if show.shows_all else leg.facts
        # The search may answer before anybody has read who won the toss.
        opening = opening_text(self.match, self.turn.voice)
        made = words.carry_note(note, facts, self.match.half, self.turn.voice)
        return f"{opening} {made}".strip()

    def _labels(self) -> Labels:
        back = ButtonLabel(take_back_label(self.match))
        if self.player.fault:
            walk = ButtonLabel(buttons.NEXT_PLACE()) if may_help(self.match) else NOTHING
            return (back, walk, NOTHING, ButtonLabel(buttons.ASK_AGAIN(), True))
        if not self.legs or not self.carries:
            return (back, NOTHING, NOTHING, NOTHING)
        following = ButtonLabel(buttons.NEXT_LEG()) if len(self.legs) > 1 else NOTHING
        return (back, following, NOTHING, ButtonLabel(buttons.IT_IS_MADE(), True))

    # Input

    def on(self, event: Press | Previous) -> bool:
        if isinstance(event, Previous):
            self._step(-1)
        elif event.button is ButtonName.BACK:
            self.ask_back()
        elif event.button is ButtonName.HINT:
            self.turn.refuse(self.manners.no_hint())
        elif self.player.fault and event.button is ButtonName.NEXT:
            # A person makes the move, whose first step it is.
            if may_help(self.match):
                self._hand_over()
            return not self.is_over
        elif self.player.fault and not self.stage.is_stale(event):
            self.player.ask_again()
            self._since_s = self.stage.now_s
        elif self.player.fault:
            pass
        elif self.moving is None or not self.carries:
            self.turn.refuse(self.manners.waiting(self.match))
        elif event.button is ButtonName.NEXT:
            self._step(1)
        elif not self.stage.is_stale(event):
            self.commit()
        return True

    def _step(self, by: int) -> None:
        """Show the next leg, or the one before."""
        if self.moving is not None and self.carries:
            self.turn.refused = None
            self.moving.step(by, self.stage.now_s)

    def ask_back(self) -> None:
        """Ask for the last move of a person to be taken back."""
        self.turn.refused = None
        self.player.stop()
        while self.match.half.touches:
            self.match.back()
        answer = self.match.back()
        if answer.refusal is not None:
            # The move is laid out again.
            self.moving = None
            self.turn.refuse(answer.refusal)
            return
        self.is_over = True
        self.turn.take(answer)

    def touch_at(self, x: float, y: float) -> None:
        """Make a leg by touching where it ends, or make the move that the program does not."""
        show = self.moving
        wanted = show.wanted() if show is not None else frozenset()
        if self.player.fault and may_help(self.match):
            self._hand_over()
            for target in targets_of(self.turn):
                if target.down(x, y):
                    return
            return
        site = self.turn.table.site_at(x, y, wanted)
        if site is None:
            return
        if show is None or not self.carries:
            self.turn.refuse(self.manners.waiting(self.match))
        elif site in wanted:
            self.turn.refused = None
            show.touch(site)
        else:
            leg, name_of = show.to_make, self.turn.table.board.name_of
            end = leg.site if leg is not None else None
            self.turn.refuse(words.follow_text("" if end is None else name_of(end)))

    def _hand_over(self) -> None:
        """Let a person make the move."""
        self.player.is_by_hand = True
        self.player.fault = ""
        self.turn.refused = None
        self.is_over = True

    # Time

    def uses_time(self) -> bool:
        """Return whether it looks for its move; to carry it out costs nobody time."""
        is_asked = self.match.question is not None and not self.manners.is_search
        looks = not self.legs and not self.player.fault and self.player.result is None
        return looks and not is_asked

    def is_waiting(self) -> bool:
        """Return whether the program thinks, or a move is made by itself.

        A move that waits to be made goes round for ever, and keeps no screen awake; nor does
        waiting for another table, which may take a week.
        """
        if self.moving is None:
            return self.manners.is_search and not self.player.fault
        return not self.carries

    def next_change_s(self, now_s: float) -> float:
        return self.moving.due_s() if self.moving is not None else math.inf

    def update(self, now_s: float) -> None:
        """Look what came of the search, and go away when it is no longer the program's turn."""
        self.turn.update(now_s)
        if not self.player.is_due():
            self.player.stop()
            self.is_over = True
            return
        if self._watch(now_s):
            return
        show = self.moving
        if show is not None:
            if show.update(now_s) or (self.carries and show.go_round(now_s)):
                self.stage.redraw()
            pace_s = PACES_S.get(self.stage.config.play.program_moves)
            if pace_s is not None and show.has_shown_for(pace_s, now_s):
                self.commit()
            return
        had_fault = bool(self.player.fault)
        self.player.look()
        if bool(self.player.fault) != had_fault:
            self.stage.redraw()
        if self.match.question is not None and self.player.fault:
            self._answer(agree=False)
        elif self.player.result is not None and now_s - self._since_s >= self.manners.shown_s:
            self._deliver(now_s)

    def _watch(self, now_s: float) -> bool:
        """Follow the legs that are made on a sensed board; return whether it has to be mended."""
        occupied, watch = self.stage.sensing.occupied, self._sensed.watch
        watch.look(self.match.half, occupied, may_read=False)
        show = self.moving if self.carries and not watch.is_ignored else None
        if occupied is not None and show is not None:
            made = legs_made(show, self.match.half, occupied, watch.tapped)
            if made == len(show.legs):
                self.commit()
                return True
            if made > show.made:
                show.reach(made)
                self.stage.redraw()
        return self._sensed.mends(now_s)

    def _deliver(self, now_s: float) -> None:
        self.stage.redraw()
        if self.match.question is not None:
            self._answer(self.player.agrees())
            return
        result = self.player.result
        assert result is not None, "it has just come"
        self.match.propose(result.move)
        self.moving = LegShow(self.match.half, self.stage.config.screen.animation, now_s)
        if self.carries:
            self.stage.sounds.play(Cue.TURN)

    def _answer(self, agree: bool) -> None:
        question, match = self.match.question, self.match
        assert question is not None, "something was asked"
        side = question.awaiting[0]
        fault, self.player.fault = self.player.fault, ""
        self.is_over = True
        self.turn.take(match.answer(agree, match.stamp))
        if not agree:
            refusal = DECLINED(who=self.turn.voice.side(side, match.game.name))
            self.turn.report = words.NO_ANSWER(why=words.fault_reason(fault)) if fault else refusal

    def commit(self) -> None:
        """Commit its move, which somebody has made or seen."""
        self.is_over = True
        self.turn.take(self.player.enter())
        self.stage.redraw()
