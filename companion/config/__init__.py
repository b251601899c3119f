"""The configuration: what may be set, reading it, and what the settings screen keeps of it."""
