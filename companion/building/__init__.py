"""Sets the program up: its environment, whole copies of it, compiled or not.

``python3 -m companion.building`` is what the Makefile and ``systemd/install.sh`` call.  It
runs before anything is installed, so nothing here needs more than the standard library.
"""
