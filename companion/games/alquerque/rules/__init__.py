"""The rules of Alquerque: positions, turns, notation, refusals."""
