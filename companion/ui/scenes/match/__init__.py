"""Around a match: setting the table, its menu, its end."""
