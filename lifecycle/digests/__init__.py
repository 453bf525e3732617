"""Digests: what a team decided, changed, left open, said again and owes, told on its own calendar.

A person's holds what that person may see; a team's, which goes to a channel, what is shared.
"""
