"""Quincy, a folder with everything of it."""
