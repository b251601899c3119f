"""Alquerque, a folder with everything of it."""
