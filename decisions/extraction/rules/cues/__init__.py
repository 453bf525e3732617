"""The phrases by which people decide, one module a type of decision."""
