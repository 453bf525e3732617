"""Results as a context of bounded size."""
