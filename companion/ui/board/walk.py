"""The order in which Next walks over what may be touched."""

from __future__ import annotations

from companion.contract import HalfMove, Touch, removed_sites


def walk_order(half: HalfMove) -> list[Touch]:
    """Return what may be touched next, first of all what removes most, then what is in a chain.

    With one button to walk with, a board full of tiles is a long way; what the
    players wait for comes first.  All else stays in board order.
    """
    ahead = half.next_touches()
    in_chains = {site for chain in half.chains() for site in chain}

    def rank(touch: Touch) -> tuple[int, bool]:
        return -len(removed_sites(ahead[touch])), touch not in in_chains

    return sorted(ahead, key=rank)
