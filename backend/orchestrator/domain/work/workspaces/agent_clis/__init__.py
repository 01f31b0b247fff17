"""Command-line agents that the owner named: each run approved, on a copy, its difference shown before it is applied."""
