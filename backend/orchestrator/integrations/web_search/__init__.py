"""Searching the web: the port, the SearXNG adapter, the fake."""
