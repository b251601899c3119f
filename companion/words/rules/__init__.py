"""The rules of each game as pages for its players, for the options they play with."""
