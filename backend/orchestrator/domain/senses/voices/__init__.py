"""Who is speaking: voice clusters of contacts, learnt from what the user confirms alone."""
