"""How decisions follow each other, and how each was before it changed."""
