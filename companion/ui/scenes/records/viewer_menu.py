"""What else can be done with a record that is looked through."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.contract import Board
from companion.engine.turning_points import TurningPoint
from companion.ui.board.marks import BoardPicture
from companion.ui.board.pictures import playback_picture
from companion.ui.desk import Desk
from companion.ui.scenes.choice import Choice
from companion.ui.scenes.menu import MenuScene
from companion.ui.scenes.records.analysis import Analysis, is_open
from companion.ui.scenes.records.export import png_of
from companion.ui.scenes.start.players import chosen_players
from companion.ui.ways import Viewed
from companion.ui.widgets.background import Background, Tell
from companion.words.playback import (
    analysis_banner,
    caption_text,
    export_banner,
    speed_text,
)
from companion.words.program import analysis_fault_text
from companion.words.translate import tr


class ViewerMenuScene(MenuScene):
    """Go on playing, comment, export, and the keys of the viewer for the buttons."""

    name = "viewer menu"

    def __init__(self, stage: Desk, viewer: Viewed) -> None:
        super().__init__(stage)
        self.viewer = viewer
        self._told: dict[str, str] = {}

    def board(self) -> Board:
        """Return the board of the record."""
        return self.viewer.board()

    def picture(self, now_s: float) -> BoardPicture:
        """Return what the lamps show in the viewer."""
        return self.viewer.picture(now_s)

    def title(self) -> str:
        """Return where the record stands."""
        return self.viewer.banner().text

    def leave_label(self) -> str:
        """Return what Back does."""
        return tr("go back")

    def make_choices(self) -> list[Choice]:
        """Return what can be done at this place of the record."""
        back = Choice(tr("Go on looking"), self.leave, tr("Back to the record."), verb=tr("go on"))
        return [
            back,
            self._playing_choice(),
            self._comment_choice(),
            self._turning_choice(),
            *self._export_choices(),
            *self._key_choices(),
        ]

    # Playing on

    def _playing_choice(self) -> Choice:
        playback = self.viewer.playback
        title = tr("Continue from here")
        if playback.origin.outcome() is not None:
            return Choice(title, None, tr("The game is over here. Go back to an earlier move."))
        return Choice(
            title,
            self._ask_to_play,
            tr("Begin a new game with this position. The record stays as it is."),
            verb=tr("play on"),
        )

    def _ask_to_play(self) -> None:
        if self.stage.services.library.unfinished() is None:
            self._choose_players()
            return
        self.stage.ways.to_question(
            tr("Play on? The unfinished game becomes a record."),
            Choice(
                tr("Keep it"), None, tr("Go back; the unfinished game stays."), verb=tr("keep")
            ),
            Choice(
                tr("Continue from here"),
                self._choose_players,
                tr("The unfinished game is kept as a record and can be continued there."),
                verb=tr("play on"),
            ),
        )

    def _choose_players(self) -> None:
        playback = self.viewer.playback
        start = Choice(
            tr("Continue from here"),
            self._play,
            tr("Begin a new game with this position. The record stays as it is."),
            verb=tr("play on"),
        )
        self.stage.ways.to_players(playback.game, playback.origin.options, start)

    def _play(self) -> None:
        playback = self.viewer.playback
        players = chosen_players(self.stage, playback.game, playback.origin.options)
        self.stage.ways.to_continued(playback, players)

    # Comments

    def _comment_choice(self) -> Choice:
        playback = self.viewer.playback
        title = tr("Edit the comment") if playback.comment else tr("Write a comment")
        if playback.course.fault:
            return Choice(title, None, tr("The record is faulty and stays as it is."))
        if not self.stage.services.library.may_write(self.viewer.path):
            return Choice(title, None, tr("This record came with the program: it only shows."))
        promise = tr("What you think of this move, kept in the record.")
        line = self._told.get("comment") or playback.comment or promise
        return Choice(title, self._write, line, verb=tr("write"))

    def _write(self) -> None:
        playback = self.viewer.playback
        # A move half made is commented when it is whole.
        playback.jump(playback.ply)
        title = tr("Comment: {move}").format(move=caption_text(playback))
        self.stage.ways.to_typing(title, playback.comment, self._take_comment)

    def _take_comment(self, text: str) -> None:
        playback = self.viewer.playback
        record = playback.commented(text)
        problem = self.stage.services.library.write_comment(self.viewer.path, record)
        if problem:
            self._told["comment"] = tr("Not saved: {reason}").format(reason=problem)
        else:
            playback.take(record)
            self._told["comment"] = tr("The comment is saved.")
        self.viewer.take_over()
        self.refresh()

    # Turning points

    def _turning_choice(self) -> Choice:
        viewer, title = self.viewer, tr("Find turning points")
        if not is_open(viewer.playback.course):
            told = tr("What is hidden stays so: only a finished game is looked at.")
            return Choice(title, None, told)
        found = viewer.turning_points
        if found is None:
            line = self._told.get("turning") or tr(
                "Look at every position for moves that changed how the game stood."
            )
            act = self._find_turning_points if viewer.playback.last else None
            return Choice(title, act, line, verb=tr("look"))
        if not found:
            return Choice(tr("No turning points"), None, tr("No move changed how the game stood."))
        return Choice(
            tr("Next turning point"),
            partial(self._do, viewer.to_turning_point),
            tr("They are marked ! in the list of moves."),
            str(len(found)),
        )

    def _find_turning_points(self) -> None:
        def found(points: tuple[TurningPoint, ...]) -> None:
            self.viewer.turning_points = {point.ply: point for point in points}
            self.viewer.take_over()
            self.refresh()

        analysis = Analysis(self.stage.services.engine, self.viewer.playback.course)
        self.stage.ways.to_work(analysis, analysis_banner, found, self._not_found)

    def _not_found(self, code: str) -> None:
        self._tell("turning", analysis_fault_text(code))

    # Exports

    def _export_choices(self) -> list[Choice]:
        playback = self.viewer.playback
        gif_line = tr("All moves as a picture that moves, for a browser or a chat.")
        return [
            Choice(
                tr("Export this position"),
                self._export_png,
                self._told.get("png") or tr("As a PNG picture, into the folder exports."),
                verb=tr("export"),
            ),
            Choice(
                tr("Export the game"),
                self._export_gif if playback.last else None,
                self._told.get("gif") or gif_line,
                "GIF",
                verb=tr("export"),
            ),
        ]

    def _export_png(self) -> None:
        playback, library = self.viewer.playback, self.stage.services.library
        name = f"{self.viewer.path.stem}_{playback.ply}.png"
        position, picture = playback.position, playback_picture(playback)

        def work(tell: Tell) -> Path:
            return library.write_export(name, png_of(position, picture))

        self._export("png", work)

    def _export_gif(self) -> None:
        course, library = self.viewer.playback.course, self.stage.services.library
        name = f"{self.viewer.path.stem}.gif"

        def work(tell: Tell) -> Path:
            # Imported here so that only a program that makes one holds Pillow in memory.
            from companion.ui.scenes.records.gif import gif_of

            return library.write_export(name, gif_of(course, progress=tell))

        self._export("gif", work)

    def _export(self, kind: str, work: Callable[[Tell], Path]) -> None:
        def saved(path: Path) -> None:
            self._tell(kind, tr("Saved as {name} in the folder exports.").format(name=path.name))

        def failed(problem: str) -> None:
            self._tell(kind, tr("Not saved: {reason}").format(reason=problem))

        self.stage.ways.to_work(Background("export", work), export_banner, saved, failed)

    def _tell(self, kind: str, text: str) -> None:
        self._told[kind] = text
        self.refresh()

    # The keys of the viewer, for the buttons

    def _key_choices(self) -> list[Choice]:
        viewer, playback = self.viewer, self.viewer.playback
        change = tr("change")
        return [
            Choice(
                tr("To the start"),
                partial(self._do, viewer.to_first),
                tr("The position before the first move."),
            ),
            Choice(
                tr("To the end"),
                partial(self._do, viewer.to_last),
                tr("The position after the last move."),
            ),
            Choice(
                tr("Speed"),
                playback.faster,
                tr("How many moves a second the game shows by itself."),
                speed_text(playback.speed),
                change,
            ),
            Choice(
                tr("Leg by leg"),
                viewer.toggle_legs,
                tr("A step is one touch, and not a whole move."),
                tr("on") if playback.by_legs else tr("off"),
                change,
            ),
        ]

    def _do(self, act: Callable[[], None]) -> None:
        self.leave()
        act()
