"""What sentences about any game are made of: lists of names, readable codes, short moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.contract import Board, Site
from companion.words.translate import ntr, tr

SITES_NAMED = 4
"""More places than this are counted rather than named."""

MOVE_CHARACTERS = 18
"""A longer route is told by its end: the banner must stay readable across a table."""

NAME_CHARACTERS = 9
"""A longer name of a person is shortened where it would leave no room for the rest."""

MOST_BANNER_CHARACTERS = 60


def readable(code: str) -> str:
    """Return *code*, such as ``makes-mill``, as words."""
    return code.replace("-", " ").replace("_", " ")


def plain_clause(code: str) -> str:
    """Return *code* as words, where a game has none for it; nothing is to be filled in."""
    return readable(code).replace("{", "").replace("}", "")


def plain_sentence(code: str) -> str:
    """Return *code* as a sentence, where a game has none; nothing is to be filled in."""
    return f"{capitalized(plain_clause(code))}."


def capitalized(text: str) -> str:
    """Return *text* with its first letter, and no other, made a capital."""
    return f"{text[:1].upper()}{text[1:]}"


def uncapitalized(text: str) -> str:
    """Return *text* with its first letter, and no other, made small: it follows a colon."""
    return f"{text[:1].lower()}{text[1:]}"


def joined(names: Sequence[str], both: str = "") -> str:
    """Return *names* as a sentence lists them, the last joined by *both*, without it by "and"."""
    if len(names) < 2:
        return "".join(names)
    both = both or tr("{first} and {last}")
    return both.format(first=", ".join(names[:-1]), last=names[-1])


def headed(heading: str, text: str) -> str:
    """Return *text* after *heading* and a colon, which some languages set apart."""
    return tr("{heading}: {text}").format(heading=heading, text=text)


def in_turn(texts: Iterable[str]) -> str:
    """Return *texts* one after the other, a semicolon between them."""
    return tr("; ").join(texts)


def site_list(board: Board, sites: Sequence[Site], both: str = "") -> str:
    """Return the names of *sites* as a sentence has them: ``b2, c3 or d2``.

    A text such as ``{first} and {last}`` in *both* joins the last name otherwise.
    """
    names = [board.name_of(site) for site in sites]
    if len(names) > SITES_NAMED:
        rest = len(names) - SITES_NAMED + 1
        names = [*names[: SITES_NAMED - 1], ntr("{count} other", "{count} others", rest)]
    return joined(names, both or tr("{first} or {last}"))


def short_name(name: str) -> str:
    """Return *name*, that of a person, with its end left out where it is long."""
    return name if len(name) <= NAME_CHARACTERS else f"{name[: NAME_CHARACTERS - 1].rstrip()}…"


def first_fitting(texts: Iterable[str], room: int) -> str:
    """Return the first of *texts* that has at most *room* characters, else the last."""
    text = ""
    for text in texts:
        if len(text) <= room:
            break
    return text


def chain_name(numbers: Sequence[int]) -> str:
    """Return consecutive *numbers* by their ends: ``4–6``."""
    return f"{numbers[0]}–{numbers[-1]}"


def short_move(text: str) -> str:
    """Return *text*, a move, with the middle left out where it is long."""
    if len(text) <= MOVE_CHARACTERS:
        return text
    # What is removed is told whole, with the place from which it is made possible.
    removed = text.find("[")
    end = text[removed - 2 :] if removed > 0 else text[-5:]
    return f"{text[:5]} … {end}"
