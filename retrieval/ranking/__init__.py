"""What a memory's score is made of, and how many are kept."""
