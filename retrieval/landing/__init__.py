"""The legs of a search, run in the database."""
