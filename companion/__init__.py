"""Board Companion: a program beside a real board that knows the game on it."""
