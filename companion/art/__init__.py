"""How boards, pieces, marks and signs look: lists of shapes by role of color, and a painter.

Shapes are plain values around a middle, or in the places of a board.  Only `on_screen` knows
pygame.
"""
