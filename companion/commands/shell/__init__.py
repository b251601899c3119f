"""What a shell is told of the command line, all of it made from the parser.

No library does it: shtab 1.8 knows no fish, argparse-manpage writes man pages alone, and
neither knows which games and options there are.
"""
