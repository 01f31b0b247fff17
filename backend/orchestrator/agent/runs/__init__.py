"""A question's life from receipt to record."""
