"""What a message does with those before it: affirms, rejects, restates, takes back, refers to."""
