"""What a slice registers: its manifest and the parts of it."""
