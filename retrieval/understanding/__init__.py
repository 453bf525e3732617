"""What a question asks for: its words, names, kind and times."""
