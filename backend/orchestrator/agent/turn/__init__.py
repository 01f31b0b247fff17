"""One turn: its context, route, state, visible tools and profile."""
