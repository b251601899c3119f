"""What the program takes in time and memory, measured as its users meet it.

`figures` lists everything with its target; the other modules measure.
"""
