"""What hangs together with what was found."""
