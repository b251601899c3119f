"""A position of Mixing with more moves than anybody has time or memory for."""

TALL = (
    "..../(3w2w1w)......./........../..(4w3w2w1w)......(4b2w1b)(4b3b2b1b)/........1b../"
    "(4w3w)(3b2b).../.....(4w3w1w)./..(4w2b)../......(4b3b2b1b)..../.........../"
    ".........(2w1w)/....(4b3b).../.... w sizes=4"
)
"""Tall towers: millions of placements after one ply."""
