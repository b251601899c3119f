"""The way to a game: the first screen, choosing a game, its options and its players."""
