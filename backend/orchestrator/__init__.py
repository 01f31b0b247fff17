"""Steward: a self-hosted personal agent backend."""
