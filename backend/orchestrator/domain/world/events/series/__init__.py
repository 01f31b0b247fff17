"""Series of events: their occurrences, and what single ones have of their own."""
