"""What is remembered of the person."""
