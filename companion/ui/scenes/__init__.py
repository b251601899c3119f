"""One module a scene."""
