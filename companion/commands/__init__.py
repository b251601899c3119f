"""The commands of the command line, one module each, and what several of them read alike.

`companion.cli` lists them.  Those that need no screen import no pygame.
"""
