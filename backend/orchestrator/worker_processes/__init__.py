"""Pure functions over third parties' bytes, run in confined child processes (docs/decisions/0048)."""
