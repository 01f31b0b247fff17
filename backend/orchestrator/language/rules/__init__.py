"""Hard rules in words: which effect a sentence lays down, when it holds, and whether one ends."""
