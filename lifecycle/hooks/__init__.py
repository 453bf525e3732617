"""Webhooks out: other systems are told what a team decided, of what the whole team shares."""
