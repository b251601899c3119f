"""What the search knows of Alquerque."""
