"""Calendars and address books elsewhere: their events and contacts are read here, and some written there."""
