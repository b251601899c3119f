"""The checks of a `companion.testing.GameSuite`, by what of a game they look at."""
