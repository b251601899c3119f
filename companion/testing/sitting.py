"""One sitting at a table: the program with hands for its players, who play whole games."""

from __future__ import annotations

from companion.contract import OptionValue, Site, Token
from companion.games import find_game
from companion.match.seats import PERSONS
from companion.storage.saves import NewMatch
from companion.testing.fingers import Fingers
from companion.ui.panels.hand_veil import LOOK_S
from companion.ui.play.scene import PlayScene
from companion.ui.scene import Making
from companion.ui.scenes.menu import MenuScene


class Sitting(Fingers):
    """The program and the hands that use it; a context manager."""

    # Lists, by the buttons

    @property
    def chosen(self) -> str:
        """Return the line of the list that the cursor is on."""
        scene = self.scene
        assert isinstance(scene, MenuScene), f"expected a list, got {scene.name}"
        return "" if scene.list.selected is None else scene.entries()[scene.list.selected]

    def walk_to(self, title: str) -> None:
        """Press Next until the cursor is on the line called *title*."""
        for _ in range(len(self.scene.entries())):
            if self.chosen == title:
                return
            self.press("next")
        assert self.chosen == title

    def choose(self, title: str) -> None:
        """Choose the line called *title* by the buttons alone."""
        self.walk_to(title)
        self.press("confirm")
        self.wait_for_work()

    # Games

    @property
    def turn(self) -> Making:
        """Return the turn in front, in which a match is played."""
        turn = self.scene.making()
        assert turn is not None, f"expected a match, got {self.scene.name}"
        return turn

    def play(
        self,
        game: str,
        seed: int = 0,
        who: tuple[str, ...] = PERSONS,
        **options: OptionValue,
    ) -> None:
        """Begin a match at once: the table is set."""
        match = self.library.start(NewMatch(find_game(game), options, seed, players=who))
        self.stage.ways.to_play(match)
        self.ticks(3)

    def move(self, *texts: str) -> None:
        """Make whole plies by touch, confirmed by the button beside the board."""
        for text in texts:
            self.begin_move(text)
            self.press("confirm")

    def begin_move(self, text: str) -> None:
        """Make the touches of a ply."""
        for touch in self.match.position.parse(text).touches:
            if isinstance(touch, Token):
                self.touch_token(touch)
            else:
                self.touch(self.match.position.board.name_of(touch))

    def touch_token(self, token: Token) -> None:
        """Touch what lies beside the board, a hidden hand looked at before."""
        self.see_hand()
        tray = self.turn.tray()
        for part in tray.way_to(token):
            place = tray.token_place(part) if isinstance(part, Token) else None
            assert place is not None, f"expected {part} in the tray"
            self.click(place)

    def walk_to_site(self, name: str) -> None:
        """Press Next until the cursor is on the dot called *name*."""
        scene = self.turn
        self.walk_to_touch(scene.table().board.site_of(name))

    def walk_to_touch(self, touch: Site | Token) -> None:
        """Press Next until the cursor is on *touch*."""
        scene = self.turn
        for _ in range(len(scene.tray().stops(scene.match.half)) + 1):
            if scene.cursor.is_on_group and touch in scene.cursor.group:
                self.press("confirm")
            if scene.focus == touch:
                return
            self.press("next")
        assert scene.focus == touch

    def see_hand(self) -> None:
        """Take the screen and look at the hidden hand, where there is one."""
        if self.hand_state == "AWAITED":
            self.press("confirm")
        if self.hand_state == "UNSEEN":
            place = self.turn.tray().view.entry_box(0).center
            self.mouse_down(place)
            self.wait(LOOK_S)
            self.mouse_up(place)

    @property
    def hand_state(self) -> str:
        """Return how far a player has come with a hidden hand, in capitals; empty without one."""
        return str(getattr(getattr(self.scene, "hand", None), "name", ""))

    def settle(self) -> None:
        """Let motions end, lists arrive and everything be drawn."""
        if isinstance(self.scene, PlayScene) and self.scene.moves is not None:
            self.scene.moves.wait()
        self.wait(1.0)
        self.stage.redraw()
        self.ticks(3)
