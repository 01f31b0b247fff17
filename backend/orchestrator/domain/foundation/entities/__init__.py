"""What does every entity do? It is made, read, changed, hidden, ingested, found, erased: once, for all kinds."""
