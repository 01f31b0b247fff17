"""Where the index stands: postings, vectors, sessions, entries."""
