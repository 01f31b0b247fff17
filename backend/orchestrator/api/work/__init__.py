"""Routes of what works for the user: agents, missions, and what they work with."""
