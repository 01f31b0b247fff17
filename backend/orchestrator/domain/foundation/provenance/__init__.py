"""What was derived from what, and what was erased for good?"""
