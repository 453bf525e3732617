"""Conversations: what was asked and answered, kept for whoever asked."""
