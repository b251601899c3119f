"""What a shell and man need of the command line, all of it made from the parser.

No library does it: argcomplete starts the program at each Tab; shtab in Debian 12 (1.5.5) knows
no fish; argparse-manpage writes its headings in English alone.
"""
