"""Measures of retrieval on known questions."""
