"""Quincala Mixing, a folder with everything of it."""
