"""The touchscreen: scenes, widgets, theme and layout.  The only package that imports pygame."""
