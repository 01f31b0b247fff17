"""What stands outside: one folder a vendor behind a port, its fake beside it."""
