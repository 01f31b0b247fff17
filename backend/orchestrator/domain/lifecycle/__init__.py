"""What needs all the rest: erasing, and later carrying everything away."""
