"""Runs: how each turn was decided, kept to explain it, to repeat its answer, and to take it up after a crash."""
