"""What of all that is believed should the user look at again? Asked, never rewritten."""
