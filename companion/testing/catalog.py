"""The catalog of all messages, for those who translate: ``make catalog`` writes it.

It also brings the translations beside it up to date: messages that are new in each ``.po``,
and the ``.mo`` that the program reads.

A game from outside has one of its own, which ``python -m companion.testing.catalog GAME``
writes into its folder.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import TypeAlias

from companion import errors
from companion.contract import GamePlugin, option_text
from companion.lessons.lesson import Lesson, Show
from companion.lessons.shelf import lessons_of
from companion.plugins import built_in, plugin_of
from companion.storage.library import samples_of
from companion.storage.record_reader import read_record
from companion.words.game_words import words_of
from companion.words.pages import rules_text
from companion.words.phrases import readable
from companion.words.translate import OWN_NAME, QUOTED

try:
    from babel.messages.catalog import Catalog
    from babel.messages.extract import extract_from_dir
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po, write_po
except ModuleNotFoundError:
    print("companion: expected Babel, got none. Run: pip install babel", file=sys.stderr)
    sys.exit(2)

FILE = "companion.pot"
PROGRAM = Path(str(resources.files("companion")))
BESIDE = ("hardware", "sim")
"""Packages beside the program whose errors are told as well."""

ENGLISH_ALONE = ("words", "scripting", "bench", "building", "testing", "checked")
"""Folders in which no further messages are looked for.

`words` is looked through by itself.  Scripts are English, which name what the screen says; the
tools of developers; the set-up, which runs before there is a program; and protocols, such as
that in `PROTOCOL`.
"""

EVERY = "**.py"
PROTOCOL = "ugi"

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)

Spec: TypeAlias = tuple[int | tuple[int, int] | tuple[int, str], ...]

KEYWORDS: dict[str, dict[int | None, Spec | None] | Spec | None] = {
    "tr": (1,),
    "ntr": (1, 2),
    "ptr": ((1, "c"), 2),
    "Phrase": {1: (1,), 2: ((2, "c"), 1)},
    "menu_line": (1,),
    "Message": (1,),
    "at_line": (2,),
    "Rule": (1,),
    "fail": (2,),
    "_unlike": (1,),
    "_unfit": (2,),
    "TableError": (2,),
    "NewerJournalError": (1,),
    "OldPinLibraryError": (1,),
    **{name: (1,) for name in vars(errors) if name.endswith("Error")},
}
"""What takes a message in the sources, and which of its arguments are what to gettext."""

SECOND: dict[str, dict[int | None, Spec | None] | Spec | None] = {"menu_line": (2,)}
"""What takes another message beside that one."""


def catalog_of(sources: Iterable[tuple[Path, str]], plugins: Iterable[GamePlugin]) -> Catalog:
    """Return every message of *sources*, folders and patterns of files, and of *plugins*' data."""
    # Without dates and lines: it is to change only where a message does.
    catalog = Catalog(
        project="board-companion", copyright_holder="its authors", creation_date=EPOCH
    )
    for folder, pattern in sources:
        is_ours = PROGRAM in (folder, *folder.parents)
        base = PROGRAM.parent if is_ours else folder.parent
        wanted = _is_translated if folder.parent == PROGRAM.parent else None
        files = [(f"**/{PROTOCOL}.py", "ignore"), (pattern, "python")]
        for keywords in (KEYWORDS, SECOND):
            for file, _, message, _, context in extract_from_dir(
                folder, files, keywords=keywords, directory_filter=wanted
            ):
                where = (folder / file).relative_to(base).as_posix()
                catalog.add(message, locations=[(where, 0)], context=context)
    for plugin in plugins:
        for where, text in messages_of(plugin):
            catalog.add(text, locations=[(where, 0)])
    for entry in catalog:
        # Babel takes a per cent sign for a place to fill in; those are in braces here.
        entry.flags -= {"python-format"}
    return catalog


def _is_translated(folder: str) -> bool:
    return Path(folder).name not in ENGLISH_ALONE


def shipped_catalog() -> Catalog:
    """Return every message of the program and its own games."""
    beside = [(PROGRAM.parent / name, EVERY) for name in BESIDE]
    # Translators begin with what players read.
    first = [(PROGRAM / "words", EVERY), (PROGRAM / "games", "*/words.py")]
    catalog = catalog_of([*first, (PROGRAM, EVERY), *beside], built_in().values())
    catalog.add(QUOTED, locations=[("words/translate.py", 0)])
    catalog.add(OWN_NAME[1], context=OWN_NAME[0], locations=[("words/translate.py", 0)])
    return catalog


