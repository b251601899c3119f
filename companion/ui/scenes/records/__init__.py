"""Saved games: the list of them, the viewer, what can be made of one."""
