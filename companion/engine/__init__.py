"""The search: a good move for any position of the rules contract.

It knows positions and their rules, and neither screen, match, words nor files.
"""
