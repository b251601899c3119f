"""What is compiled of the Knocking Game of Quincala: plain integers."""
