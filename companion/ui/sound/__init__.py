"""What is heard of what happens on screen."""
