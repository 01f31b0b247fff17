"""Servers with an OpenAI-compatible interface."""
