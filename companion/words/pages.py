"""The pages of the rules of a game, for the options that are played.

A game brings them as a text, ``pages.txt``, which ``docs/adding-a-game.md`` describes; of a game
without one the rules themselves show a page or two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Final, NamedTuple, TypeAlias

from companion.contract import (
    Board,
    Game,
    Move,
    Options,
    OptionSpec,
    OptionValue,
    Position,
    option_text,
)
from companion.damage import note_damaged
from companion.errors import CompanionError, Message, PluginError, unexpected
from companion.lessons.lesson import KEY_LINE, whole_lines
from companion.plugins import WRONG_VALUE, plugin_of
from companion.words.game_words import PRESET_HEADING, GameWords, preset_of, words_of
from companion.words.names import (
    Example,
    IllegalExample,
    OptionWords,
    Page,
    Paragraph,
    RulesContext,
    page,
)
from companion.words.phrases import headed
from companion.words.translate import from_data, tr

FILE: Final = "pages.txt"

TEXTS: Final = ("page", "say", "more", "caption")
"""The keys of what players read."""

KEYS: Final = (
    *TEXTS, "option", "position", "moves", "facts", "refused", "ends", "areas"
)  # fmt: skip

READING: Final = "reading"
"""Marks a paragraph as how this program reads what the published rules leave open."""

PositionText: TypeAlias = Callable[[str, Options], str]

OPTIONS_ON_A_PAGE = 2

EXAMPLE_SEED = 1
"""Of the set-up that is shown: never that of the game at hand, whose hands are hidden."""

MOST_TOUCHES = 40
"""A first move that takes more of them is not shown."""


def rules_pages(
    game: Game, options: Options | None = None, board: Board | None = None
) -> tuple[Page, ...]:
    """Return the rules of *game* as its players follow them, page by page.

    Args:
        game: any.
        options: some or all options; the others take their defaults.
        board: the board in use, None for the shipped one.

    Raises:
        OptionError: an option is unknown or out of range.
        BoardError: *game* cannot be played on *board*.
        PluginError: its ``pages.txt`` does not fit the format or the game.
    """
    subject = _subject(game, options, board)
    words, text = words_of(game.name), rules_text(game.name)
    if text is not None:
        pages = text.pages(subject, words.position)
    elif words.pages is not None:
        # A game made before there were texts.
        pages = words.pages(subject)
    else:
        pages = _plain_pages(subject, words)
    return (*pages, *_option_pages(game, subject))


def pages_to_show(game: Game, options: Options, board: Board) -> tuple[Page, ...]:
    """Return `rules_pages`; where its ``pages.txt`` is damaged, what the rules themselves show."""
    file = plugin_of(game.name).file(FILE)
    try:
        pages = rules_pages(game, options, board)
        for example in (each.example for each in pages if file is not None):
            position = game.from_text(example.position, example.board)
            for text in example.moves:
                position.parse(text)
    except WRONG_VALUE as error:
        if file is None:
            raise
        note_damaged(file, error)
        subject = _subject(game, options, board)
        return (*_plain_pages(subject, words_of(game.name)), *_option_pages(game, subject))
    return pages


def _subject(game: Game, options: Options | None, board: Board | None) -> RulesContext:
    whole = game.complete(options)
    first = game.initial(whole, seed=EXAMPLE_SEED, board=board)
    return RulesContext(whole, first, words_of(game.name).options)


# The text of a game


class RulesLine(NamedTuple):
    """``KEY: TEXT``, with ``reading`` or ``if CONDITION, CONDITION`` before the colon or not."""

    number: int
    key: str
    is_reading: bool
    conditions: tuple[str, ...]
    text: str


@dataclass
class PageDraft:
    """A page while its lines are read; without a position it shows the first one."""

    title: str
    texts: list[str] = field(default_factory=list)
    example: Example = field(default_factory=partial(Example, "", ""))


class RulesText:
    """All pages of a game, whatever its options.

    Args:
        text: what the file says.
        where: the file, for messages.

    Raises:
        PluginError: a line does not fit the format; naming file and line.
    """

    def __init__(self, text: str, where: str) -> None:
        self._where = where
        self._lines = [self._line(*numbered) for numbered in whole_lines(text, self.fail)]
        first = self._lines[0].key if self._lines else ""
        if first != "page":
            raise self.fail(1, "a line 'page: TITLE' before any other", first)

    def fail(self, line: int, expected: str, got: object, /, **values: object) -> PluginError:
        """Return the error that *line* should be what is *expected*, a template."""
        return PluginError(
            "{where}:{line}: expected {expected}, got {got!r}",
            where=self._where,
            line=line,
            expected=Message(expected, **values),
            got=got,
        )

    def messages(self) -> Iterator[str]:
        """Return each text that players read."""
        return (line.text for line in self._lines if line.key in TEXTS)

    def pages(self, subject: RulesContext, position: PositionText) -> tuple[Page, ...]:
        """Return the pages for the options of *subject*.

        Args:
            subject: the game, its options and its first position.
            position: returns a position without its options of how the file writes it.

        Raises:
            PluginError: a line does not fit the game; naming file and line.
        """
        drafts: list[PageDraft] = []
        numbers, is_on = _numbers(subject), False
        for line in self._lines:
            try:
                is_met = all(_is_met(term, subject) for term in line.conditions)
                is_on = is_met if line.key == "page" else is_on
                if is_on and is_met:
                    text = from_data(line.text).format(**numbers) if line.key in TEXTS else ""
                    if line.key == "page":
                        drafts.append(PageDraft(text))
                    else:
                        _add(drafts[-1], line, text or line.text, subject, position)
            except WRONG_VALUE as error:
                problem = error.message if isinstance(error, CompanionError) else unexpected(error)
                raise self.fail(
                    line.number, "a line that fits the game ({problem})", line.text,
                    problem=problem,
                ) from error  # fmt: skip
        return tuple(_page_of(draft, subject) for draft in drafts)

    def _line(self, number: int, line: str) -> RulesLine:
        match = KEY_LINE.fullmatch(line)
        if match is None:
            raise self.fail(number, "'KEY: TEXT' or 'KEY if CONDITION: TEXT'", line)
        key, words, text = match.groups()
        marks, _, conditions = f" {words or ''}".partition(" if ")
        if key not in KEYS:
            raise self.fail(number, "one of {known}", key, known=", ".join(KEYS))
        if marks.strip() not in (("", READING) if key in ("say", "option") else ("",)):
            raise self.fail(number, "'KEY: TEXT' or 'KEY if CONDITION: TEXT'", line)
        if not text:
            raise self.fail(number, "a text after '{key}:'", "", key=key)
        terms = tuple(term.strip() for term in conditions.split(",") if term)
        return RulesLine(number, key, READING in marks, terms, text)


def _is_met(term: str, subject: RulesContext) -> bool:
    """Return whether *term* holds: ``NAME``, ``NAME=VALUE`` or either after ``not``."""
    name, _, value = term.removeprefix("not ").partition("=")
    spec = subject.first.game.spec(name)
    chosen = subject.options[name]
    is_so = chosen == spec.parse(value) if value else option_text(chosen) not in ("off", "0")
    return is_so != term.startswith("not ")


def _numbers(subject: RulesContext) -> Mapping[str, object]:
    """Return what may be named in braces in a text."""
    board, pieces = subject.board, subject.pieces_a_side()
    sizes = len({piece.value for tower in subject.first.pieces().values() for piece in tower})
    areas = {name: len(area) for name, area in board.areas.items()}
    return {
        "pieces": pieces, "sizes": sizes, "each": pieces // max(sizes, 1),
        "places": len(board), "files": board.files, "ranks": board.ranks,
        "marks": len(board.marks), "areas": areas,
    }  # fmt: skip


def _add(
    draft: PageDraft, line: RulesLine, text: str, subject: RulesContext, position: PositionText
) -> None:
    """Put what *line*, with its *text* translated, says into *draft*."""
    game, example = subject.first.game, draft.example
    parts = tuple(part.strip() for part in text.split(","))
    match line.key:
        case "say" | "option":
            said = text if line.key == "say" else subject.meaning(game.spec(text).name)
            draft.texts.append(_our_reading(said) if line.is_reading else said)
        case "more":
            draft.texts[-1] = f"{draft.texts[-1]} {text}".strip()
        case "position":
            whole = position(text, subject.options) + subject.option_words()
            draft.example = example._replace(position=whole)
        case "caption":
            draft.example = example._replace(caption=text)
        case "moves":
            draft.example = example._replace(moves=example.moves + parts)
        case "facts":
            draft.example = example._replace(shows=example.shows + parts)
        case "areas":
            draft.example = example._replace(areas=parts)
        case "refused":
            move, site, code = text.rsplit(maxsplit=2)
            refused = (*example.refused, IllegalExample(move, site, code))
            draft.example = example._replace(refused=refused)
        case "ends" if text == "draw":
            draft.example = example._replace(is_draw=True)
        case "ends":
            draft.example = example._replace(winner=game.side_letters.index(text))


def _page_of(draft: PageDraft, subject: RulesContext) -> Page:
    is_first = not draft.example.position
    example = subject.set_up(draft.example.caption) if is_first else draft.example
    return page(draft.title, *draft.texts, example=example)


def _our_reading(text: str) -> str:
    """Return *text*, marked as how this program reads what the published rules leave open."""
    return tr("{text} This is how we read the rules.").format(text=text)


@cache
def rules_text(game: str) -> RulesText | None:
    """Return what the game called *game* has as ``pages.txt``; None where it has none.

    Raises:
        OptionError: there is no such game.
        PluginError: it cannot be read; naming file and line.
    """
    file = plugin_of(game).file(FILE)
    if file is None:
        return None
    try:
        return RulesText(file.read_text("utf-8"), str(file))
    except (OSError, UnicodeError) as error:
        raise PluginError(
            "expected readable pages of rules in UTF-8, got {path!r}", path=str(file)
        ) from error


# Without a text


def _plain_pages(subject: RulesContext, words: GameWords) -> tuple[Page, ...]:
    """Return a page on the set-up, and one with a first move where there is a short one."""
    pages = (_set_up(subject, words),)
    move = _first_move(subject.first)
    return pages if move is None else (*pages, _turn(subject, words, move))


def _set_up(subject: RulesContext, words: GameWords) -> Page:
    names = words.names
    each = names.count(subject.pieces_a_side())
    starts = [spec.name for spec in subject.first.game.option_specs if spec.decides_start]
    return page(
        tr("Setup"),
        names.line(),
        tr("{first} and {second} play against each other.").format(
            first=names.side(0), second=names.side(1)
        ),
        tr("Each side starts with {pieces} on the board.").format(pieces=each)
        if subject.pieces_a_side()
        else tr("The board starts empty."),
        words.set_up.line(subject.options),
        *(subject.meaning(name) for name in starts),
        example=subject.set_up(tr("The board before the first move.")),
    )


def _first_move(position: Position) -> Move | None:
    """Return a move of *position* by the first of the touches that may come next."""
    half = position.begin()
    for _ in range(MOST_TOUCHES):
        if half.move is not None:
            return half.move
        ahead = list(half.next_touches())
        if not ahead:
            return None
        half = half.extended(ahead[0])
    return None


def _turn(subject: RulesContext, words: GameWords, move: Move) -> Page:
    side, text = words.names.side(subject.first.side), words.hints.move(subject.first, move)
    return page(
        tr("Your turn"),
        tr("{side} moves first. The screen and lamps show what you can touch.").format(side=side),
        example=Example(
            subject.first.to_text(),
            tr("A first move: {move}").format(move=text),
            moves=(move.text,),
            board=subject.board,
        ),
    )


# The options


def _option_pages(game: Game, subject: RulesContext) -> list[Page]:
    specs = game.option_specs
    groups = [specs[at : at + OPTIONS_ON_A_PAGE] for at in range(0, len(specs), OPTIONS_ON_A_PAGE)]
    pages = []
    for number, group in enumerate(groups, 1):
        title = tr("Options in this game")
        if len(groups) > 1:
            title = tr("{title}, {number} of {count}").format(
                title=title, number=number, count=len(groups)
            )
        told_texts = [_preset(game, subject)] if number == 1 and game.presets else []
        for spec in group:
            told_texts += _option(spec, subject)
        # No caption: the first position is only there to look at.
        pages.append(Page(title, tuple(told_texts), subject.set_up("")))
    return pages


def _preset(game: Game, subject: RulesContext) -> Paragraph:
    name, words = preset_of(game, dict(subject.options)), subject.words
    if name is None:
        return Paragraph(
            tr("You are playing your own mix of options."),
            headed(PRESET_HEADING(), tr("your own")),
        )
    return Paragraph(words.preset_line(name), headed(PRESET_HEADING(), words.preset_title(name)))


def _option(spec: OptionSpec, subject: RulesContext) -> list[Paragraph]:
    """Return what *spec* is about, what its value means, and what it could be instead."""
    value = subject.options[spec.name]
    heading = headed(subject.words.title(spec.name), subject.words.value_title(spec.name, value))
    asides = [Paragraph(text, is_aside=True) for text in _instead(spec, value, subject.words)]
    return [Paragraph(subject.meaning(spec.name), heading), *asides]


def _instead(spec: OptionSpec, value: OptionValue, words: OptionWords) -> list[str]:
    if isinstance(spec.values, range):
        bounds = tr("It can be set from {least} to {most}.").format(
            least=spec.values.start, most=spec.values.stop - 1
        )
        texts = [bounds]
        others: list[OptionValue] = [0] if 0 in spec.values and value != 0 else []
    else:
        texts = []
        others = [other for other in spec.values if other != value]
    return texts + [_other(spec.name, other, words) for other in others]


def _other(option: str, value: OptionValue, words: OptionWords) -> str:
    meaning = words.value_line(option, value)
    text = tr('Or "{value}": {meaning}') if meaning else tr('Or "{value}".')
    return text.format(value=words.value_title(option, value), meaning=meaning)
