"""Searching, asking and the graph over REST."""
