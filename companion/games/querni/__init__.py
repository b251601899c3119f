"""Querni, a folder with everything of it."""
