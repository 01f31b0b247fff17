"""Servers of the Model Context Protocol that Steward uses: each behind a process of its own."""
