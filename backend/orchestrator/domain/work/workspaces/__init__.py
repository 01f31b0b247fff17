"""Workspaces: the folders in which missions work."""
