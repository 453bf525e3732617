"""Teams, row-level security and the tenant context."""
