"""What contacts are to each other and to places, by the user and by their sources."""
