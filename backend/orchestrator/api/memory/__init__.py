"""What is known of the user, over HTTP."""
