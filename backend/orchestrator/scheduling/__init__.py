"""Work that nobody waits for: enqueued in the unit of work of what it follows, done by any worker, lost by no crash."""
