"""What is compiled of Quincy: plain integers."""
