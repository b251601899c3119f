"""Names and explanations of games, sides, options and presets."""

from __future__ import annotations

from companion.contract import Game, Options, OptionValue, Piece, Side, option_text
from companion.games import plugin_of
from companion.words.translate import tr


def game_title(name: str) -> str:
    """Return the title of the game called *name*."""
    return (
        {
            "quincala-knocking": tr("Mini Quincala Knocking"),
            "quincy": tr("Quincy"),
            "querni": tr("Querni"),
            "quincala-mixing": tr("Quincala Mixing"),
            "alquerque": tr("Alquerque"),
        }.get(name)
        or plugin_of(name).title
        or name
    )


def game_line(name: str) -> str:
    """Return what the game called *name* is about, in one or two short sentences."""
    return {
        "quincala-knocking": tr(
            "Towers move as far as they are high and leave their largest piece behind. "
            "Knock one piece of every size of the other side."
        ),
        "quincy": tr(
            "A domino names the square for your stone; one with a blank may remove a stone. "
            "Make two lines of four."
        ),
        "querni": tr(
            "Step and jump until consecutive numbers touch, and remove them as a chain. "
            "The first player without tiles wins."
        ),
        "quincala-mixing": tr(
            "Place what was knocked, then move a tower and leave its largest piece at each bend. "
            "Get a piece of every size of yours into towers of both colors."
        ),
        "alquerque": tr(
            "Step along the lines, hop over enemies to capture them. "
            "Take all pieces of the other side or leave it without a move."
        ),
    }.get(name, "")


def set_up_line(name: str, options: Options) -> str:
    """Return what to do at the table before the game called *name* begins."""
    if name != "quincy":
        return tr("Screen and lamps show first where each piece goes.")
    if options["dominoes"] == "dealt":
        return tr("The board is empty, stones lie ready. The program deals the dominoes.")
    return tr("The board is empty, stones lie ready. Each player draws five dominoes.")


def side_name(side: Side, game: str) -> str:
    """Return what the players of *game* call *side*."""
    if game == "querni":
        return tr("Blue") if side == 0 else tr("Pink")
    if game == "quincy":
        return tr("Blue") if side == 0 else tr("Yellow")
    return tr("White") if side == 0 else tr("Black")


def piece_name(game: str, piece: Piece) -> str:
    """Return *piece* with its owner, such as ``Black's small`` or ``Blue 12``."""
    owner = side_name(piece.side, game)
    if game == "quincy":
        return tr("a {owner} stone").format(owner=owner)
    if game == "querni":
        return tr("{owner} {number}").format(owner=owner, number=piece.value)
    if game == "quincala-mixing":
        return tr("{owner}'s {size}").format(owner=owner, size=piece.value)
    if game != "quincala-knocking":
        return tr("a {owner} piece").format(owner=owner)
    return tr("{owner}'s {size}").format(owner=owner, size=size_name(game, piece.value))


def size_name(game: str, size: int) -> str:
    """Return what the players of *game* call a piece of *size*."""
    if game != "quincala-knocking":
        return str(size)
    return {1: tr("small"), 2: tr("medium"), 3: tr("large")}.get(size, str(size))


def off_board_title(game: str) -> str:
    """Return the heading over the pieces that left the board."""
    return {
        "quincala-mixing": tr("In hand"),
        "querni": tr("Removed"),
        "alquerque": tr("Captured"),
    }.get(game, tr("Knocked"))


def formed_title(game: str) -> str:
    """Return the heading over the sizes that stand in mixed towers."""
    return tr("In towers of both colors")


def option_title(option: str) -> str:
    """Return the short name of *option* as a setting reads."""
    return {
        "starts": tr("Who starts"),
        "compulsory": tr("Must capture"),
        "forward": tr("Forward only"),
        "huffing": tr("Huffing"),
        "no_return": tr("No return"),
        "quiet_limit": tr("Quiet limit"),
        "players": tr("Players"),
        "dominoes": tr("Dominoes"),
        "draw_after": tr("Draw after"),
        "passing": tr("Free passing"),
        "sizes": tr("Sizes"),
    }.get(option, option.replace("_", " "))


def option_line(option: str) -> str:
    """Return what *option* changes, in one sentence."""
    return {
        "starts": tr("The side named here begins, or a coin decides."),
        "compulsory": tr("A side that can capture must, and goes on while it can."),
        "forward": tr(
            "No piece moves backwards; captures-free lets captures go in any direction."
        ),
        "huffing": tr("A missed capture is allowed, but the other side may remove the piece."),
        "no_return": tr("A piece never returns to a point on which it has stood."),
        "sizes": tr(
            "How many sizes are played with, four pieces of each a side; "
            "fewer leave out the largest."
        ),
        "quiet_limit": tr("So many plies in a row without a capture end the game by count."),
        "players": tr("Two players, or two teams of two who sit opposite each other."),
        "dominoes": tr("The program deals hidden hands, or you hold dominoes of your own."),
        "draw_after": tr("So many plies in a row without a removal end the game as a draw."),
        "passing": tr("A player may pass at any time, not only when nothing can move."),
    }.get(option, "")


def value_title(option: str, value: OptionValue) -> str:
    """Return *value* of *option* as a setting reads."""
    if option == "quiet_limit" and value == 0:
        return tr("never")
    if option in ("quiet_limit", "draw_after"):
        return tr("{count} plies").format(count=value)
    if option == "sizes":
        return tr("{count} sizes").format(count=value)
    if option == "players":
        return tr("{count} players").format(count=value)
    return {
        "white": tr("White"),
        "black": tr("Black"),
        "blue": tr("Blue"),
        "yellow": tr("Yellow"),
        "pink": tr("Pink"),
        "coin": tr("toss a coin"),
        "dealt": tr("dealt by the program"),
        "physical": tr("real dominoes"),
        "captures-free": tr("except captures"),
        "on": tr("on"),
        "off": tr("off"),
    }.get(option_text(value), option_text(value))


def preset_title(preset: str) -> str:
    """Return the name of *preset* as a choice reads."""
    return {
        "base": tr("Base rules"),
        "bell": tr("Bell's rules"),
        "bell-strict": tr("Bell's rules, strict"),
    }.get(preset, preset)


def preset_heading() -> str:
    """Return what a choice among presets is called."""
    return tr("Rule set")


def preset_line(preset: str) -> str:
    """Return what *preset* stands for, in one sentence."""
    return {
        "base": tr("Move in any direction; capture when you like."),
        "bell": tr("You must capture when you can, and never move backwards."),
        "bell-strict": tr("Bell's rules, and no piece returns to a point it has left."),
    }.get(preset, "")


def preset_of(game: Game, options: dict[str, OptionValue]) -> str | None:
    """Return the preset that *options* amount to, or None; who starts does not matter."""
    for name, preset in game.presets.items():
        whole = game.complete(preset)
        if all(whole[key] == options[key] for key in whole if key != "starts"):
            return name
    return None
