"""Names of people: which one is meant, how alike, short and spelled in which ways."""
