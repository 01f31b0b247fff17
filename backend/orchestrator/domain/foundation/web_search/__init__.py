"""What the web says: the tool over whichever instance is configured."""
