"""A game being played: half-made turn, history, offers, journal, records."""
