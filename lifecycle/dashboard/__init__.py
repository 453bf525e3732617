"""What goes on in a team at a glance, as far as whoever looks may see it."""
