#!/bin/sh
# Modules are the program's own and the system's, whatever lies where it is called.
exec /usr/lib/board-companion/bin/python -I -m companion.cli "$@"
