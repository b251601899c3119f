"""The board on screen: its lines, its pieces, and what is marked on them."""
