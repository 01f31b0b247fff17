"""Calendar files (iCalendar, RFC 5545): read, taken in as events, edited, written."""
