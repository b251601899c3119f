"""The rules of Quincy: positions, turns, notation, refusals."""
