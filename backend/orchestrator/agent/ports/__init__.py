"""What does the runtime need from the rest of the house? Only these; bootstrap hands in what implements them.

A file a family of ports. Every store method works in the caller's transaction (`session`): nobody commits but the
unit of work.
"""
