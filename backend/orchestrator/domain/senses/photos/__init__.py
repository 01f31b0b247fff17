"""Photos of events: links to a library elsewhere, who is on them, and uploads into it."""
