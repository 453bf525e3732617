"""When something of a team is due: moments on its own calendar, and one process at a time at it."""
