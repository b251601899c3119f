"""What is compiled of what all Quincala games share: plain integers."""
