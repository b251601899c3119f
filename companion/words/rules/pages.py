"""The pages of the rules of a game, told for the options that are played."""

from __future__ import annotations

from companion.contract import Board, Game, Options, OptionSpec, OptionValue
from companion.words.game_words import words_of
from companion.words.games import PRESET_HEADING, preset_of
from companion.words.parts.options import OptionWords
from companion.words.rules.page import Page, Paragraph, ToldGame
from companion.words.translate import tr

OPTIONS_ON_A_PAGE = 2

EXAMPLE_SEED = 1
"""Of the set-up that is shown: never that of the game at hand, whose hands are hidden."""


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
    """
    whole = game.complete(options)
    words = words_of(game.name)
    subject = ToldGame(whole, game.initial(whole, seed=EXAMPLE_SEED, board=board), words.options)
    return (*words.pages(subject), *_option_pages(game, subject))


def _option_pages(game: Game, subject: ToldGame) -> list[Page]:
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


def _preset(game: Game, subject: ToldGame) -> Paragraph:
    name, words = preset_of(game, dict(subject.options)), subject.words
    if name is None:
        return Paragraph(
            tr("You are playing your own mix of options."),
            _heading(PRESET_HEADING(), tr("your own")),
        )
    return Paragraph(words.preset_line(name), _heading(PRESET_HEADING(), words.preset_title(name)))


def _heading(option: str, value: str) -> str:
    return tr("{option}: {value}").format(option=option, value=value)


def _option(spec: OptionSpec, subject: ToldGame) -> list[Paragraph]:
    """Return what *spec* is about, what its value means, and what it could be instead."""
    value = subject.options[spec.name]
    heading = _heading(subject.words.title(spec.name), subject.words.value_title(spec.name, value))
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
