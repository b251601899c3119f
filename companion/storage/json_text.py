"""JSON as the program writes it for other programs: one document, readable and the same each time.

Knows no game and no command: values and text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
"""What a JSON document may hold."""


def json_text(value: Json) -> str:
    """Return *value* as one JSON document of several lines, in ASCII.

    A terminal or file of any encoding takes it, and no sign in it is written otherwise.
    """
    return json.dumps(value, indent=2)
