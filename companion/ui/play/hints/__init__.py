"""Hints over a turn: what is asked, how much of it shows, how it is drawn; and the bar."""
