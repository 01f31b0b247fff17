"""Places in words: towns by any of their names, whose place, which kind."""
