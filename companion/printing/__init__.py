"""Boards, pieces and drilling templates on paper, true to scale.

Everything is laid out in millimeters, from the lower left corner, with y
upwards; only `companion.printing.pdf` knows the library that writes the file.
"""
