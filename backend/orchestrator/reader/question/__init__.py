"""What a question asks: its kind, its subject, whom it means."""
