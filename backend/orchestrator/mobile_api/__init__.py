"""The wire contract of the installed app, one file a resource: it only grows."""
