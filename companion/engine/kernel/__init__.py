"""What is compiled of the search: loops over the plies of a tree."""
