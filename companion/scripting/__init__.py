"""Scripts for the simulator: fingers, buttons, and what they should bring about.

`script` reads them, `scripted` carries them out; ``docs/scripts.md`` describes the format.
"""
