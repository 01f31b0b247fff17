"""What a transcript holds: its fragments, attendees, action items and summary."""
