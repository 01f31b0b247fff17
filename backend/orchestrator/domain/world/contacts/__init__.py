"""The people the user knows."""
