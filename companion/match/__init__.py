"""A game being played: half-made turn, history, questions, seats, hints."""
