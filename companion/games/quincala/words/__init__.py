"""What players of all Quincala games read."""
