"""Proposed calls validated and executed, their results, and what is learned of their errors."""
