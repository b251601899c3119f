"""What the search knows of Querni."""
