"""What a hint says: first which piece, then the move, then what is expected to follow."""

from __future__ import annotations

from collections.abc import Sequence

from companion.contract import Board, Fact, Move, Piece, Position, Site, Token, Touch
from companion.engine.reasons.reason import Reason
from companion.words.facts import chain_name
from companion.words.games import piece_name, side_name, size_name
from companion.words.reasons import sentence
from companion.words.refusals import site_list
from companion.words.table import short_move
from companion.words.translate import tr

FEW = 3
"""So many numbers of a chain are all named: ``7-8-9``; longer ones by their ends."""

# The first press


def nudge_text(position: Position, move: Move) -> str:
    """Return where the player should look, without saying what to do there."""
    facts = position.explain(move)
    codes = {fact.code for fact in facts}
    first = move.touches[0] if move.touches else None
    if first is None or "pass-by-choice" in codes:
        return tr("Nothing can move.") if "pass" in codes else tr("You may also pass.")
    if position.game.name == "quincy":
        return _domino_nudge(position, first, is_swap="swap" in codes)
    if "huff" in codes:
        told = tr("{side} missed a capture: one of its pieces may be huffed.")
        return told.format(side=side_name(1 - position.side, position.game.name))
    if "place" in codes:
        return _placing_nudge(position, facts)
    if "move" not in codes:
        return tr("You can remove a chain.")
    assert isinstance(first, int), "what moves stands on the board"
    told = tr("Look at {piece} on {site}.")
    if "chain" in codes:
        told = tr("You can remove a chain: look at {piece} on {site}.")
    elif "capture" in codes:
        told = tr("You can capture: look at {piece} on {site}.")
    elif "knock" in codes:
        told = tr("You can knock: look at {piece} on {site}.")
    pieces = position.pieces()[first]
    name = tr("your tower") if len(pieces) > 1 else owned_name(position, pieces[0])
    return told.format(piece=name, site=position.board.name_of(first))


def _domino_nudge(position: Position, domino: Touch, *, is_swap: bool) -> str:
    assert isinstance(domino, Token), "a domino is touched before a square"
    if is_swap:
        return tr("Look for a domino that fits nowhere.")
    told = tr("Look at your domino {domino}.")
    if position.options["dominoes"] == "physical":
        # The program does not know what the player holds.
        told = tr("If you hold the {domino}, look at it.")
    return told.format(domino="|".join(map(str, domino.values)))


def _placing_nudge(position: Position, facts: Sequence[Fact]) -> str:
    piece = next(fact.values[0] for fact in facts if fact.code == "place")
    assert isinstance(piece, Piece), "as the contract says"
    told = tr("Look for a dot for {piece}.")
    if len(set(position.hand())) > 1:
        told = tr("Begin with {piece} in your hand.")
    return told.format(piece=owned_name(position, piece))


def owned_name(position: Position, piece: Piece) -> str:
    """Return *piece* as its player says it to the side to move: ``your 7``, ``Pink 7``."""
    game = position.game.name
    if piece.side != position.side:
        return piece_name(game, piece)
    if game == "quincy":
        return tr("your stone")
    if game == "alquerque":
        return tr("your piece")
    return tr("your {size}").format(size=size_name(game, piece.value))


# The second press


def move_text(position: Position, move: Move) -> str:
    """Return the whole *move* in words, with its route leg by leg."""
    facts = position.explain(move)
    codes = {fact.code for fact in facts}
    if "pass" in codes:
        return tr("Pass: nothing can move.")
    if "pass-by-choice" in codes:
        return tr("Pass.")
    if position.game.name == "quincy":
        return _domino_move(position, move, codes)
    names = position.board.names
    if "huff" in codes:
        told = tr("Huff the piece on {site}: take it off the board.")
        return told.format(site=names[_sites(move)[-1]])
    if "place" in codes:
        piece = next(fact.values[0] for fact in facts if fact.code == "place")
        assert isinstance(piece, Piece), "as the contract says"
        told = tr("Place {piece} on {site}.")
        return told.format(piece=owned_name(position, piece), site=names[_sites(move)[-1]])
    return _route_text(position, move)


def _sites(move: Move) -> list[Site]:
    return [touch for touch in move.touches if isinstance(touch, int)]


def _domino_move(position: Position, move: Move, codes: set[str]) -> str:
    told = tr("Play {domino}: put a stone on {site}.")
    if "swap" in codes:
        told = tr("Swap {domino}: it fits nowhere.")
    elif "remove" in codes:
        told = tr("Play {domino}: take the stone off {site}.")
    domino, sites = move.touches[0], _sites(move)
    assert isinstance(domino, Token), "a domino is touched before a square"
    site = position.board.name_of(sites[0]) if sites else ""
    return told.format(domino="|".join(map(str, domino.values)), site=site)


