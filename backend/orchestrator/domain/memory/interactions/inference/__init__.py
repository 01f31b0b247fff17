"""Principles that corrected answers violate."""
