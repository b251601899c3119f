"""What players of Quincala Mixing read."""
