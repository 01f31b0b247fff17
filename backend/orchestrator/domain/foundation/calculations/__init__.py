"""Sums: what a model or a user wants worked out is worked out by code that sees nothing but itself."""
