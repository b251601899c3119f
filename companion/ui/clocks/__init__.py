"""The clocks of a match on screen: what measures the running turn, and the two faces."""
