"""What is compiled of Alquerque: plain integers."""
