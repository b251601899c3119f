"""What is compiled for all games."""
