"""Sources, runs and the pipeline over REST."""
