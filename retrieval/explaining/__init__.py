"""Why a result is there, and where it came from."""
