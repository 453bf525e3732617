"""Answers in words, with citations."""
