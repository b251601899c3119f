"""What players of the Mini Quincala Knocking Game read."""
