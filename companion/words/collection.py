"""What bringing back a collection does, on the command line and at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from companion.storage.restore import RestorePlan
from companion.storage.state_dir import LAST_GAMES_NAME, LESSONS_NAME, NAMES_NAME, SETTINGS_NAME
from companion.words.translate import Phrase, ntr

LISTS: Final[Mapping[str, Phrase]] = MappingProxyType(
    {
        SETTINGS_NAME: Phrase("the settings"),
        NAMES_NAME: Phrase("the names of the players"),
        LAST_GAMES_NAME: Phrase("how each game was last started"),
        LESSONS_NAME: Phrase("the lessons done"),
    }
)

MATCH: Final[Mapping[str, Phrase]] = MappingProxyType(
    {
        "resumed": Phrase("The unfinished game comes back."),
        "filed": Phrase(
            "The unfinished game comes back as a record: another one is unfinished here."
        ),
        "present": Phrase("The unfinished game is here already."),
        "aside": Phrase("The unfinished game cannot be read. It is kept aside."),
    }
)

ALL_PRESENT: Final = Phrase("Everything in it is here already.")
NOTHING_CHANGED: Final = Phrase("Nothing has been changed.")
LISTS_RETURN: Final = Phrase("Also comes back: {lists}.")
LISTS_STAY: Final = Phrase("Stays as it is here: {lists}.")


def plan_lines(plan: RestorePlan) -> list[str]:
    """Return what *plan* does, a sentence a line, the most important first."""
    lines = [*_record_lines(plan)]
    if plan.match:
        lines.append(MATCH[plan.match]())
    if plan.faulty:
        text = ntr(
            "{count} record is faulty and comes back as it is.",
            "{count} records are faulty and come back as they are.",
            plan.faulty,
        )
        lines.append(text)
    if plan.present and plan.incoming:
        text = ntr(
            "{count} record is here already.", "{count} records are here already.", plan.present
        )
        lines.append(text)
    arriving = [file.target for file in plan.incoming if file.target in LISTS]
    if arriving:
        lines.append(LISTS_RETURN(lists=_listed(arriving)))
    if plan.kept:
        lines.append(LISTS_STAY(lists=_listed(plan.kept)))
    if plan.ignored:
        text = ntr(
            "{count} file does not belong to a collection and is left out.",
            "{count} files do not belong to a collection and are left out.",
            plan.ignored,
        )
        lines.append(text)
    return lines if plan.incoming else [ALL_PRESENT(), *lines]


def _record_lines(plan: RestorePlan) -> list[str]:
    lines = []
    if plan.new:
        lines.append(ntr("{count} record comes back.", "{count} records come back.", plan.new))
    if plan.beside:
        text = ntr(
            "{count} record comes back under a new name: another game has its own.",
            "{count} records come back under new names: other games have theirs.",
            plan.beside,
        )
        lines.append(text)
    return lines


def _listed(names: Sequence[str]) -> str:
    return ", ".join(LISTS[name]() for name in names)
