"""Taking things away by words: what each kind says of its own."""