def _route_text(position: Position, move: Move) -> str:
    """Return leg after leg of a move on the board, and the chain that goes after them."""
    half = position.begin()
    legs: list[str] = []
    chain = ""
    at = -1
    for touch in move.touches:
        facts = half.next_touches()[touch]
        half = half.extended(touch)
        assert isinstance(touch, int), "what moves goes from place to place"
        codes = {fact.code for fact in facts}
        if "chain" in codes:
            chain = tr("remove {chain}").format(chain=_chain(facts))
        elif "move" in codes:
            legs.append(_leg_text(position, at, touch, facts, is_first=not legs))
        at = touch
    told = [_start_text(position, move) + tr(", then ").join(legs)] if legs else []
    told += [chain] if chain else []
    whole = tr(", then ").join(told)
    return f"{whole[0].upper() if not legs else whole[0]}{whole[1:]}."


def _chain(facts: Sequence[Fact]) -> str:
    numbers = next(fact.values[0] for fact in facts if fact.code == "chain")
    assert isinstance(numbers, tuple), "as the contract says"
    return chain_name(numbers)


def _start_text(position: Position, move: Move) -> str:
    """Return which tile moves, where tiles have numbers; elsewhere the place is enough."""
    if position.game.name != "querni":
        return ""
    tile = position.pieces()[_sites(move)[0]][0]
    return tr("{number} from ").format(number=tile.value)


def _leg_text(
    position: Position, start: Site, end: Site, facts: Sequence[Fact], *, is_first: bool
) -> str:
    board = position.board
    told = tr("{start} to {end}") if is_first else tr("to {end}")
    over = _jumped(board, start, end)
    if position.game.name in ("alquerque", "querni") and over is not None:
        told = tr("{start} over {over} to {end}") if is_first else tr("over {over} to {end}")
    names = {"start": board.names[start], "end": board.names[end]}
    names["over"] = "" if over is None else board.names[over]
    told = told.format(**names)
    stays = _pieces(position, facts, "sow")
    if stays:
        told = tr("leave {pieces} and go {leg}").format(pieces=stays, leg=told)
    knocked = _pieces(position, facts, "knock")
    return tr("{leg}, knocking {pieces}").format(leg=told, pieces=knocked) if knocked else told


def _pieces(position: Position, facts: Sequence[Fact], code: str) -> str:
    pieces = (fact.values[0] for fact in facts if fact.code == code)
    names = [owned_name(position, piece) for piece in pieces if isinstance(piece, Piece)]
    return joined(names, tr("{first} and {last}"))


def _jumped(board: Board, start: Site, end: Site) -> Site | None:
    """Return the place between two that are two steps apart, or None."""
    (file, rank), (to_file, to_rank) = board.places[start], board.places[end]
    if max(abs(to_file - file), abs(to_rank - rank)) != 2:
        return None
    return board.places.index(((file + to_file) // 2, (rank + to_rank) // 2))


# Why


def reason_text(reason: Reason, position: Position) -> str:
    """
    Return *reason* as one short sentence to the side to move in *position*.

    Args:
        reason: one of `companion.engine.reasons.finding.reasons_of` for a move in *position*.
        position: where the move is made.
    """
    game, board, numbers = position.game.name, position.board, reason.numbers
    both = tr("{first} and {last}")
    domino = "|".join(map(str, numbers))
    told = sentence(reason, game).format(
        other=side_name(1 - position.side, game),
        sites=site_list(board, reason.sites, both),
        either=site_list(board, reason.sites),
        pieces=joined([owned_name(position, piece) for piece in reason.pieces], both),
        size=size_name(game, reason.pieces[0].value) if reason.pieces else "",
        sizes=joined([size_name(game, number) for number in numbers], both),
        numbers="-".join(map(str, numbers)) if len(numbers) <= FEW else chain_name(numbers),
        domino=domino,
        count=max(len(reason.sites), 1),
        number=numbers[0] if numbers else 0,
        second=numbers[1] if len(numbers) > 1 else 0,
    )
    return f"{told[0].upper()}{told[1:]}"


def joined(names: Sequence[str], both: str) -> str:
    """Return *names* as a sentence lists them, the last joined by the text *both*."""
    if len(names) < 2:
        return "".join(names)
    return both.format(first=", ".join(names[:-1]), last=names[-1])


# The third press


def line_text(position: Position, line: Sequence[Move]) -> str:
    """Return the plies expected, numbered from *position* on."""
    plies = " ".join(f"{number}. {short_move(move.text)}" for number, move in enumerate(line, 1))
    told = tr("Expected: {plies}").format(plies=plies)
    if position.game.name != "quincy" or any(f.code == "win" for f in position.explain(line[0])):
        return told
    # A line of Quincy is its first move: the rest is dealt.
    return tr("{told}; the rest depends on dominoes that you do not see.").format(told=told)
