"""What the search knows of all Quincala games."""
