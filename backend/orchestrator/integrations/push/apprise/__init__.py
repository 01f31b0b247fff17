"""What else there is to push through, by Apprise (the extra `apprise`)."""
