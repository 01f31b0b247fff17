"""All that a user has, in one archive, and back again."""
