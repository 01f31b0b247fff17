"""The people, places, events and todos of the user."""
