"""What players of Quincy read."""
