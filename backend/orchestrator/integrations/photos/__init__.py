"""A library of photos elsewhere: the port, the Immich adapter (v3 and v2), the fake."""
