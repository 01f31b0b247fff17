"""Removing and erasing anything of the user's, by words."""
