"""What lasts: disk, journal, saved games, records and how they are looked through."""
