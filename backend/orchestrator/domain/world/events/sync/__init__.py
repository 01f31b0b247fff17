"""Events that live in calendars elsewhere: what came from them, what goes back."""
