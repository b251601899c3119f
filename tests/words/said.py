"""All that is said in a turn, the codes of a game, and whom a sentence calls by a color."""

import importlib
import re
from enum import StrEnum
from pathlib import Path

import companion
from companion.contract import Piece
from companion.plugins import find_game
from companion.words.facts import answer_text
from companion.words.game_words import words_of
from companion.words.hints import line_banner, line_text, move_banner, move_text, nudge_text
from companion.words.phrases import MOST_BANNER_CHARACTERS, capitalized
from companion.words.program import shown_note
from companion.words.screens import ahead_text, behind_text
from companion.words.table import (
    chosen_note,
    confirm_label,
    last_move_text,
    moves_banner,
    refusal_text,
    turn_banner,
    turn_note,
)

SOURCE = Path(companion.__file__).parent


def told_of(position, move, voice):
    """Return all banners, and all other sentences, about *move* while it is made."""
    half, banners, others = position.begin(), [], []
    for touch in move.touches:
        banners.append(turn_banner(half, voice))
        others += [turn_note(half), confirm_label(half), confirm_label(half, touch)]
        facts = half.next_touches()[touch]
        others.append(answer_text(facts, False, position, voice))
        half = half.extended(touch)
        others += refused_of(half)
    banners += [turn_banner(half, voice), voice.headline(half, MOST_BANNER_CHARACTERS)]
    banners += [move_banner(move, position, voice), line_banner(99, move, position, voice)]
    banners.append(moves_banner(True, 9, half, voice))
    did = answer_text(half.facts(), True, position, voice)
    others += [turn_note(half), confirm_label(half), last_move_text(did, position, voice)]
    others += [nudge_text(position, move), move_text(position, move), chosen_note(half)]
    others += [line_text(position, [move], voice), shown_note(half, voice)]
    others += [*behind_text(2, position, move, voice), *ahead_text(position, move, voice)]
    return banners, others


def refused_of(half):
    """Return why each place is refused that may not be touched next, each sentence once."""
    allowed, board = half.next_touches(), half.position.board
    refused = {half.refusal(site) for site in range(len(board)) if site not in allowed}
    return {refusal_text(refusal, half.position) for refusal in refused}


def codes(game, common):
    """All codes of *game* of the kind that *common* has those of all games of."""
    folder = find_game(game).folder
    homes = [home for home in (folder, "companion.games.quincala") if folder.startswith(home)]
    members = list(common)
    for home in homes:
        [file] = SOURCE.parent.joinpath(*home.split(".")).rglob("codes.py")
        name = ".".join(file.relative_to(SOURCE.parent).with_suffix("").parts)
        own = vars(importlib.import_module(name)).values()
        kinds = [kind for kind in own if isinstance(kind, type) and issubclass(kind, StrEnum)]
        members += [one for kind in kinds if kind.__name__.endswith(common.__name__)
                  for one in kind]  # fmt: skip
    return members


def without_pieces(text, position):
    """Return *text* without the pieces in it: these have colors, whoever plays them."""
    words = words_of(position.game.name)
    towers = [*position.pieces().values(), position.off_board(), position.hand()]
    values = {1, *(piece.value for tower in towers for piece in tower)}
    pieces = [Piece(side, value) for value in values for side in (0, 1)]
    names = {words.names.piece(piece) for piece in pieces}
    names |= {words.sentences.claim(claim) for claim in position.claims()}
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "").replace(capitalized(name), "")
    return text


def called_by_color(text, position):
    """Return whether *text* calls anybody by the name of a side and not by their own."""
    sides = [words_of(position.game.name).names.side(side) for side in (0, 1)]
    rest = without_pieces(text, position)
    for side in sides:
        # After a name it tells which pieces are theirs.
        rest = rest.replace(f"({side})", "")
    return any(re.search(rf"\b{side}\b", rest) for side in sides)
