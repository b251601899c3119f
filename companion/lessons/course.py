"""Sets a lesson up on a board: its positions, what is shown, what is asked, by the rules alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from companion.contract import Board, Game, HalfMove, Hands, Move, Position, Token, Touch
from companion.errors import LessonError, Message
from companion.lessons.goals import Goal, Miss, Trial, errors_at
from companion.lessons.lesson import Beat, Lesson, Show, Task
from companion.plugins import find_game


class ShownBeat(NamedTuple):
    """One beat of a show.

    Attributes:
        say: its sentence.
        touches: what is touched.
        move: the move that is played once it is touched, or None.
        refused: what is touched in vain, or None.
        is_look: whether the hidden hand is held open.
    """

    say: str
    touches: tuple[Touch, ...] = ()
    move: Move | None = None
    refused: Touch | None = None
    is_look: bool = False


@dataclass(frozen=True)
class ShowStep:
    """A show set up: where it begins and what happens."""

    position: Position
    beats: tuple[ShownBeat, ...]


class Verdict(NamedTuple):
    """What a task says to a move.

    Attributes:
        miss: what the move lacks, or None when it is right.
        text: the lesson's own sentence about such a wrong move, or an empty text.
    """

    miss: Miss | None
    text: str = ""


@dataclass(frozen=True)
class TaskStep:
    """A task set up: where it begins and what is asked."""

    position: Position
    task: Task
    goals: tuple[Goal, ...]
    wrongs: tuple[tuple[Goal, str], ...]

    def judge(self, half: HalfMove) -> Verdict:
        """Return what the task says to the whole move that *half* makes."""
        trial = Trial(half)
        for goal in self.goals:
            miss = goal.miss(trial)
            if miss is not None:
                fitting = (text for wrong, text in self.wrongs if wrong.miss(trial) is None)
                return Verdict(miss, next(fitting, ""))
        return Verdict(None)


CourseStep = ShowStep | TaskStep


@dataclass(frozen=True)
class LessonCourse:
    """A lesson set up on a board, ready to be gone through."""

    lesson: Lesson
    game: Game
    steps: tuple[CourseStep, ...]


def set_up(lesson: Lesson, board: Board | None = None) -> LessonCourse:
    """Return *lesson* on *board*, or on the shipped one.

    Raises:
        LessonError: a position, a move, a fact or a pattern is not as the rules have it;
            naming file and line.
    """
    return _Builder(lesson, board).course()


def touch_name(position: Position, touch: Touch) -> str:
    """Return how lessons call *touch*: a place's name, ``3w``, ``3|5``, ``pass``."""
    if not isinstance(touch, Token):
        return position.board.name_of(touch)
    if touch.kind == "hand":
        side, size = touch.values
        return f"{size}{position.game.side_letters[side]}"
    return "|".join(map(str, touch.values)) or touch.kind


