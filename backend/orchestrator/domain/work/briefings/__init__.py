"""What the user is told of their day, every morning."""
