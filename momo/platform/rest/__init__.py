"""What every REST endpoint stands on."""
