"""What is known of the user, curated: facts with two clocks, hard rules, and proposals that wait for the user."""
