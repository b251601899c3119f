"""What is compiled of the Mini Quincala Knocking Game: plain integers."""
