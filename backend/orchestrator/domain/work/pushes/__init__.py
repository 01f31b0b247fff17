"""What is pushed to the user's devices."""
