"""Memories and decisions over REST."""
