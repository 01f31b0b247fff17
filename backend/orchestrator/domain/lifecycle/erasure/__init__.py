"""Erasing for good, with everything derived."""
