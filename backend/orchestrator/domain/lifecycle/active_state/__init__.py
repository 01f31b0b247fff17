"""What is going on with the user now, for the prompt."""
