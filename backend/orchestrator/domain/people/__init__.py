"""Who is served and what was said: accounts, conversations, runs, previews."""
