"""The routes of work for the person: agents, missions, workspaces."""
