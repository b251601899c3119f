"""What the page of a seat at a phone is told: its turn, its hand, and what may be touched.

It goes to who holds the seat, and to nobody else.  It is made of the public side of the match, of
the hand of that seat, and of the turn as far as that player has come with it; of what other seats
hold nothing is read here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from companion.contract import HalfMove, Hands, Site, Token, sites_among
from companion.match.match import Match
from companion.match.question import QuestionKind
from companion.mirror.wire import picture_data
from companion.remote.phone_seats import touch_data
from companion.ui.board.pictures import turn_picture
from companion.ui.panels.tray import tray_items
from companion.ui.play.phone import PhonePlayer, SeatTask
from companion.ui.play.program_player import made_picture
from companion.words import buttons
from companion.words import phone_seats as words
from companion.words.facts import answer_text
from companion.words.game_words import words_of
from companion.words.program import seat_title
from companion.words.table import question_banner, question_note, turn_banner, turn_note
from companion.words.voice import Voice, site_text

if TYPE_CHECKING:
    from companion.ui.stage import Stage

Json = dict[str, Any]

NOBODY: Final[Json] = {
    "title": "", "text": None, "note": "", "picture": None, "turned": False, "sites": [],
    "hand": [], "buttons": [], "more": [], "stamp": "", "alarm": False,
}  # fmt: skip
"""What a page is told while its seat has nothing to see; a picture or text that is None is that
which everybody sees."""


def seat_data(stage: Stage, seat: int) -> Json:
    """Return what who plays *seat* may see of *stage*, as a JSON document."""
    scene, seats = stage.game_scene, stage.services.phone_seats
    match = scene.table.match if scene is not None and scene.table is not None else None
    if match is None or seats is None or seat not in match.seats.phones:
        return {**NOBODY, "seat": seat, "note": words.NO_GAME()}
    count = match.game.seat_count(match.header.options)
    common = {
        **NOBODY,
        "seat": seat,
        "title": words.SEAT_IS(seat=seat_title(seat, count, match.game.name)),
        "turned": seat % 2 == 1,
        "hand": _hand(match, seat),
    }
    phone = scene.phone if scene is not None else None
    if phone is None or not seats.is_played(match):
        return common
    return common | _Playing(stage, match, phone, seat).data()


class _Playing:
    """What a seat is told of the *match* that is played on screen."""

    def __init__(self, stage: Stage, match: Match, phone: PhonePlayer, seat: int) -> None:
        self._match = match
        self._phone = phone
        self._seat = seat
        self._task = phone.task(seat)
        self._voice = Voice(match.seats.alone_at(seat), stage.config.screen.notation)

    def data(self) -> Json:
        """Return it."""
        data = {
            SeatTask.WAIT: self._wait,
            SeatTask.MOVE: self._move,
            SeatTask.MAKE: self._make,
            SeatTask.SEE: self._make,
            SeatTask.ANSWER: self._answer,
            SeatTask.ASKED: self._asked,
            SeatTask.BUSY: self._busy,
        }[self._task]()
        if self._phone.may_take_back(self._seat):
            data["more"] = [*data.get("more", ()), _button("take-back", words.TAKE_BACK())]
        return {**data, "stamp": self._phone.stamp}

    def _wait(self) -> Json:
        match = self._match
        is_over = match.outcome is not None or match.question is not None
        text = None if is_over else self._voice.turn(match.position)
        return {"text": text, "note": "" if match.outcome is not None else words.WAIT()}

    def _busy(self) -> Json:
        return {"note": words.TABLE_BUSY()}

    def _move(self) -> Json:
        match, half, phone = self._match, self._phone.half, self._phone
        picture = turn_picture(half, match.last_route, None, match.last_removed, match.last_gone)
        did = answer_text(phone.did, False, half.position, self._voice) if phone.did else ""
        note = " ".join(part for part in (did, turn_note(half)) if part)
        shown = [_button("back", words.UNDO_TOUCH())] if half.touches else []
        if half.move is not None:
            shown.append(_button("confirm", words.CONFIRM(), is_main=True))
        return {
            "text": turn_banner(half, self._voice),
            "note": phone.refusal or note,
            "alarm": bool(phone.refusal),
            "picture": picture_data(picture),
            "sites": self._sites(half, sites_among(half.next_touches())),
            "hand": _tray(half),
            "buttons": shown,
            "more": [_button("draw", words.DRAW()), _button("resign", words.RESIGN())],
        }

    def _sites(self, half: HalfMove, sites: Iterable[Site]) -> list[list[Any]]:
        board, pieces, game = half.position.board, half.pieces(), self._match.game.name
        return [
            [site, site_text(board, site, pieces.get(site, ()), game, self._voice)]
            for site in sorted(sites)
        ]

    def _make(self) -> Json:
        is_to_make, half = self._task is SeatTask.MAKE, self._phone.half
        shown = [
            _button("back", words.UNDO_MOVE()),
            _button("confirm", words.DONE(), is_main=True),
        ]
        return {
            "text": words.MAKE_IT() if is_to_make else turn_banner(half, self._voice),
            "note": words.MAKE_IT_NOTE() if is_to_make else words.SHOWN_NOW(),
            "picture": picture_data(made_picture(half)),
            "hand": _tray(half),
            "buttons": shown if is_to_make else [],
        }

    def _answer(self) -> Json:
        match, question = self._match, self._match.question
        assert question is not None, "something is asked"
        voice = Voice(match.seats, self._voice.is_notated)
        no, yes = words.NO(), words.YES()
        if question.kind is QuestionKind.FLAG:
            no, yes = buttons.PLAY_ON(), buttons.END_GAME()
        note = f"{question_note(question, match, voice)} {words.ANSWER_NOW()}".strip()
        return {
            "text": question_banner(question, match.game.name, voice),
            "note": note,
            "buttons": [_button("no", no), _button("yes", yes, is_main=True)],
        }

    def _asked(self) -> Json:
        shown = [_button("back", words.WITHDRAW())]
        return {"note": words.ASKED_OTHERS(), "buttons": shown}


def _button(act: str, label: str, *, is_main: bool = False) -> Json:
    return {"act": act, "label": label, "main": is_main}


def _hand(match: Match, seat: int) -> list[Json]:
    """Return what *seat* holds that nobody else may see, none of it to be touched."""
    if match.game.hands(match.header.options) is not Hands.HIDDEN:
        return []
    names = words_of(match.game.name).names
    return [_item(token, names.token(token)) for token in match.position.hand_of(seat)]


def _tray(half: HalfMove) -> list[Json]:
    """Return what may be touched beside the board, or is, in the turn of *half*."""
    names, free = words_of(half.position.game.name).names, set(half.next_touches())
    if len(half.touches) == 1:
        # Another one may be chosen instead.
        free |= set(half.position.begin().next_touches())
    return [
        {
            **_item(item.token, names.token(item.token)),
            "count": item.number,
            "free": item.token in free,
            "chosen": item.token in half.touches,
            "dead": item.is_dead,
        }
        for item in tray_items(half)
    ]


def _item(token: Token, title: str) -> Json:
    return {
        "touch": touch_data(token), "title": title, "count": 1, "free": False, "chosen": False,
        "dead": False,
    }  # fmt: skip
