"""The real table: the fewest steps from one placement to another, and what its sensors tell."""
