"""From a goal to a plan that can be approved."""
