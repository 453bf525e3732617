"""One module for each source format that the demo is written in."""
