"""A person or a program at the terminal: the client, output, progress."""
