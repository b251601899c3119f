"""How heavy the program is to read, counted: run ``python -m tools.house``, or ``make house``."""
