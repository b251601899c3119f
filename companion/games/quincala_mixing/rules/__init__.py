"""The rules of Quincala Mixing: positions, turns, notation, refusals."""
