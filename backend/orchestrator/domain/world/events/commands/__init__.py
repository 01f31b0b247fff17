"""The command `/event`."""
