"""Accounts: users, their tokens, what they set about themselves, and what their models used."""
