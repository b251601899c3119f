"""What players of Alquerque read."""
