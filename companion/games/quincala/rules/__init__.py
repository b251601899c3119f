"""The rules of what all Quincala games share: positions, turns, notation, refusals."""
