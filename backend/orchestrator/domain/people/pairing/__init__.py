"""Pairing: a new device comes in with a one-time code and leaves with a token of its own."""
