"""What every slice stands on: the search index, provenance, the life of an entity."""
