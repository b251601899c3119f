"""How boards, pieces and marks look: lists of shapes by role of color, and who paints them.

Shapes are plain values in cells around a middle.  Only `on_screen` knows pygame.
"""
