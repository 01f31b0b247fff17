"""Where the user is, who lives and works at a place, what happened there, and what is near."""
