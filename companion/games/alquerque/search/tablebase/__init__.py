"""Exact values of Alquerque with few pieces: built, kept, checked and looked up here."""
