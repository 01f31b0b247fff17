"""Where the user was: raw samples of their devices."""
