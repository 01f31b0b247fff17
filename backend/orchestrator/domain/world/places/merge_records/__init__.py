"""What is kept of places that became part of another one: their rows as they were, what the kept one has from them."""
