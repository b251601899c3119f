"""What stands on the screens beside a game: titles, the lines of menus, questions, notes.

The labels of the buttons, which many screens share, are in `companion.words.buttons`.
"""
