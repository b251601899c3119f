"""A club: what each table tells to who listens, and the wall that shows all of them."""
