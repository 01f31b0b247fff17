"""Conversational profiles: mostly data."""
