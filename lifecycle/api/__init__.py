"""What the lifecycle found, and what waits for people, over REST."""
