"""Changes of the calendar that a message asks for."""
