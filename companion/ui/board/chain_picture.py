"""Puts chains into the picture of a turn: their outlines, and what a touch would remove.

Knows no game: it goes by the chains that a half-made turn tells and by the facts
of its touches.
"""

from __future__ import annotations

from companion.contract import HalfMove, Site, Touch, removed_sites
from companion.contract.codes import Does
from companion.ui.board.marks import Mark, Outline, OutlineKind

Marks = dict[Site, set[Mark]]


def chosen_sites(half: HalfMove, focus: Touch | None) -> tuple[Site, ...]:
    """Return the chain that the turn removes, or that a touch of *focus* would remove."""
    facts = half.facts() if focus is None else half.next_touches().get(focus, ())
    return removed_sites(facts) if any(fact.code == Does.CHAIN for fact in facts) else ()


def chain_outlines(half: HalfMove, focus: Touch | None) -> tuple[Outline, ...]:
    """Return an outline for each chain of *half*, and a stronger one for the chosen part."""
    chains = tuple(Outline(sites, OutlineKind.CHAIN) for sites in half.chains())
    chosen = chosen_sites(half, focus)
    return (*chains, Outline(chosen, OutlineKind.CHOSEN)) if chosen else chains


def mark_chosen(marks: Marks, half: HalfMove, focus: Touch | None) -> None:
    """Add to *marks* what leaves the board: tiles under threat of *focus*, then empty squares.

    With the cursor on the end of a chain only its tiles are marked as harmed, so
    that screen and lamps show exactly what Confirm would remove.
    """
    chosen = chosen_sites(half, focus)
    if focus is not None and chosen:
        for kinds in marks.values():
            kinds.discard(Mark.CAPTURE)
    mark = Mark.REMOVE if focus is None else Mark.CAPTURE
    for site in chosen:
        marks.setdefault(site, set()).add(mark)
