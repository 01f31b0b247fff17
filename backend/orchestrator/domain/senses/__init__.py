"""What happened: meetings, voices, photos, places where one was."""
