"""The position read aloud, a line for each clock, each side, each row and each kind of piece."""

from __future__ import annotations

from collections.abc import Callable

from companion.match.match import Match
from companion.ports import ButtonName, Press
from companion.ui.desk import Desk
from companion.ui.destinations import PositionScreen
from companion.ui.scenes.menu import Choice, MenuScene
from companion.words import buttons
from companion.words.scenes import sound
from companion.words.scenes import speech as words
from companion.words.scenes.timing import clock_names, face_label, time_text
from companion.words.voice import Voice


class ReadingScene(MenuScene):
    """How *match* stands; for who plays without the screen, held Hint leads here.

    The last lines are the menu and the list of moves of *scene*, which shows the match.
    """

    name = "reading"
    keeps_lamps = True
    way_out = buttons.TO_THE_GAME
    heading = sound.POSITION

    def __init__(self, stage: Desk, scene: PositionScreen, match: Match) -> None:
        super().__init__(stage)
        self._scene = scene
        self._match = match

    def make_choices(self) -> list[Choice]:
        """Return what there is to read, and the ways that holding a button leads otherwise."""
        view = self._scene.show()
        half, voice = self._match.half, Voice(self._match.seats)
        game = self._match.game.name
        sentences = words.reading(self._match.position.board, half.pieces(), game, voice)
        choices = [Choice(title, None, line) for title, line in (*self._clocks(voice), *sentences)]
        if view.lists_moves:
            choices.append(Choice.of(sound.ALL_MOVES, self._hold(ButtonName.HINT)))
        if view.has_menu:
            choices.append(Choice.of(sound.GAME_MENU, self._hold(ButtonName.BACK)))
        return choices

    def _clocks(self, voice: Voice) -> list[tuple[str, str]]:
        """Return whose clocks there are, and what they show."""
        match, times = self._match, self._match.times
        if times is None:
            return []
        names = clock_names(match.header.players, match.game.name, voice)
        faces = times.faces(match.position.side, match.used_ms)
        return [
            (face_label(name, face), time_text(face.ms))
            for name, face in zip(names, faces, strict=True)
        ]

    def _hold(self, button: ButtonName) -> Callable[[], None]:
        return self.after_leaving(lambda: self._scene.on(Press(button, True, self.stage.now_s)))
