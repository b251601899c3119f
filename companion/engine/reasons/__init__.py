"""Why a move is good: `finding` finds it, with a module for each game; `reason` is what is found.

Who only reads or tells reasons needs `reason` alone.
"""
