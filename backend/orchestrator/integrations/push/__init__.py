"""Pushing to phones: the port, Expo's adapter, the fake."""
