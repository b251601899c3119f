"""What the search knows of Quincy."""
