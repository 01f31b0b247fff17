"""Raw observations about the user, never read back to agents."""
