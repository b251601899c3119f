"""Two tables that play one game: see docs/two-tables.md."""
