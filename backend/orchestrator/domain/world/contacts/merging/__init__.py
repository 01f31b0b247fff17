"""Contacts that are one person: merged, taken apart, and what their sources say afterwards."""
