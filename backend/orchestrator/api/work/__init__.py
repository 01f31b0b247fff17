"""The routes of work for the person: agents, missions, skills, workspaces, servers of others, briefings, proposed
events, pushes."""
