"""What players of Querni read."""
