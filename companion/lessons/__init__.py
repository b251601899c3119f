"""Lessons: the moves and special rules of each game, one at a time, as data.

A lesson is a text file; `reader` reads it, `course` sets it up on a board by
the rules alone, `goals` judges what a player did.  Nothing here knows a screen
or makes a sentence: the sentences stand in the files, what is wrong with a move
is a code.
"""
