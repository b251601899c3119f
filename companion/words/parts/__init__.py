"""What a game says, part by part; each has working defaults, and a game overrides what it likes.

`companion.words.game_words.GameWords` holds one of each.
"""
