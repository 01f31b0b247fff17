"""What a message tells of people, and the changes that follow from it."""
