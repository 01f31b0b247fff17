"""What was said and written about this? The index over all kinds of entities."""
