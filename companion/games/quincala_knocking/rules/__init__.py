"""The rules of the Mini Quincala Knocking Game: positions, turns, notation, refusals."""
