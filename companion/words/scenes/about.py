"""What the program and the games installed beside it say of themselves."""

from __future__ import annotations

from companion.contract import GamePlugin
from companion.words.translate import Phrase, tr

TITLE = Phrase("About this program")


def program_text(version: str, rules: str) -> str:
    """Return which *version* of the program runs, and how its *rules* do."""
    told = {"rules compiled": tr("rules compiled")}.get(rules, tr("rules not compiled"))
    return tr("Version {version}, {rules}.\nFree under the MIT license.").format(
        version=version, rules=told
    )


def maker_text(plugin: GamePlugin) -> str:
    """Return who made the game *plugin*, under which license, and where it lies."""
    author, license_name = plugin.author or tr("unknown"), plugin.license or tr("unknown")
    told = tr("Installed alongside the program.\nMade by: {author}\nLicense: {license}")
    return told.format(author=author, license=license_name) + f"\n{plugin.folder}"
