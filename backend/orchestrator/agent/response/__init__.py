"""What the user is answered: text, bundle and message metadata."""
