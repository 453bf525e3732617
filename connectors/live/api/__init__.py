"""Live connections over REST, and the addresses that their services call."""
