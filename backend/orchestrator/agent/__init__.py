"""The agent runtime: it knows no slice, no web, no vendor."""
