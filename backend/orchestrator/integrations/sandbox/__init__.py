"""Programs and calculations that are not ours: the ports, Monty, bubblewrap, Landlock, the attack list, the fakes."""
