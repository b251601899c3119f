"""What Quincy draws itself."""
