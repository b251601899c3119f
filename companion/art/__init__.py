"""How pieces, dominoes, marks and signs look: lists of shapes by role of color, and a painter.

Shapes are plain values around a middle.  Only `on_screen` knows pygame.
"""
