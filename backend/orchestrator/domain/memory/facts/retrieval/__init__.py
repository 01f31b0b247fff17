"""Which facts matter now: candidates, relevance, their place in a prompt."""
