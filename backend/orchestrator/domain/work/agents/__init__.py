"""Who works for the user: agents as data, those that come with Steward and their own."""
