"""The tools of contacts, and the pairs that are proposed as one."""
