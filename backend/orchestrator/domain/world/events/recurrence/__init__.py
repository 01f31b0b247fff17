"""Recurrence sets (RFC 5545): rules read, checked and walked through."""
