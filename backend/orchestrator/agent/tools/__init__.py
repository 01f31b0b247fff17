"""What a tool is, how its write is frozen, and what policy says to it."""
