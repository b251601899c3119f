"""The start screen: go on where you stopped, or begin something new."""

from __future__ import annotations

from companion.building.progress import CompileProgress
from companion.contract import Board, Game, Placement
from companion.games import built_in, is_known, left_out
from companion.ui.board.marks import BoardPicture
from companion.ui.board.pictures import places_picture, sizes_in_play
from companion.ui.scene import NOTHING, Labels
from companion.ui.scenes.choice import Choice
from companion.ui.scenes.menu import MenuScene
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Pen
from companion.words.facts import plies_text
from companion.words.games import game_title
from companion.words.notices import compiling_text, left_out_text
from companion.words.translate import tr

COMPILING_H = 46
"""The height of what tells about compiling, for a screen of 480."""


def first_game() -> Game:
    """Return the game that is shown while none is unfinished."""
    # Those from outside may still be looked for; the first screen does not wait.
    return next(iter(built_in().values())).game


class StartScene(MenuScene):
    """What can be begun, learned, read or looked through; lamps show an unfinished match."""

    name = "start"
    _exported = ""
    _has_told = False

    def update(self, now_s: float) -> None:
        """Tell of games that are installed and not offered, as soon as that is known."""
        super().update(now_s)
        if self._has_told or not is_known():
            return
        self._has_told = True
        notices = self.stage.services.notices
        told = [left_out_text(name, reason) for name, reason in left_out()]
        notices += [text for text in told if text not in notices]
        self.stage.redraw()

    def title(self) -> str:
        """Return the name of the program."""
        return "Board Companion"

    def make_choices(self) -> list[Choice]:
        """Return what can be begun."""
        stage = self.stage
        choices = self._unfinished_choices()
        if stage.services.is_safe:
            choices.append(self._export_choice())
        choices += [
            Choice(
                tr("New game"),
                lambda: stage.ways.to_new_game(),
                tr("Choose a game and its rules, set up the board, and play."),
            ),
            Choice(
                tr("Learn"),
                lambda: stage.ways.to_learn(),
                tr("Short lessons: the moves and rules of each game, one at a time."),
            ),
            Choice(
                tr("Rules"),
                lambda: stage.ways.to_rules_of_a_game(),
                tr("How each game is played, page by page, with pictures."),
            ),
            Choice(
                tr("Records"),
                lambda: stage.ways.to_records(),
                tr("The games that were played at this table."),
            ),
            Choice(
                tr("Settings"),
                lambda: stage.ways.to_settings(),
                tr("Board side, lamp brightness, colors and motion."),
            ),
            Choice(tr("Quit"), self._ask_to_quit, tr("Leave the program. Nothing is lost.")),
        ]
        if stage.services.power is not None:
            choices.append(
                Choice(
                    tr("Switch off"),
                    lambda: stage.ways.to_switch_off(),
                    tr("Shut the machine down. It asks first."),
                )
            )
        return choices

    def _export_choice(self) -> Choice:
        return Choice(
            tr("Export the saves"),
            self._export,
            self._exported or tr("Put all games, records and settings into one file, now."),
            verb=tr("export"),
        )

    def _export(self) -> None:
        path = self.stage.services.library.export()
        # The notices would hide what came of it.
        self.stage.services.notices.clear()
        self._exported = (
            tr("Saved as {name} in {folder}.").format(name=path.name, folder=path.parent)
            if path
            else tr("The file could not be written.")
        )

    def _unfinished_choices(self) -> list[Choice]:
        unfinished = self.stage.services.library.unfinished()
        if unfinished is None:
            return []
        title, plies = game_title(unfinished.game.name), plies_text(len(unfinished.plies))
        return [
            Choice(
                tr("Resume"),
                lambda: self.stage.ways.to_resumed(),
                tr("{game}, {plies} played. The lamps show where its pieces stand.").format(
                    game=title, plies=plies
                ),
                plies,
            ),
            Choice(
                tr("Start over"),
                self._ask_to_start_over,
                tr("The same game from its first position. What was played is kept as a record."),
            ),
        ]

    def _ask_to_start_over(self) -> None:
        unfinished = self.stage.services.library.unfinished()
        if unfinished is None:
            return
        game, header = unfinished.game, unfinished.header
        self.stage.ways.to_question(
            tr("Start over? The moves so far become a record."),
            Choice(
                tr("Keep it"), None, tr("Go back; the unfinished game stays."), verb=tr("keep")
            ),
            Choice(
                tr("Start over"),
                lambda: self.stage.ways.to_set_up(
                    game, header.options, self.stage.fresh_seed(), header.players
                ),
                tr("Begin the same game again."),
            ),
        )

    def _ask_to_quit(self) -> None:
        def close() -> None:
            self.stage.is_closing = True

        self.stage.ways.to_question(
            tr("Leave Board Companion?"),
            Choice(tr("Stay"), None, tr("Go back to the start screen."), verb=tr("stay")),
            Choice(tr("Quit"), close, tr("An unfinished game can be resumed next time.")),
        )

    def leave(self) -> None:
        """Do nothing: there is nothing behind the start screen."""

    def leave_label(self) -> str:
        """Return nothing: Back does nothing here."""
        return ""

    def labels(self) -> Labels:
        """Return the labels of a menu, without Back."""
        return (NOTHING, *super().labels()[1:])

    def board(self) -> Board:
        """Return the board of the unfinished match, else one to look at."""
        unfinished = self.stage.services.library.unfinished()
        return unfinished.position.board if unfinished else first_game().shipped_board()

    def _placement(self) -> Placement:
        unfinished = self.stage.services.library.unfinished()
        return unfinished.position.pieces() if unfinished else {}

    def picture(self, now_s: float) -> BoardPicture:
        """Return where the pieces of the unfinished match stand."""
        placement = self._placement()
        return places_picture(placement, placement)

    def draw_info(self, pen: Pen, box: Box) -> None:
        """Draw what the chosen line means over a view of the board."""
        compiling = self.stage.services.compiling
        if compiling is not None and compiling.progress is not None:
            bar_h = pen.layout.px(COMPILING_H)
            bar = Box(box.x, box.bottom - bar_h, box.w, bar_h)
            self._draw_compiling(pen, bar, compiling.progress)
            box = Box(box.x, box.y, box.w, bar.y - pen.layout.px(8) - box.y)
        text_h = min(box.h // 3, pen.layout.px(96))
        text_box = Box(box.x, box.bottom - text_h, box.w, text_h)
        side = min(box.w, box.h - text_h - pen.layout.px(8))
        view = Box(box.x + (box.w - side) // 2, box.y, side, side)
        board = self.board()
        if pen.layout.is_portrait:
            side = min(box.h, box.w // 2)
            view = Box(box.x, box.y, side, side)
            text_box = Box(
                view.right + pen.layout.px(12),
                box.y,
                box.right - view.right - pen.layout.px(12),
                box.h,
            )
        unfinished = self.stage.services.library.unfinished()
        sizes = sizes_in_play(unfinished.position) if unfinished else None
        painter = self.stage.painter(board, view, has_names=False, sizes=sizes)
        # The board of an unfinished game may be empty: that of another has no place on it.
        standing = self._placement() if unfinished else self._opening()
        painter.paint(pen.surface, BoardPicture(placement=standing))
        pen.panel(text_box)
        inner = text_box.inset(pen.layout.px(12), pen.layout.px(8))
        told = "\n".join(self.stage.services.notices) or self.note()
        pen.paragraph(told, inner, 17, "text")

    def _draw_compiling(self, pen: Pen, box: Box, progress: CompileProgress) -> None:
        """Draw how far compiling the rules is: a sentence over a bar."""
        pen.panel(box)
        inner = box.inset(pen.layout.px(12), pen.layout.px(6))
        bar_h = pen.layout.px(6)
        words = Box(inner.x, inner.y, inner.w, inner.h - bar_h - pen.layout.px(4))
        pen.paragraph(compiling_text(progress), words, 15, "text")
        track = Box(inner.x, inner.bottom - bar_h, inner.w, bar_h)
        done = Box(track.x, track.y, round(track.w * progress.fraction), bar_h)
        pen.fill(track, pen.theme.panel_edge)
        pen.fill(done, pen.theme.commit)

    def _opening(self) -> Placement:
        return self.stage.services.library.first_position(first_game()).pieces()
