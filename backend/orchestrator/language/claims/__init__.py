"""Claims of done change in an answer, held against the ledger."""
