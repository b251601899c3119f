"""The game on phones: what may be seen, and the process of its own that shows it as a page."""
