"""What is compiled of Quincala Mixing: plain integers."""
