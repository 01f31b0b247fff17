"""The profile for questions about the user's day."""
