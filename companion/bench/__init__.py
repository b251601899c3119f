"""What the program takes in time and memory, measured as its users meet it.

`figures` lists everything with its target, `cases` what each game says of itself; the
other modules measure.
"""
