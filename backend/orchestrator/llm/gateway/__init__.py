"""Which model answers a request, how hard it tries, what it costs, and who answers when it fails."""
