"""The lamps of the real board: which one shows what, and where each lies."""
