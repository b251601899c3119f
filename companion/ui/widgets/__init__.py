"""What every scene is made of: layout, theme, type, lists, input."""
