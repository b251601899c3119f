"""What the search knows of the Mini Quincala Knocking Game."""
