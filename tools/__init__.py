"""Tools for who works on the program; no part of what players install."""
