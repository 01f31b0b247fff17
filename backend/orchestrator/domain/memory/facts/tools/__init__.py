"""The tools of facts."""
