"""The vocabulary of the runtime: origins, limits, clarifications, the bundle."""
