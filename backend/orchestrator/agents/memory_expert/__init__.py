"""The profile for questions about what the user has stored."""
