"""The game itself on screen: one scene, and the modes upon it."""
