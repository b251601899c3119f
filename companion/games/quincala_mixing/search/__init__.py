"""What the search knows of Quincala Mixing."""
