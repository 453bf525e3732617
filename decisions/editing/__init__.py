"""What people state, edit and share."""
