"""What several commands take in the same words: a position, the limits of a search, a file."""
