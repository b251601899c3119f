"""What is compiled of Querni: plain integers."""
