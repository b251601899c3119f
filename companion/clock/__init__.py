"""A game clock as pure arithmetic: whole milliseconds go in, no time is read here."""
