"""The general profile, the fallback."""
