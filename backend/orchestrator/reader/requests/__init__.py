"""Changes that a message asks for, down to the calls that propose them."""
