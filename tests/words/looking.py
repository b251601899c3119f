"""How each language sends somebody to look or to touch."""

import re

LOOKING = {
    "en": re.compile(
        r"\b(look|watch|sees?|seen|taps?|sli(de|des|ding)|fingers?|lamps?|rings?|arrows?|ticks"
        r"|outlined?|crossed-out|by touching)\b|(^|[:,.;] |\bor |\bthen )touch\b",
        re.I,
    ),
    "de": re.compile(
        r"\b(schau\w*|sieh\w*|seht|(an)?(zu)?sehen|tipp\w*|finger|lampen?|ringe?n?|pfeile?n?"
        r"|strich\w*|umrandet|rand)\b",
        re.I,
    ),
    "es": re.compile(
        r"\b(mira[ds]?|mirar|miréis|míra\w*|ver|verl[ao]s?|tóca\w*|dedo|lámparas?|anillos?"
        r"|flechas?|rayas|desliza\w*)\b|(^|[:,.;¡] |\bo |\bluego |\bantes )toca\b",
        re.I,
    ),
    "fr": re.compile(
        r"\b(regarde\w*|voir|vois|doigt|lampes?|anneaux?|flèches?|glisse\w*|barré)\b"
        r"|(^|[:,.;!] |\bpuis |\bou |\bd'abord )touche\b",
        re.I,
    ),
}
"""Words of who looks and touches, by the code of the language."""
