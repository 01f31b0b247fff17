"""Which look-ups a question needs, from the likeliest to the widest."""