def messages_of(plugin: GamePlugin) -> Iterator[tuple[str, str]]:
    """Return the messages in the data of a game, each with where it is."""
    game, name, words = plugin.game, plugin.folder.rpartition(".")[2], words_of(plugin.game.name)
    yield from ((f"{name}/rules", text) for text in (*game.side_names, game.shipped_board().note))
    # What the game does not tell itself is named as its rules are.
    yield f"{name}/rules", words.names.title()
    yield from ((f"{name}/rules", words.options.title(spec.name)) for spec in game.option_specs)
    yield from ((f"{name}/rules", words.options.preset_title(preset)) for preset in game.presets)
    for spec in game.option_specs:
        for value in () if isinstance(spec.values, range) else spec.values:
            plain = readable(option_text(value))
            is_number = plain.isdecimal()
            if not is_number and words.options.value_title(spec.name, value) == plain:
                yield f"{name}/rules", plain
    for lesson in lessons_of(game.name):
        yield from ((f"{lesson.name}.txt", text) for text in sentences_of(lesson) if text)
    pages = rules_text(game.name)
    if pages is not None:
        yield from ((f"{name}/pages.txt", text) for text in pages.messages())
    for path in samples_of(game):
        record = read_record(path, {game.name: game}.__getitem__)
        texts = (record.title, record.comment, *(ply.comment for ply in record.plies))
        yield from ((f"{name}/samples/{path.name}", text) for text in texts if text)


def sentences_of(lesson: Lesson) -> Iterator[str]:
    """Return each sentence of *lesson*."""
    yield from (lesson.title, lesson.about)
    for step in lesson.steps:
        if isinstance(step, Show):
            yield from (beat.say for beat in step.beats)
        else:
            yield from (step.do, step.say, step.hint, step.right)
            yield from (text for _, text in step.wrong)


def translations_in(locale: Path) -> list[Path]:
    """Return the translations in the folder *locale*, such as ``de/LC_MESSAGES/companion.po``."""
    return sorted(locale.glob("*/LC_MESSAGES/*.po"))


def read_translation(file: Path) -> Catalog:
    """Return the translation in *file*, its language that of the folder."""
    with file.open("rb") as opened:
        return read_po(opened, locale=file.parent.parent.name)


def missing(translation: Catalog, template: Catalog) -> list[str]:
    """Return each message of *template* that *translation* lacks, or only guesses."""
    problems = []
    for entry in template:
        text = translation.get(entry.id, entry.context) if entry.id else entry
        texts = text.string if text is not None else ""
        whole = all(texts) if isinstance(texts, (tuple, list)) else bool(texts)
        if entry.id and (text is None or text.fuzzy or not whole):
            problems.append(entry.id if isinstance(entry.id, str) else entry.id[0])
    return problems


def write_translation(file: Path, template: Catalog) -> list[str]:
    """Bring *file* up to *template*, write what is read of it beside it, return what it lacks."""
    translation = read_translation(file)
    # What is guessed from a similar message would be told as if somebody had checked it.
    translation.update(template, no_fuzzy_matching=True)
    translation.obsolete.clear()
    with file.open("wb") as opened:
        write_po(opened, translation, width=99, include_lineno=False)
    with file.with_suffix(".mo").open("wb") as opened:
        write_mo(opened, translation)
    return missing(translation, template)


def update(template: Catalog, locale: Path) -> None:
    """Write *template* and its translations into *locale*, and say what was and what they lack."""
    locale.mkdir(exist_ok=True)
    # For tools such as msginit and Poedit.
    with (locale / FILE).open("wb") as opened:
        write_po(opened, template, width=99, include_lineno=False)
    print(f"{locale / FILE}: {len(template)} messages")
    for file in translations_in(locale):
        lacks = write_translation(file, template)
        if lacks:
            language = file.parent.parent.name
            print(f"{language}: {len(lacks)} messages to be translated, first {lacks[0]!r}")


def main(names: list[str]) -> None:
    """Update the catalogs of the program, or those of the games from outside called *names*."""
    if not names:
        update(shipped_catalog(), PROGRAM / "locale")
    for name in names:
        plugin = plugin_of(name)
        folder = Path(str(resources.files(plugin.folder)))
        update(catalog_of([(folder, EVERY)], [plugin]), folder / "locale")


if __name__ == "__main__":
    main(sys.argv[1:])
