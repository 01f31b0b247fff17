"""Two places that are one: joined by a yes, and taken apart again."""
