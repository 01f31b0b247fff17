"""How the reader says what it found."""
