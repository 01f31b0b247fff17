"""What a claim of a step stands on, and what speaks against it."""
