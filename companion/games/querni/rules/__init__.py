"""The rules of Querni: positions, turns, notation, refusals."""
