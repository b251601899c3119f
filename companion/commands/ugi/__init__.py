"""The engine as other programs talk to it: lines in, lines out; docs/engine-protocol.md tells all.

`companion.commands.engine` starts it.
"""
