"""Accounts, pairing, jobs, health and the console."""
