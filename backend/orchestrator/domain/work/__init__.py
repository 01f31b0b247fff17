"""Work for the person: what is done for them while they are away."""
