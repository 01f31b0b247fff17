"""Other people's calendars and address books: feeds by URL, CalDAV, CardDAV."""