class _Builder:
    """Goes through the steps of a lesson, each from where the one before ended."""

    def __init__(self, lesson: Lesson, board: Board | None) -> None:
        self.lesson = lesson
        self.game = find_game(lesson.game)
        self.board = board
        self.position: Position | None = None

    def fail(self, line: int, expected: str, got: object, /, **values: object) -> LessonError:
        return LessonError(
            "{where}:{line}: expected {expected}, got {got!r}",
            where=self.lesson.where,
            line=line,
            expected=Message(expected, **values),
            got=got,
        )

    def course(self) -> LessonCourse:
        steps = (
            self.show(step) if isinstance(step, Show) else self.task(step)
            for step in self.lesson.steps
        )  # fmt: skip
        return LessonCourse(self.lesson, self.game, tuple(steps))

    def beginning(self, line: int, text: str) -> Position:
        if text:
            with errors_at(f"{self.lesson.where}:{line}"):
                self.position = self.game.from_text(text, self.board)
        if self.position is None:
            raise self.fail(line, "a position in the first step", "none")
        if self.position.outcome() is not None:
            raise self.fail(line, "a position in which the game goes on", text)
        return self.position

    def show(self, show: Show) -> ShowStep:
        position = self.beginning(show.line, show.position)
        half = position.begin()
        beats = []
        for beat in show.beats:
            shown, half = self.beat(beat, half)
            beats.append(shown)
            if shown.move is not None:
                self.position = half.position
        if half.touches:
            raise self.fail(show.beats[-1].line, "a show that ends with its move played", "none")
        return ShowStep(position, tuple(beats))

    def beat(self, beat: Beat, half: HalfMove) -> tuple[ShownBeat, HalfMove]:
        """Return *beat* with its touches, and the half-made turn after it."""
        if beat.verb == "touch":
            touches = []
            for name in beat.words:
                touches.append(self.touch(beat, half, name))
                half = half.extended(touches[-1])
            self.check_facts(beat, half)
            return ShownBeat(beat.say, tuple(touches)), half
        if beat.verb == "refused":
            return self.refused(beat, half), half
        if beat.verb == "play":
            return self.play(beat, half)
        return self.said(beat, half.position), half

    def said(self, beat: Beat, position: Position) -> ShownBeat:
        is_look = beat.verb == "look"
        if is_look and self.game.hands(position.options) is not Hands.HIDDEN:
            raise self.fail(beat.line, "a look at a hand that is hidden", "no hidden hand")
        return ShownBeat(beat.say, is_look=is_look)

    def touch(self, beat: Beat, half: HalfMove, name: str) -> Touch:
        known = {touch_name(half.position, touch): touch for touch in half.next_touches()}
        if name not in known:
            raise self.fail(
                beat.line, "one of {known}", name, known=", ".join(known) or "no touches"
            )
        return known[name]

    def refused(self, beat: Beat, half: HalfMove) -> ShownBeat:
        name, code = beat.words
        with errors_at(f"{self.lesson.where}:{beat.line}"):
            site = half.position.board.site_of(name)
        if site in half.next_touches():
            raise self.fail(beat.line, "{name} to be refused", "allowed", name=name)
        got = half.refusal(site).code
        if got != code:
            raise self.fail(beat.line, "the refusal '{got}' of {name}", code, got=got, name=name)
        return ShownBeat(beat.say, refused=site)

    def play(self, beat: Beat, half: HalfMove) -> tuple[ShownBeat, HalfMove]:
        with errors_at(f"{self.lesson.where}:{beat.line}"):
            move = half.position.parse(" ".join(beat.words))
            whole = half.position.half_move(move)
        done = len(half.touches)
        if whole.touches[:done] != half.touches:
            raise self.fail(beat.line, "a move that goes on with what was touched", move.text)
        self.check_facts(beat, whole)
        after = half.position.after(whole)
        return ShownBeat(beat.say, whole.touches[done:], move), after.begin()

    def check_facts(self, beat: Beat, half: HalfMove) -> None:
        trial = Trial(half)
        for pattern in beat.facts:
            if Goal(pattern, half.position, self.lesson.where).miss(trial) is not None:
                codes = " ".join(fact.code for fact in trial.facts) or "none"
                raise self.fail(pattern.line, "the facts {pattern!r}", codes, pattern=pattern.text)

    def task(self, task: Task) -> TaskStep:
        position = self.beginning(task.line, task.position)
        where = self.lesson.where
        goals = tuple(Goal(pattern, position, where) for pattern in task.goals)
        wrongs = tuple((Goal(pattern, position, where), text) for pattern, text in task.wrong)
        return TaskStep(position, task, goals, wrongs)


class Answers(NamedTuple):
    """The answers to a task: the right moves, and the wrong ones with what is said to them."""

    right: tuple[Move, ...]
    wrong: tuple[tuple[Move, Verdict], ...]


def answers(step: TaskStep) -> Answers:
    """Return what the task says to every legal move; may take as long as listing them."""
    right, wrong = [], []
    for move in step.position.legal_moves():
        verdict = step.judge(step.position.half_move(move))
        if verdict.miss is None:
            right.append(move)
        else:
            wrong.append((move, verdict))
    return Answers(tuple(right), tuple(wrong))
