"""Exact values of all positions with few pieces: numbered, solved, kept and looked up here."""
