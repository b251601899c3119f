"""The rules of each game as pages for its players, told for the options they play with.

`companion.words.rules.pages` makes them; there is one module of words for each game.
"""
