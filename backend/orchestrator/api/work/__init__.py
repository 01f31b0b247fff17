"""The routes of work for the person: workspaces."""
