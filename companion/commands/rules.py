"""``companion rules``: the rules of a game as text, as they are played with its options."""

from __future__ import annotations

import argparse

from companion.commands import Commands
from companion.commands.arguments import add_option_arguments, board_of, in_file, options_of
from companion.commands.report import wrapped
from companion.plugins import find_game
from companion.plugins.watch import say
from companion.words import lessons as words
from companion.words.game_words import game_title
from companion.words.names import Page
from companion.words.pages import rules_pages
from companion.words.translate import tr

LINE_CHARACTERS = 79


def add_rules(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "rules", help=tr("print the rules of a game, with the options you choose")
    )
    parser.add_argument("game", metavar=tr("GAME"), help=tr("see 'companion games'"))
    add_option_arguments(parser)
    parser.add_argument(
        "--board", metavar=tr("FILE"), type=in_file, help=tr("a board file of your own")
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help=tr("for reading: without the positions of the examples"),
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the pages that the screen shows, pictures as positions if at all, and return 0.

    Raises:
        CompanionError: game, option, value or board are unknown.
    """
    game = find_game(args.game)
    options = options_of(args, game)
    board = board_of(args)
    title = game_title(game.name)
    say(title, "=" * len(title), sep="\n")
    for page in rules_pages(game, options, board):
        lines = page_lines(page) if args.plain else [*page_lines(page), *example_lines(page)]
        say("\n" + "\n".join(lines))
    return 0


def page_lines(page: Page) -> list[str]:
    """Return *page* as lines of text, a paragraph apart from the one before."""
    lines = [page.title, "-" * len(page.title)]
    for number, (text, heading, is_aside) in enumerate(page.paragraphs):
        if number and not is_aside:
            lines.append("")
        lines += [heading] if heading else []
        indent = "  " if is_aside else ""
        lines += wrapped(indent + text, indent, LINE_CHARACTERS)
    return lines


def example_lines(page: Page) -> list[str]:
    """Return what the picture of *page* shows; the position on its own line, to be copied."""
    example = page.example
    if not example.caption:
        return []
    lines = ["", *wrapped(words.EXAMPLE(caption=example.caption))]
    lines.append("  " + words.POSITION(text=example.position))
    if example.moves:
        lines += wrapped("  " + words.MOVES(texts=" ".join(example.moves)), "    ")
    if example.refused:
        texts = " ".join(refused.text for refused in example.refused)
        lines += wrapped("  " + words.NOT_ALLOWED(texts=texts), "    ")
    return lines
