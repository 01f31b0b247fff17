"""What can an operator see? Logs, metrics, traces; never a secret, never a message's text."""
