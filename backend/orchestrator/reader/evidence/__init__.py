"""What the look-ups of a turn found, and how well each find answers the question."""
