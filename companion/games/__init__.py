"""The rules of the games, and the list of them."""
