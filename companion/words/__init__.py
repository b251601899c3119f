"""Every sentence that a player reads, made from the codes of the rules and the match.

The rules and the match speak in codes with values; this package alone turns
them into English, through gettext, so that another language is a catalog of
translations and no code.
"""
