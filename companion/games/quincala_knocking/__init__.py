"""The Mini Quincala Knocking Game, a folder with everything of it."""
