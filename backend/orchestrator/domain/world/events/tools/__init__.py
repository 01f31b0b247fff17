"""The tools of events, the drafts that they freeze, and what words mean to them."""
