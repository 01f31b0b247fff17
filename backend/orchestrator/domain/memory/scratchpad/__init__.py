"""What an agent keeps for the rest of its session: keys and values with an end."""
