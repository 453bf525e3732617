"""Times in words: dates, distances and events."""
